// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page;

import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.compose.comparison.ComparisonComposer;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.page.experiment.FindMaxPage;
import io.github.cdctester.internal.report.page.experiment.MatrixPage;
import io.github.cdctester.internal.report.page.experiment.SweepPage;
import io.github.cdctester.internal.report.page.run.RunComposer;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Composes pages. */
public final class Pages {

    private Pages() {}

    /** Composes the page of a run: of {@code run}, {@code subscribe} or {@code drain}. */
    public static Document of(RunResult result) {
        return RunComposer.of(result, Detail.PAGE);
    }

    /** Composes the page of a plan. */
    public static Document of(PlanResult plan) {
        return RunComposer.of(plan, Detail.PAGE);
    }

    /** Composes the page of a sweep. */
    public static Document of(SweepResult sweep) {
        return SweepPage.of(sweep);
    }

    /** Composes the page of a search for the highest rate. */
    public static Document of(FindMaxResult search) {
        return FindMaxPage.of(search);
    }

    /** Composes the page of a matrix. */
    public static Document of(MatrixResult matrix) {
        return MatrixPage.of(matrix);
    }

    /**
     * Composes the page of a run or a plan that has no result: it goes on, or was killed.
     *
     * @param samples its seconds
     * @param now what happens now; empty where nobody knows, or nothing does any more
     */
    public static Document of(UnfinishedRun run, List<SampleRow> samples, String now) {
        return RunComposer.of(run, samples, now, Detail.PAGE);
    }

    /**
     * Composes the page of several runs while one of them goes on.
     *
     * @param title what they are called, as long as none has ended
     * @param soFar the page of all that have ended; {@code null} where none has
     * @param prefix what the names of that run's sections and charts begin with; another one for each run
     */
    public static Document during(String title, @Nullable Document soFar, Document run, String prefix) {
        return UnderWay.of(title, soFar, run, prefix);
    }

    /** Composes the page of a comparison. */
    public static Document of(Comparison comparison) {
        return ComparisonComposer.of(comparison);
    }

    /**
     * Composes the page of a comparison with the seconds of its runs, where each side has one.
     *
     * @param before the runs of its first side, as far as they are at hand
     * @param after those of its second
     */
    public static Document of(Comparison comparison, List<RunResult> before, List<RunResult> after) {
        return ComparisonComposer.of(comparison, before, after);
    }
}

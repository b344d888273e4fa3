// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page;

import io.github.cdctester.internal.report.page.experiment.ComparisonPage;
import io.github.cdctester.internal.report.page.experiment.FindMaxPage;
import io.github.cdctester.internal.report.page.experiment.MatrixPage;
import io.github.cdctester.internal.report.page.experiment.SweepPage;
import io.github.cdctester.internal.report.page.model.Page;
import io.github.cdctester.internal.report.page.run.PlanPage;
import io.github.cdctester.internal.report.page.run.RunPage;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import java.util.List;

/** Composes pages. */
public final class Pages {

    private Pages() {}

    /**
     * Composes the page of a run: of {@code run}, {@code subscribe} or {@code drain}.
     *
     * @param result the result
     * @return its page
     */
    public static Page of(RunResult result) {
        return RunPage.of(result);
    }

    /**
     * Composes the page of a plan.
     *
     * @param plan the result
     * @return its page
     */
    public static Page of(PlanResult plan) {
        return PlanPage.of(plan);
    }

    /**
     * Composes the page of a sweep.
     *
     * @param sweep the result
     * @return its page
     */
    public static Page of(SweepResult sweep) {
        return SweepPage.of(sweep);
    }

    /**
     * Composes the page of a search for the highest rate.
     *
     * @param search the result
     * @return its page
     */
    public static Page of(FindMaxResult search) {
        return FindMaxPage.of(search);
    }

    /**
     * Composes the page of a matrix.
     *
     * @param matrix the result
     * @return its page
     */
    public static Page of(MatrixResult matrix) {
        return MatrixPage.of(matrix);
    }

    /**
     * Composes the page of a comparison.
     *
     * @param comparison the comparison
     * @return its page
     */
    public static Page of(Comparison comparison) {
        return ComparisonPage.of(comparison);
    }

    /**
     * Composes the page of a comparison with the seconds of its runs, where each side has one.
     *
     * @param comparison the comparison
     * @param before the runs of its first side, as far as they are at hand
     * @param after those of its second
     * @return its page
     */
    public static Page of(Comparison comparison, List<RunResult> before, List<RunResult> after) {
        return ComparisonPage.of(comparison, before, after);
    }
}

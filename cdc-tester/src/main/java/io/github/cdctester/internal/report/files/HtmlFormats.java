// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.files.Formats.Named;
import io.github.cdctester.internal.report.html.HtmlReport;
import io.github.cdctester.internal.report.page.Pages;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult;
import java.util.List;
import java.util.function.Function;

/** {@value #FILE}: each kind of result as a page that opens anywhere. */
public final class HtmlFormats {

    /** The name of the page in a result's directory. */
    public static final String FILE = "report.html";

    /** A run's page. */
    public static final Named<RunResult> RUN = page(Pages::of);

    /** A sweep's page. */
    public static final Named<SweepResult> SWEEP = page(Pages::of);

    /** The page of a search for the highest rate. */
    public static final Named<FindMaxResult> FIND_MAX = page(Pages::of);

    /** A plan's page. */
    public static final Named<PlanResult> PLAN = page(Pages::of);

    /** A matrix' page. */
    public static final Named<MatrixResult> MATRIX = page(Pages::of);

    /** A comparison's page. */
    public static final Named<Comparison> COMPARISON = page(Pages::of);

    private HtmlFormats() {}

    /**
     * A comparison's page with the seconds of its runs, where each side has one.
     *
     * @param before the runs of its first side, as far as they are at hand
     * @param after those of its second
     */
    public static Named<Comparison> comparison(List<RunResult> before, List<RunResult> after) {
        return page(comparison -> Pages.of(comparison, before, after));
    }

    /**
     * The page of what has no result, with its seconds.
     *
     * @param seconds the seconds that there are
     */
    public static Named<UnfinishedRun> unfinished(List<SampleRow> seconds) {
        return page(run -> Pages.of(run, seconds, ""));
    }

    private static <T> Named<T> page(Function<T, Document> composer) {
        return new Named<>(FILE, (result, out) -> HtmlReport.write(composer.apply(result), out));
    }
}

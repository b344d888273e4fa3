// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.FindMaxText;
import io.github.cdctester.internal.report.SweepText.Line;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Trial;
import java.util.ArrayList;
import java.util.List;

/** The page of a search for the highest rate: the answer with how sure it is, and everything that was tried. */
public final class FindMaxPage {

    private FindMaxPage() {}

    /**
     * Composes the page.
     *
     * @param search what there is of the search: also without a trial, or with none that was measured
     */
    public static Document of(FindMaxResult search) {
        List<Line> around = new ArrayList<>(FindMaxText.head(search));
        around.addAll(FindMaxText.foot(search));
        return new Document(
                FindMaxText.title(search),
                Origin.subtitle(FindMaxText.head(search), search.startedAt()),
                FindMaxAnswer.of(search),
                List.of(
                        new Section(
                                "trials",
                                "What was tried",
                                "A rate that holds, and one that does not, are brought closer until they are as close as"
                                        + " asked for; then the answer has to hold again.",
                                List.of(FindMaxCharts.inOrder(search))),
                        new Section(
                                "limits",
                                "What the rate does to the limits",
                                null,
                                new ArrayList<>(FindMaxCharts.overRate(search))),
                        new Section("table", "A row a trial", null, List.of(FindMaxBlocks.table(search))),
                        new Section(
                                "about",
                                "What was measured, and how",
                                null,
                                List.of(
                                        new Prose("From " + FindMaxText.rate(search.startRate()) + "/s up to "
                                                + FindMaxText.rate(search.maxRate()) + "/s at most, in at most "
                                                + search.mostSteps() + " trials, to within "
                                                + Numbers.of(search.precisionPercent())
                                                + " %; the answer had to hold " + search.confirmations()
                                                + " more times. Each trial is a run in an open loop: latency counts"
                                                + " from the intended start, and starts that were not made fail it."),
                                        Cells.lines(null, around)))),
                List.of(),
                Origin.footer(search.steps().stream().map(Trial::result), "find-max.json"));
    }
}

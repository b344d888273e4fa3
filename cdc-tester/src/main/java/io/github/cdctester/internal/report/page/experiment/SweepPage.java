// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.SweepText;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import java.util.ArrayList;
import java.util.List;

/** The page of a sweep: where the delay gives way, load against delay, a row a step. */
public final class SweepPage {

    private SweepPage() {}

    /**
     * Composes the page.
     *
     * @param sweep what there is of the sweep: also without a step, or with none that was measured
     */
    public static Document of(SweepResult sweep) {
        SweepText words = new SweepText(sweep);
        List<Section> sections = new ArrayList<>();
        List<Block> sizes = LargeTransactionCharts.of(sweep);
        if (!sizes.isEmpty()) {
            sections.add(new Section(
                    "sizes",
                    "Transaction size against delay",
                    "A large transaction stands in the log in one piece: its last byte, and all that was committed"
                            + " after it, must wait until it has passed.",
                    sizes));
        }
        sections.add(new Section(
                "load",
                "Load against delay",
                "The delay of a stream that keeps up hardly depends on the load; where it gives way, the delay rises"
                        + " and the stream carries less than is written.",
                SweepCharts.of(sweep)));
        sections.add(new Section("table", "A row a step", null, List.of(SweepBlocks.table(sweep))));
        sections.add(new Section("runs", "The runs", null, List.of(SweepBlocks.runs(sweep))));
        sections.add(new Section("about", "What was measured, and how", null, SweepBlocks.about(words)));
        return new Document(
                "Sweep: " + words.what(),
                Origin.subtitle(words.head(), sweep.startedAt())
                        + (sweep.repeats() == 1 ? "" : ", " + sweep.repeats() + " runs a step")
                        + (sweep.interrupted() ? ", interrupted" : ""),
                SweepAnswer.of(sweep),
                sections,
                List.of(
                        new Download("sweep.csv", "a row a step", "text/csv", Formats.SWEEP_CSV.of(sweep)),
                        new Download(
                                "sweep.md",
                                "the table for a document",
                                "text/markdown",
                                Formats.SWEEP_MARKDOWN.of(sweep))),
                Origin.footer(sweep.steps().stream().map(StepResult::result), "sweep.json"));
    }
}

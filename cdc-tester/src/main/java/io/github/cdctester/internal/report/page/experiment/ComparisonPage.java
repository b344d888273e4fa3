// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Side;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The page of a comparison: what was set differently, then what came out differently, and whether that is more than noise. */
public final class ComparisonPage {

    private ComparisonPage() {}

    /** Composes the page of what a comparison says by itself. */
    public static Document of(Comparison comparison) {
        return of(comparison, List.of(), List.of());
    }

    /**
     * Composes the page with the seconds of the runs, where each side has one: both in one picture.
     *
     * @param before the runs of its first side, as far as they are at hand
     * @param after those of its second
     */
    public static Document of(Comparison comparison, List<RunResult> before, List<RunResult> after) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section(
                "settings",
                "What was set differently",
                "Every setting of the plan, of the server as far as it is recorded, of the tester and its machine that"
                        + " is not the same.",
                ComparisonBlocks.settings(comparison)));
        List<Block> differences = new ArrayList<>(ComparisonCharts.differences(comparison));
        differences.add(ComparisonBlocks.values(comparison));
        sections.add(new Section("differences", "What came out differently", null, differences));
        List<Chart> steps = ComparisonCharts.overSteps(comparison);
        if (!steps.isEmpty()) {
            sections.add(new Section("steps", "Step by step", null, new ArrayList<>(steps)));
        }
        if (comparison.axis() == null && before.size() == 1 && after.size() == 1) {
            sections.add(new Section(
                    "overlay",
                    "Second by second",
                    "Both runs from their first second on: A is "
                            + comparison.before().name() + ", B is "
                            + comparison.after().name() + ".",
                    new ArrayList<>(OverlayCharts.of(before.get(0), after.get(0)))));
        }
        sections.add(new Section(
                "verdicts", "Verdicts and thresholds", null, List.of(ComparisonBlocks.verdicts(comparison))));
        sections.add(new Section("about", "How to read it", null, about(comparison)));
        return new Document(
                "Comparison: " + comparison.before().name() + " and "
                        + comparison.after().name(),
                "A: " + side(comparison.before()) + "; B: " + side(comparison.after()),
                ComparisonAnswer.of(comparison),
                sections,
                List.of(),
                Origin.footer(Stream.concat(before.stream(), after.stream()), "compare.json"));
    }

    static String side(Side side) {
        return side.name() + ", " + Numbers.count(side.runs(), "run", "runs");
    }

    private static List<Block> about(Comparison comparison) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                new Prose("A and B are the geometric means of their runs; the change is from A to B, in percent of A."
                        + " Worse and better are said only where the change is more than noise."));
        comparison.notes().forEach(note -> blocks.add(new Prose(note.text())));
        return blocks;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.SweepColumn;
import io.github.cdctester.internal.report.SweepColumns;
import io.github.cdctester.internal.report.SweepText;
import io.github.cdctester.internal.report.SweepText.Line;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.StepResult.Status;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The tables of a sweep: its own, with the cells that it has everywhere, and its runs one by one. */
final class SweepBlocks {

    private SweepBlocks() {}

    static Table table(SweepResult sweep) {
        List<SweepColumn> columns = SweepColumns.of(sweep);
        List<String> heads = new ArrayList<>(List.of(SweepColumns.axis(sweep)));
        columns.forEach(column -> heads.add(column.title()));
        return TextCells.table(
                null,
                sweep.repeats() == 1
                        ? "DT in ms. One run a step: what differs from run to run cannot be seen."
                        : "DT in ms. The median of " + sweep.repeats()
                                + " runs each, below it the lowest and the highest.",
                heads,
                sweep.table().stream().map(row -> row(row, columns)).toList());
    }

    private static Row row(SweepRow row, List<SweepColumn> columns) {
        Cell label = Cells.number(row.label());
        if (row.values().isEmpty()) {
            boolean skipped = row.status() == Status.SKIPPED;
            return Cells.filled(
                    columns.size() + 1,
                    label,
                    Cells.text(skipped ? "skipped" : "failed: " + row.reason(), skipped ? Tone.UNSURE : Tone.BAD));
        }
        List<Cell> cells = new ArrayList<>(List.of(label));
        for (SweepColumn column : columns) {
            String lowest = column.cell(row, 1);
            String highest = column.cell(row, 2);
            cells.add(TextCells.cell(
                    column.cell(row, 0),
                    lowest.equals(highest) ? null : lowest + " to " + highest,
                    tone(column, row),
                    column.isNumber()));
        }
        return Row.of(cells);
    }

    private static Tone tone(SweepColumn column, SweepRow row) {
        return switch (column.title()) {
            case "verdict" -> verdict(row.verdict());
            case "limit" ->
                row.limitedBy() == LimitedBy.SERVER || row.limitedBy() == LimitedBy.TESTER ? Tone.UNSURE : Tone.NEUTRAL;
            default -> Tone.NEUTRAL;
        };
    }

    /** How to take a verdict in words, such as {@code LOST 3}. */
    static Tone verdict(@Nullable String headline) {
        if (headline == null || headline.startsWith("NOT_CHECKED")) {
            return Tone.UNSURE;
        }
        return headline.startsWith("LOSSLESS") ? Tone.GOOD : Tone.BAD;
    }

    /** Each run with its folder and what became of it. */
    static Table runs(SweepResult sweep) {
        return TextCells.table(
                null,
                "The folders are below the sweep's directory; each has a result.json, and the seconds of its run.",
                List.of(
                        SweepColumns.axis(sweep),
                        "run",
                        "folder",
                        "became",
                        "verdict",
                        "began at rest",
                        "rest s",
                        "why"),
                sweep.steps().stream().map(SweepBlocks::run).toList());
    }

    private static Row run(StepResult step) {
        RunResult result = step.result();
        Settling settling = step.settling();
        String headline = result == null ? null : result.verdict().headline();
        return Cells.row(
                Cells.number(step.label()),
                Cells.number(String.valueOf(step.repeat())),
                Cells.text(step.folder()),
                Cells.text(
                        step.status().name().toLowerCase(Locale.ROOT),
                        step.status() == Status.FAILED ? Tone.BAD : Tone.NEUTRAL),
                Cells.text(headline, headline == null ? Tone.NEUTRAL : verdict(headline)),
                Cells.text(
                        atRest(step.beganAtRest()),
                        Boolean.FALSE.equals(step.beganAtRest()) ? Tone.UNSURE : Tone.NEUTRAL),
                Cells.number(settling == null ? "" : String.format(Locale.ROOT, "%.1f", settling.seconds())),
                Cells.text(step.reason()));
    }

    static String atRest(@Nullable Boolean atRest) {
        return atRest == null ? "not looked" : atRest ? "yes" : "no";
    }

    static List<Block> about(SweepText words) {
        List<Line> lines = new ArrayList<>(words.head());
        lines.addAll(words.foot());
        return lines.isEmpty()
                ? List.of(new Prose("Nothing was measured, and nothing is known of the server."))
                : List.of(Cells.lines(null, lines));
    }
}

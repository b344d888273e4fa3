// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.ComparisonWords;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The tables of a comparison, whose cells have what the table of text has. */
final class ComparisonBlocks {

    private ComparisonBlocks() {}

    static List<Block> settings(Comparison comparison) {
        if (comparison.settings().isEmpty()) {
            return List.of(new Prose("Nothing that the results say about plan, server, tester and machine."));
        }
        return List.of(TextCells.table(
                null,
                null,
                List.of("setting", "A", "B"),
                comparison.settings().stream()
                        .map(setting -> Cells.row(
                                Cells.text(setting.name()),
                                Cells.text(orNone(setting.before())),
                                Cells.text(orNone(setting.after()))))
                        .toList()));
    }

    private static String orNone(String value) {
        return value.isEmpty() ? "-" : value;
    }

    /** A row a value; of sweeps a row a step, value by value. */
    static Table values(Comparison comparison) {
        List<String> heads = new ArrayList<>(List.of("value"));
        if (comparison.axis() != null) {
            heads.add(comparison.axis());
        }
        heads.addAll(List.of("A", "B", "change", "interval", "mark"));
        return TextCells.table(
                null,
                "M is 10⁶. The interval is where the change is, in percent; in brackets, only by the noise within one"
                        + " run.",
                heads,
                comparison.values().stream().map(row -> row(comparison, row)).toList());
    }

    private static Row row(Comparison comparison, ValueChange row) {
        List<Cell> cells = new ArrayList<>(List.of(Cells.text(ComparisonWords.name(row.value()))));
        if (comparison.axis() != null) {
            cells.add(Cells.number(row.step() == null ? "" : row.step()));
        }
        cells.add(Cells.number(
                ComparisonWords.number(row.before()), runs(row, comparison, ValueChange::runsBefore), Tone.NEUTRAL));
        cells.add(Cells.number(
                ComparisonWords.number(row.after()), runs(row, comparison, ValueChange::runsAfter), Tone.NEUTRAL));
        cells.add(Cells.number(ComparisonWords.change(row.changePercent())));
        cells.add(Cells.number(ComparisonWords.range(row.range(), row.mark() == Mark.ONE_RUN)));
        cells.add(Cells.text(ComparisonWords.mark(row), tone(row.mark())));
        return Row.of(cells);
    }

    /** How many runs of a side have the value, where that is fewer than have others. */
    private static @Nullable String runs(ValueChange row, Comparison comparison, ToIntFunction<ValueChange> runs) {
        int most = comparison.values().stream().mapToInt(runs).max().orElse(0);
        int own = runs.applyAsInt(row);
        return own == most ? null : Numbers.count(own, "run", "runs");
    }

    private static Tone tone(Mark mark) {
        return switch (mark) {
            case BETTER -> Tone.GOOD;
            case WORSE -> Tone.BAD;
            case CHANGED, INSIDE_NOISE -> Tone.NEUTRAL;
            case ONE_RUN, UNKNOWN -> Tone.UNSURE;
        };
    }

    static Table verdicts(Comparison comparison) {
        String axis = comparison.axis();
        return TextCells.table(
                null,
                "The worst of each side's runs. One that got worse fails, whatever is allowed.",
                List.of(axis == null ? "of" : axis, "A", "B", ""),
                comparison.verdicts().stream()
                        .map(verdict -> Cells.row(
                                Cells.text(verdict.step() == null ? "all runs" : verdict.step()),
                                Cells.text(verdict.before().name(), tone(verdict.before())),
                                Cells.text(verdict.after().name(), tone(verdict.after())),
                                Cells.text(
                                        verdict.worse()
                                                ? "worse"
                                                : verdict.before() == verdict.after() ? "the same" : "better",
                                        verdict.worse() ? Tone.BAD : Tone.NEUTRAL)))
                        .toList());
    }

    private static Tone tone(Status status) {
        return status == Status.LOSSLESS ? Tone.GOOD : status == Status.NOT_CHECKED ? Tone.UNSURE : Tone.BAD;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of a comparison. */
final class ComparisonTables {

    private ComparisonTables() {}

    static Block settings(Comparison comparison) {
        if (comparison.settings().isEmpty()) {
            return new Facts.Builder()
                    .add("differs", "nothing that the results say about plan, server, tester and machine")
                    .build(Detail.ESSENTIAL);
        }
        return new Table(
                "settings",
                null,
                null,
                List.of(Column.text("setting", "setting"), Column.text("before", "A"), Column.text("after", "B")),
                comparison.settings().stream()
                        .map(setting -> Row.of(setting.name(), orDash(setting.before()), orDash(setting.after())))
                        .toList(),
                Detail.ESSENTIAL);
    }

    static String orDash(String value) {
        return value.isEmpty() ? "-" : value;
    }

    /** A row a value; of experiments with steps a row a step, value by value. */
    static Table values(Comparison comparison) {
        String axis = comparison.axis();
        List<Column> columns = new ArrayList<>(List.of(Column.text("value", "value")));
        if (axis != null) {
            columns.add(comparison.steps().isEmpty() ? Column.count("step", axis) : Column.text("step", axis));
        }
        columns.addAll(List.of(
                Column.count("before", "A"),
                Column.count("after", "B"),
                Column.count("changePercent", "change"),
                Column.count("range", "interval"),
                Column.text("mark", "mark")));
        return new Table(
                "values",
                null,
                "M is 10⁶. The interval is where the change is, in percent; in brackets, only by the noise within one"
                        + " run.",
                columns,
                comparison.values().stream().map(row -> row(comparison, row)).toList(),
                Detail.ESSENTIAL);
    }

    private static Row row(Comparison comparison, ValueChange row) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.of(ValueName.of(row.value()))));
        if (comparison.axis() != null) {
            cells.add(Cell.of(row.step() == null ? "" : row.step()));
        }
        cells.add(
                Cell.of(ShortNumber.compact(row.before())).below(fewerRuns(row, comparison, ValueChange::runsBefore)));
        cells.add(Cell.of(ShortNumber.compact(row.after())).below(fewerRuns(row, comparison, ValueChange::runsAfter)));
        cells.add(Cell.of(ChangeText.change(row.changePercent())));
        cells.add(Cell.of(ChangeText.range(row)));
        cells.add(Cell.of(ChangeText.mark(row), tone(row.mark())));
        return Row.of(cells);
    }

    /** How many runs of a side have the value, where that is fewer than have others. */
    private static @Nullable String fewerRuns(ValueChange row, Comparison comparison, ToIntFunction<ValueChange> runs) {
        int most = comparison.values().stream().mapToInt(runs).max().orElse(0);
        int own = runs.applyAsInt(row);
        return own == most ? null : ShortNumber.count(own, "run", "runs");
    }

    private static Tone tone(Mark mark) {
        return switch (mark) {
            case BETTER -> Tone.GOOD;
            case WORSE -> Tone.BAD;
            case CHANGED, INSIDE_NOISE -> Tone.NEUTRAL;
            case ONE_RUN, UNKNOWN -> Tone.UNSURE;
        };
    }

    /** A row a step; where there are many and all are the same, the table is on the page only. */
    static List<Block> verdicts(Comparison comparison) {
        List<VerdictChange> verdicts = comparison.verdicts();
        boolean allTheSame = verdicts.stream()
                        .flatMap(one -> Stream.of(one.before(), one.after()))
                        .distinct()
                        .count()
                == 1;
        String axis = comparison.axis();
        Table table = new Table(
                "verdicts",
                null,
                "The worst of each side's runs. One that got worse fails, whatever is allowed.",
                List.of(
                        Column.text("step", axis == null ? "verdict" : axis),
                        Column.text("before", "A"),
                        Column.text("after", "B"),
                        Column.text("change", "")),
                verdicts.stream().map(ComparisonTables::verdict).toList(),
                allTheSame ? Detail.PAGE : Detail.ESSENTIAL);
        return allTheSame
                ? List.of(
                        new Facts.Builder()
                                .add(
                                        "verdict",
                                        verdicts.get(0).before() + ", the same"
                                                + (verdicts.size() == 1 ? "" : " in all " + verdicts.size()))
                                .build(Detail.ESSENTIAL),
                        table)
                : List.of(table);
    }

    private static Row verdict(VerdictChange verdict) {
        return Row.of(
                verdict.step() == null ? "all runs" : verdict.step(),
                Cell.of(verdict.before(), VerdictCell.tone(verdict.before())),
                Cell.of(verdict.after(), VerdictCell.tone(verdict.after())),
                Cell.of(
                        verdict.worse() ? "worse" : verdict.before() == verdict.after() ? "the same" : "better",
                        verdict.worse() ? Tone.BAD : Tone.NEUTRAL));
    }
}

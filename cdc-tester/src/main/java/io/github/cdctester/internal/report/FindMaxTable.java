// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.FindMaxResult.TrialRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A search for the highest rate as text: the answer, and a row a trial. */
final class FindMaxTable {

    /** A column: its head, whether its cells are numbers, and a row's cell. */
    private record Column(String title, boolean isNumber, Function<TrialRow, String> cell) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("step", true, row -> String.valueOf(row.step())),
            new Column("rate", true, row -> FindMaxText.rate(row.rate())),
            new Column("for", false, row -> FindMaxText.words(row.purpose())),
            new Column("outcome", false, row -> FindMaxText.words(row.outcome())),
            new Column("reached", true, row -> number(row.values().get("write.transactionsPerSecond"), 1)),
            new Column("growth %", true, row -> number(row.backlogGrowthPercent(), 1)),
            new Column("DT p50", true, row -> number(row.values().get("cdc.delay.p50Millis"), 3)),
            new Column("DT p99", true, row -> number(row.values().get("cdc.delay.p99Millis"), 3)));

    private final FindMaxResult search;
    private final TableText text = new TableText();

    FindMaxTable(FindMaxResult search) {
        this.search = search;
    }

    String render() {
        text.line(
                "%s",
                PlainText.line(search.workload()
                        + (search.background() == null ? "" : " with " + search.background() + " in the background")
                        + ", the highest rate that holds " + String.join(", ", search.limits())
                        + (search.interrupted() ? " (interrupted)" : "")));
        SweepText.head(search.steps().stream().map(Trial::result), search.restMillis())
                .forEach(line -> text.entry(line.label(), line.words()));
        text.entry("answer", FindMaxText.answer(search));
        if (!search.table().isEmpty()) {
            rows();
            text.line("");
        }
        foot();
        return text.toString();
    }

    private void rows() {
        text.line("");
        StringBuilder head = new StringBuilder();
        COLUMNS.forEach(column -> head.append(aligned(column, column.title())).append("  "));
        text.line("%s", head);
        for (TrialRow row : search.table()) {
            StringBuilder line = new StringBuilder();
            COLUMNS.forEach(column ->
                    line.append(aligned(column, column.cell().apply(row))).append("  "));
            text.line("%s", line);
        }
    }

    private void foot() {
        if (search.endedBecause() != null) {
            text.entry("ended", search.endedBecause());
        }
        for (Trial trial : search.steps()) {
            if (!trial.reasons().isEmpty()) {
                text.entry("step " + trial.step(), String.join("; ", trial.reasons()));
            }
        }
        for (Check check : search.checks()) {
            if (!check.held()) {
                text.entry("failed", check.expression() + (check.offender() == null ? "" : ": " + check.offender()));
            }
        }
        if (search.failure() != null) {
            text.entry("failed", search.failure());
        }
        Map<String, Set<String>> notes = new LinkedHashMap<>();
        search.steps().forEach(trial -> SweepText.notes("step " + trial.step(), trial.result(), notes));
        SweepText.lines(notes, search.steps().size()).forEach(line -> text.entry(line.label(), line.words()));
    }

    private String aligned(Column column, String cell) {
        int width = Math.max(
                column.title().length(),
                search.table().stream()
                        .mapToInt(row -> column.cell().apply(row).length())
                        .max()
                        .orElse(0));
        return String.format(Locale.ROOT, "%" + (column.isNumber() ? "" : "-") + width + "s", cell);
    }

    private static String number(@Nullable Double value, int digits) {
        return value == null ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}

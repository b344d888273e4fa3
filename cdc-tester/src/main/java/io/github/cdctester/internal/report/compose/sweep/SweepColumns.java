// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.Spread;
import io.github.cdctester.result.SweepResult.StepResult.Status;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * The table of a sweep: first the columns of the test that PolarDB-X has published for its CDC nodes (tpmC, QPS or the transaction's
 * size, then DT, BPS, EPS and TPS), then more of ours. Columns of ours that would be empty are left out.
 */
final class SweepColumns {

    private static final int PUBLISHED = 0;
    private static final int MORE = 1;
    private static final int LARGE = 2;

    private record StepColumn(Column column, Function<SweepRow, Cell> cell) {}

    private final SweepResult sweep;
    private final SweepSteps steps;
    private final List<StepColumn> columns = new ArrayList<>();

    private SweepColumns(SweepResult sweep) {
        this.sweep = sweep;
        steps = new SweepSteps(sweep);
    }

    static Table table(SweepResult sweep) {
        return new SweepColumns(sweep).table();
    }

    private Table table() {
        published();
        more();
        large();
        columns.removeIf(column -> column.column().group() != PUBLISHED && !hasAny(column));
        List<Column> shown = new ArrayList<>(List.of(Column.count(sweep.axis(), steps.axis())));
        columns.forEach(column -> shown.add(column.column()));
        return new Table(
                "steps",
                null,
                sweep.repeats() == 1
                        ? "One run a step: what differs from run to run cannot be seen."
                        : "The median of " + sweep.repeats() + " runs each, with the lowest and the highest.",
                shown,
                sweep.table().stream().map(this::row).toList(),
                Detail.ESSENTIAL);
    }

    private Row row(SweepRow row) {
        if (row.values().isEmpty()) {
            boolean skipped = row.status() == Status.SKIPPED;
            return Row.remark(
                    row.label(), skipped ? "skipped" : "failed: " + row.reason(), skipped ? Tone.UNSURE : Tone.BAD);
        }
        List<Cell> cells = new ArrayList<>(List.of(Cell.of(row.label())));
        columns.forEach(column -> cells.add(column.cell().apply(row)));
        return Row.of(cells);
    }

    private boolean hasAny(StepColumn column) {
        return sweep.table().stream().anyMatch(row -> column.cell().apply(row).value() != null);
    }

    private void published() {
        boolean ofRates = sweep.axis().equals("rate");
        if (ofRates) {
            number(PUBLISHED, "write.transactionsPerSecond", "reached", Unit.NONE, 1);
        }
        if (has("write.newOrdersPerMinute")) {
            number(PUBLISHED, "write.newOrdersPerMinute", "new orders/min", Unit.NONE, 1);
        }
        if (has("transactionBytes")) {
            number(PUBLISHED, "transactionBytes", "trx", Unit.MEGABYTES, 2);
        }
        if (columns.isEmpty() || ofRates || sweep.background() != null) {
            number(PUBLISHED, "write.queriesPerSecond", "QPS", Unit.NONE, 1);
        }
        number(PUBLISHED, "cdc.delay.meanMillis", "DT", Unit.MILLIS, 3);
        number(PUBLISHED, "cdc.bytesPerSecond", "BPS", Unit.MEGABYTES_PER_SECOND, 2);
        if (has("large.passingBytesPerSecond")) {
            number(PUBLISHED, "large.passingBytesPerSecond", "passing", Unit.MEGABYTES_PER_SECOND, 2);
        }
        number(PUBLISHED, "cdc.eventsPerSecond", "EPS", Unit.NONE, 1);
        number(PUBLISHED, "cdc.transactionsPerSecond", "TPS", Unit.NONE, 1);
    }

    private void more() {
        number(MORE, "cdc.delay.p50Millis", "DT p50", Unit.MILLIS, 3);
        number(MORE, "cdc.delay.p99Millis", "DT p99", Unit.MILLIS, 3);
        number(MORE, "cdc.delay.maxMillis", "DT max", Unit.MILLIS, 3);
        number(MORE, "eventsPerTransaction", "ev/trx", Unit.NONE, 2);
        number(MORE, "bytesPerTransaction", "B/trx", Unit.NONE, 1);
        number(MORE, "cdc.rowsPerSecond", "rows/s", Unit.NONE, 1);
        number(MORE, "tester.cpuSeconds", "CPU", Unit.SECONDS, 2);
        number(MORE, "catchUpSeconds", "catch-up", Unit.SECONDS, 2);
        columns.add(new StepColumn(Column.text("limitedBy", "limit").in(MORE), SweepColumns::limit));
        columns.add(new StepColumn(
                Column.number("settleSeconds", "rest", Unit.SECONDS, 1).in(MORE), row -> Cell.of(row.settleSeconds())));
        columns.add(new StepColumn(
                Column.text("verdict", "verdict").in(MORE), row -> VerdictCell.of(row.verdict(), row.verdictStatus())));
    }

    private void large() {
        number(LARGE, "large.firstByteMillis", "DT 1st byte", Unit.MILLIS, 1);
        number(LARGE, "large.lastByteMillis", "DT last byte", Unit.MILLIS, 1);
        number(LARGE, "large.passingMillis", "passing", Unit.MILLIS, 1);
        number(LARGE, "large.othersDuring.p50Millis", "others p50", Unit.MILLIS, 1);
        number(LARGE, "large.othersDuring.p99Millis", "others p99", Unit.MILLIS, 1);
        number(LARGE, "large.othersDuring.maxMillis", "others max", Unit.MILLIS, 1);
        number(LARGE, "large.othersElse.p99Millis", "else p99", Unit.MILLIS, 1);
    }

    private void number(int group, String value, String head, Unit unit, int digits) {
        columns.add(new StepColumn(Column.number(value, head, unit, digits).in(group), row -> {
            Spread spread = SweepSteps.spread(row, value);
            return spread == null ? Cell.of(null) : cell(spread, row.runs() > 1);
        }));
    }

    private static Cell cell(Spread spread, boolean several) {
        return several ? Cell.spread(spread.median(), spread.min(), spread.max()) : Cell.of(spread.median());
    }

    private static Cell limit(SweepRow row) {
        LimitedBy limitedBy = row.limitedBy();
        if (limitedBy == null) {
            return Cell.of(row.runs() == 0 ? null : "?");
        }
        return Cell.of(
                limitedBy.name().toLowerCase(Locale.ROOT), limitedBy == LimitedBy.NONE ? Tone.NEUTRAL : Tone.UNSURE);
    }

    private boolean has(String value) {
        return sweep.table().stream().anyMatch(row -> row.values().containsKey(value));
    }

    /** All values of sweep.json's table, by their names there. */
    static Table values(SweepResult sweep) {
        Set<String> names = new LinkedHashSet<>();
        sweep.table().forEach(row -> names.addAll(row.values().keySet()));
        List<Column> columns = new ArrayList<>();
        for (String name : List.of(
                "step", sweep.axis(), "label", "status", "reason", "runs", "verdict", "limitedBy", "settleSeconds")) {
            columns.add(Column.text(name, name));
        }
        names.forEach(name -> columns.add(Column.number(name, name, Unit.NONE, Column.SIGNIFICANT)));
        return new Table(
                "values",
                null,
                null,
                columns,
                sweep.table().stream().map(row -> values(row, sweep, names)).toList(),
                Detail.PAGE);
    }

    private static Row values(SweepRow row, SweepResult sweep, Set<String> names) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(row.step()));
        cells.add(Cell.of(row.value()));
        cells.add(Cell.of(row.label()));
        cells.add(Cell.of(row.status()));
        cells.add(Cell.of(row.reason()));
        cells.add(Cell.of(row.runs()));
        cells.add(Cell.of(row.verdict()));
        cells.add(Cell.of(row.limitedBy()));
        cells.add(Cell.of(row.settleSeconds()));
        for (String name : names) {
            Spread spread = row.values().get(name);
            cells.add(spread == null ? Cell.of(null) : cell(spread, sweep.repeats() > 1));
        }
        return Row.of(cells);
    }
}

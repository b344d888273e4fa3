// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.ValueFormat;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import java.util.ArrayList;
import java.util.List;

/** Builds the table of a sweep. It starts with the columns of PolarDB-X's published test of its CDC nodes. */
final class SweepColumns {

    /** The columns of a group stay together on a narrow terminal. */
    private static final int PUBLISHED_GROUP = 0;

    private static final int OTHER_GROUP = 1;
    private static final int LARGE_TRANSACTION_GROUP = 2;

    private static final ResultValue QPS = ResultValues.WRITE_QPS.labelled("QPS");

    private final SweepResult sweep;
    private final SweepSteps steps;
    private final TableBuilder<SweepRow> columns = new TableBuilder<>();
    private final boolean hasStream;

    private SweepColumns(SweepResult sweep, boolean hasStream) {
        this.sweep = sweep;
        steps = new SweepSteps(sweep);
        this.hasStream = hasStream;
    }

    static Table table(SweepResult sweep, boolean hasStream) {
        return new SweepColumns(sweep, hasStream).table();
    }

    private Table table() {
        columns.add(Column.count(sweep.axis(), steps.axis()), SweepRow::label);
        addPublishedColumns();
        addOtherColumns();
        addLargeTransactionColumns();
        return columns.build("steps", null, legend(), sweep.table(), this::row, Detail.ESSENTIAL);
    }

    private String legend() {
        List<String> legend = new ArrayList<>();
        legend.add(
                sweep.repeats() == 1
                        ? "One run per step: variation from run to run is not known."
                        : "Median of " + sweep.repeats() + " runs per step, with minimum and maximum.");
        legend.add(hasStream ? "DT: mean delay from commit to arrival." : "No stream was followed.");
        if (hasValue(ResultValues.CATCH_UP)) {
            legend.add("catch-up: from the last commit to the arrival of the last transaction.");
        }
        if (hasStream && sweep.table().stream().anyMatch(row -> row.limitedBy() != null)) {
            legend.add(
                    "limited by: the bottleneck of a stream that fell behind: tester (its reader used a processor for"
                            + " 80 % of the run), server (or network), or machine (or server: the processors of the tester's"
                            + " machine were busy).");
        }
        if (sweep.table().stream().anyMatch(row -> row.settleSeconds() != null)) {
            legend.add("settle: wait after the run until the stream was idle.");
        }
        return String.join(" ", legend);
    }

    private Row row(SweepRow row) {
        if (row.values().isEmpty()) {
            boolean isSkipped = row.status() == Status.SKIPPED;
            return Row.remark(
                    row.label(), isSkipped ? "skipped" : "failed: " + row.reason(), isSkipped ? Tone.UNSURE : Tone.BAD);
        }
        return columns.row(row);
    }

    private void addPublishedColumns() {
        boolean isRateSweep = sweep.axis().equals("rate");
        if (isRateSweep || !hasStream) {
            addAlways(ResultValues.WRITE_TPS.labelled("written TPS"));
        }
        addNumber(PUBLISHED_GROUP, ResultValues.NEW_ORDERS);
        addNumber(PUBLISHED_GROUP, TrialValues.TRANSACTION_BYTES);
        if (areQueriesFirst()) {
            addAlways(QPS);
        }
        if (!hasStream) {
            return;
        }
        addAlways(ResultValues.DELAY.mean().labelled("DT"));
        addAlways(ResultValues.CDC_BPS);
        addNumber(PUBLISHED_GROUP, TrialValues.TRANSFER_BPS);
        addAlways(ResultValues.CDC_EPS);
        addAlways(ResultValues.CDC_TPS);
    }

    /** The published tables of TPC-C and of large transactions have no QPS column. */
    private boolean areQueriesFirst() {
        return sweep.axis().equals("rate")
                || !hasStream
                || sweep.background() != null
                || !hasValue(ResultValues.NEW_ORDERS) && !hasValue(TrialValues.TRANSACTION_BYTES);
    }

    private void addOtherColumns() {
        if (!areQueriesFirst()) {
            addNumber(OTHER_GROUP, QPS);
        }
        addNumber(OTHER_GROUP, ResultValues.LATENCY.p50());
        addNumber(OTHER_GROUP, ResultValues.LATENCY.p99());
        addNumber(OTHER_GROUP, ResultValues.LATENCY.max());
        addNumber(OTHER_GROUP, ResultValues.DELAY.p50());
        addNumber(OTHER_GROUP, ResultValues.DELAY.p99());
        addNumber(OTHER_GROUP, ResultValues.DELAY.max());
        add(OTHER_GROUP, TrialValues.EVENTS_PER_TRANSACTION, ValueFormat.column(TrialValues.EVENTS_PER_TRANSACTION, 2));
        addNumber(OTHER_GROUP, TrialValues.BYTES_PER_TRANSACTION);
        addNumber(OTHER_GROUP, ResultValues.CDC_ROWS);
        addNumber(OTHER_GROUP, ResultValues.TESTER_CPU);
        addNumber(OTHER_GROUP, ResultValues.CATCH_UP);
        if (hasStream) {
            columns.addIfAny(
                    sweep.table(),
                    Column.text("limitedBy", "limited by").inGroup(OTHER_GROUP),
                    SweepColumns::limitCell);
        }
        columns.addIfAny(
                sweep.table(),
                Column.seconds("settleSeconds", "settle", 1).inGroup(OTHER_GROUP),
                row -> Cell.of(row.settleSeconds()));
        columns.addIfAny(
                sweep.table(),
                Column.text("verdict", "verdict").inGroup(OTHER_GROUP),
                row -> VerdictCell.of(row.verdict(), row.verdictStatus()));
    }

    private void addLargeTransactionColumns() {
        for (ResultValue value : List.of(
                TrialValues.FIRST_BYTE.labelled("DT 1st byte"),
                TrialValues.LAST_BYTE,
                TrialValues.TRANSFER_TIME,
                TrialValues.OTHERS_P50,
                TrialValues.OTHERS_P99,
                TrialValues.OTHERS_MAX,
                TrialValues.OTHERS_ELSE_P99)) {
            add(LARGE_TRANSACTION_GROUP, value, ValueFormat.column(value, 1));
        }
    }

    private void addAlways(ResultValue value) {
        columns.add(ValueFormat.column(value).inGroup(PUBLISHED_GROUP), row -> cell(row, value));
    }

    private void addNumber(int group, ResultValue value) {
        add(group, value, ValueFormat.column(value));
    }

    private void add(int group, ResultValue value, Column column) {
        columns.addIfAny(sweep.table(), column.inGroup(group), row -> cell(row, value));
    }

    private static Cell cell(SweepRow row, ResultValue value) {
        Spread spread = SweepSteps.spread(row, value);
        return spread == null ? Cell.of(null) : cell(spread, row.runs() > 1);
    }

    private static Cell cell(Spread spread, boolean hasSeveralRuns) {
        return hasSeveralRuns ? Cell.spread(spread.median(), spread.min(), spread.max()) : Cell.of(spread.median());
    }

    private static Cell limitCell(SweepRow row) {
        LimitedBy limitedBy = row.limitedBy();
        if (limitedBy == null) {
            return Cell.of(row.runs() == 0 ? null : "?");
        }
        return Cell.of(PlainText.asWords(limitedBy), limitedBy == LimitedBy.NONE ? Tone.NEUTRAL : Tone.UNSURE);
    }

    private boolean hasValue(ResultValue value) {
        return sweep.table().stream().anyMatch(row -> row.values().containsKey(value.name()));
    }

    static Table values(SweepResult sweep) {
        return new TableBuilder<SweepRow>()
                .add("step", SweepRow::step)
                .add(sweep.axis(), SweepRow::value)
                .add("label", SweepRow::label)
                .add("status", SweepRow::status)
                .add("reason", SweepRow::reason)
                .add("runs", SweepRow::runs)
                .add("verdict", SweepRow::verdict)
                .add("limitedBy", SweepRow::limitedBy)
                .add("settleSeconds", SweepRow::settleSeconds)
                .addEach(sweep.table(), SweepRow::values, spread -> cell(spread, sweep.repeats() > 1))
                .build("values", null, "a row per step", sweep.table(), Detail.PAGE);
    }
}

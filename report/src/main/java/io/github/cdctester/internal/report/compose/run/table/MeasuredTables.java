// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.report.UnfinishedRun.Load;
import io.github.cdctester.internal.report.UnfinishedRun.MeasuredPart;
import io.github.cdctester.internal.report.UnfinishedRun.OneLoad;
import io.github.cdctester.internal.report.UnfinishedRun.Stream;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Quantity;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.LargeTransactions;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates tables of totals, rates, delays and write latencies. */
public final class MeasuredTables {

    public static final int MAX_ROWS = 200;

    public record NamedDurations(String name, DurationSummary durations) {}

    private static final TableBuilder<NamedDurations> DURATIONS = new TableBuilder<NamedDurations>()
            .add(Column.text("", ""), NamedDurations::name)
            .add(Column.count("count", "count").onPage(), NamedDurations::durations, DurationSummary::count)
            .addDuration(Column.millis("mean", "mean"), NamedDurations::durations, DurationSummary::meanMillis)
            .addDuration(Column.millis("p50", "p50"), NamedDurations::durations, DurationSummary::p50Millis)
            .addDuration(Column.millis("p95", "p95"), NamedDurations::durations, DurationSummary::p95Millis)
            .addDuration(Column.millis("p99", "p99"), NamedDurations::durations, DurationSummary::p99Millis)
            .addDuration(Column.millis("p999", "p99.9"), NamedDurations::durations, DurationSummary::p999Millis)
            .addDuration(Column.millis("max", "max"), NamedDurations::durations, DurationSummary::maxMillis);

    private static final List<Column> RATES = List.of(
            Column.text("", ""),
            Column.decimal("perSecond", "per second", 1),
            Column.decimal("total", "total", 0),
            Column.text("", ""));

    private static final TableBuilder<OneLoad> LOADS = new TableBuilder<OneLoad>()
            .add(Column.text("load", "load"), OneLoad::name)
            .add(Column.count("transactions", "total"), OneLoad::write, Load::transactions)
            .add(Column.decimal("tps", "TPS", 1), OneLoad::write, Load::transactionsPerSecond)
            .add(Column.decimal("qps", "QPS", 1), OneLoad::write, Load::queriesPerSecond)
            .addDuration(Column.millis("p50", "lat p50"), MeasuredTables::latency, DurationSummary::p50Millis)
            .addDuration(Column.millis("p99", "lat p99"), MeasuredTables::latency, DurationSummary::p99Millis)
            .addDuration(Column.millis("max", "lat max"), MeasuredTables::latency, DurationSummary::maxMillis)
            .add(Column.seconds("seconds", "lasted", 1).inGroup(1), OneLoad::seconds);

    private MeasuredTables() {}

    private static DurationSummary latency(OneLoad load) {
        return load.write().latency();
    }

    public static Table durations(String id, String title, List<NamedDurations> rows, Detail detail) {
        return DURATIONS.build(id, title, null, rows, detail);
    }

    /**
     * Also contains the durations of large transactions.
     *
     * @param ofParts true if streams divide the log, so that each part of a transaction has a delay
     */
    public static Table delays(DurationSummary delay, @Nullable RunResult result, boolean ofParts) {
        List<NamedDurations> rows = new ArrayList<>(List.of(new NamedDurations("DT", delay)));
        if (result != null) {
            CdcSummary cdc = result.summary().stream();
            if (cdc.delayEndToEnd().count() > 0) {
                rows.add(new NamedDurations("end to end", cdc.delayEndToEnd()));
            }
            cdc.delays()
                    .forEach((source, values) -> rows.add(new NamedDurations(
                            "by " + source + (source == DelaySource.EVENT_HEADER ? " (0 to 1 s too long)" : ""),
                            values)));
            addLargeTransactions(cdc.largeTransactions(), rows);
        }
        String countedItem = DelaySource.HEARTBEAT.name().equals(delay.source())
                ? "heartbeat"
                : ofParts ? "transaction part" : "transaction";
        String source = delay.source() == null
                ? "not measured"
                : "by " + delay.source() + " of " + PlainText.withNoun(delay.count(), countedItem)
                        + (result != null && result.summary().stream().foreign() > 0 ? " of this run" : "");
        return durations("delays", "DT, " + source, rows, Detail.SUMMARY);
    }

    /** Other transactions get two rows: during large transactions, and at other times. */
    private static void addLargeTransactions(@Nullable LargeTransactions largeTransactions, List<NamedDurations> rows) {
        if (largeTransactions == null) {
            return;
        }
        if (largeTransactions.delay().count() > 0) {
            rows.add(new NamedDurations("large ones, first byte", largeTransactions.delayAtFirstByte()));
            rows.add(new NamedDurations("large ones, last byte", largeTransactions.delay()));
        }
        rows.add(new NamedDurations("large ones passing", largeTransactions.passing()));
        if (largeTransactions.othersDuring().count()
                        + largeTransactions.othersElse().count()
                > 0) {
            rows.add(new NamedDurations("others during a large one", largeTransactions.othersDuring()));
            rows.add(new NamedDurations("others else", largeTransactions.othersElse()));
        }
    }

    public static Table latencies(Load load, @Nullable WriteSummary write) {
        List<NamedDurations> rows = new ArrayList<>(List.of(new NamedDurations("latency", load.latency())));
        if (write != null) {
            if (write.omitsStarts()) {
                Double percent = write.leftOutPercent();
                String share = percent == null || !write.workloads().isEmpty() // of the open loops only
                        ? ""
                        : String.format(Locale.ROOT, percent < 10 ? ", %.1f %%" : ", %.0f %%", percent);
                rows.add(new NamedDurations("+ waiting" + share, write.latencyWithWaiting()));
            }
            write.latencyByKind().forEach((kind, latency) -> {
                if (latency.count() > 0) { // most of a storm's 44 kinds may be unused
                    rows.add(new NamedDurations(kind, latency));
                }
            });
        }
        if (load.startDelay().count() > 0) {
            rows.add(new NamedDurations("start delay", load.startDelay()));
            if (write != null) {
                rows.add(new NamedDurations("service time", write.serviceTime()));
            }
        }
        return durations("latencies", "Write latency", rows, Detail.SUMMARY);
    }

    public static Table rates(MeasuredPart part, @Nullable RunResult result) {
        List<Row> rows = new ArrayList<>();
        if (part.cdc() != null) {
            addStreamRates(part.cdc(), result, rows);
        }
        Load write = part.write();
        if (write != null) {
            WriteSummary writeSummary = result == null ? null : result.summary().write();
            String errors = write.errors() == 0 ? "" : PlainText.withThousandsSeparators(write.errors()) + " errors";
            rows.add(Row.of(
                    "write TPS",
                    write.transactionsPerSecond(),
                    write.transactions(),
                    writeSummary == null ? errors : outcomes(writeSummary)));
            rows.add(Row.of("write QPS", write.queriesPerSecond(), write.queries(), ""));
            if (writeSummary != null && writeSummary.newOrdersPerMinute() != null) {
                rows.add(Row.of("new orders", null, null, newOrders(writeSummary)));
            }
        }
        boolean hasOtherClients = result != null
                && result.summary().cdc() != null
                && result.summary().cdc().foreign() > 0;
        return new Table(
                "rates", hasOtherClients ? "Rates, of all clients" : "Rates", null, RATES, rows, Detail.SUMMARY);
    }

    private static void addStreamRates(Stream cdc, @Nullable RunResult result, List<Row> rows) {
        CdcSummary summary = result == null ? null : result.summary().stream();
        CdcSummary.Own ownTotals = summary == null ? null : summary.own();
        rows.add(byteRateRow(
                "BPS",
                cdc.bytesPerSecond(),
                cdc.bytes(),
                perTransaction(
                        ownTotals == null ? cdc.bytes() : ownTotals.bytes(),
                        ownTotals,
                        cdc,
                        "%,.1f bytes per transaction")));
        LargeTransactions largeTransactions = summary == null ? null : summary.largeTransactions();
        if (largeTransactions != null) {
            rows.add(byteRateRow(
                    "passing",
                    largeTransactions.passingBytesPerSecond(),
                    largeTransactions.bytes(),
                    "while " + PlainText.withNoun(largeTransactions.transactions(), "large transaction") + " passed"));
        }
        rows.add(Row.of(
                "EPS",
                cdc.eventsPerSecond(),
                cdc.events(),
                perTransaction(
                        ownTotals == null ? cdc.events() : ownTotals.events(),
                        ownTotals,
                        cdc,
                        "%,.2f events per transaction")));
        String ownRemark = ownTotals == null || ownTotals.transactions() >= cdc.transactions()
                ? ""
                : PlainText.withThousandsSeparators(ownTotals.transactions()) + " of this run"
                        + (cdc.heartbeats() == 0 ? "" : ", ");
        rows.add(Row.of("TPS", cdc.transactionsPerSecond(), cdc.transactions(), ownRemark + cdc.heartbeatRemark()));
        if (summary != null && summary.rowsPerSecond() != null) {
            long rowCount = summary.rows() - summary.heartbeats().rows();
            rows.add(Row.of("rows", summary.rowsPerSecond(), rowCount, ""));
        }
    }

    private static Row byteRateRow(String name, @Nullable Double bytesPerSecond, long bytes, String remark) {
        return Row.of(
                name,
                bytesPerSecond == null ? null : new Quantity(bytesPerSecond, Unit.MEGABYTES_PER_SECOND, 2),
                new Quantity(bytes, Unit.MEGABYTES, 2),
                remark);
    }

    /** Divides by the number of this run's transactions if known, otherwise by all transactions. */
    private static String perTransaction(long count, CdcSummary.@Nullable Own ownTotals, Stream cdc, String format) {
        long transactions = ownTotals == null ? cdc.transactions() : ownTotals.transactions();
        String ownRemark = ownTotals == null || ownTotals.transactions() >= cdc.transactions() ? "" : " of this run";
        return transactions == 0 ? "" : String.format(Locale.ROOT, format, (double) count / transactions) + ownRemark;
    }

    private static String newOrders(WriteSummary write) {
        Double efficiency = write.newOrderEfficiencyPercent();
        return RunTexts.oneDecimal(Objects.requireNonNull(write.newOrdersPerMinute()))
                + " per minute, not audited, not tpmC"
                + (efficiency == null ? "" : String.format(Locale.ROOT, "; %.1f %% of 12.86", efficiency));
    }

    private static String outcomes(WriteSummary write) {
        List<String> parts = new ArrayList<>();
        if (write.logged() != write.transactions()) {
            parts.add(PlainText.withThousandsSeparators(write.logged()) + " commits in the log");
        }
        add(write.rolledBack(), "rolled back on purpose", parts);
        write.errorsPerCode()
                .forEach((code, count) -> parts.add(PlainText.withThousandsSeparators(count) + " errors " + code));
        add(write.reconnects(), "reconnects", parts);
        add(write.plannedReconnects(), "planned reconnects", parts);
        add(write.unknownOutcome(), "with unknown outcome", parts);
        return String.join(", ", parts);
    }

    private static void add(long count, String label, List<String> parts) {
        if (count > 0) {
            parts.add(PlainText.withThousandsSeparators(count) + " " + label);
        }
    }

    public static Table loads(List<OneLoad> loads, Detail detail) {
        return LOADS.buildFirst(MAX_ROWS, "loads", "Loads", loads, detail);
    }

    public static Table counts(WriteSummary write) {
        List<Row> rows = new ArrayList<>();
        write.transactionsByKind().forEach((kind, count) -> rows.add(Row.of("transactions " + kind, count)));
        rows.add(Row.of("statements that read", write.reads()));
        rows.add(Row.of("statements that write", write.writes()));
        rows.add(Row.of("other statements", write.other()));
        return new Table(
                "counts",
                "Transactions and statements",
                null,
                List.of(Column.text("what", ""), Column.count("count", "count")),
                rows,
                Detail.PAGE);
    }
}

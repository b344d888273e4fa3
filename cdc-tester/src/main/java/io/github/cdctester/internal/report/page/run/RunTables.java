// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.CdcSummary.ChangeKind;
import io.github.cdctester.result.CdcSummary.LargeTransactions;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.StreamSummary;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a run's numbers. */
final class RunTables {

    static final int MOST_ROWS = 200;

    private RunTables() {}

    static Table delays(CdcSummary cdc) {
        List<Row> rows = new ArrayList<>();
        rows.add(Cells.duration("DT", cdc.delay()));
        rows.add(Cells.duration("DT at the first byte", cdc.delayAtFirstByte()));
        if (cdc.delayEndToEnd().count() > 0) {
            rows.add(Cells.duration("end to end", cdc.delayEndToEnd()));
        }
        cdc.delays()
                .forEach((source, delay) -> rows.add(
                        Cells.duration("by " + source + (source == DelaySource.EVENT_HEADER ? " (±1 s)" : ""), delay)));
        LargeTransactions large = cdc.largeTransactions();
        if (large != null) {
            rows.add(Cells.duration("large ones, first byte", large.delayAtFirstByte()));
            rows.add(Cells.duration("large ones, last byte", large.delay()));
            rows.add(Cells.duration("large ones passing", large.passing()));
            rows.add(Cells.duration("others during a large one", large.othersDuring()));
            rows.add(Cells.duration("others else", large.othersElse()));
        }
        return Cells.durations("DT of the measured part", null, rows);
    }

    static List<Block> writes(WriteSummary write) {
        List<Block> tables = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        rows.add(Cells.duration("latency", write.latency()));
        if (write.hasLeftOut()) {
            rows.add(Cells.duration("with what was waiting", write.latencyWithWaiting()));
        }
        write.latencyByKind().forEach((kind, latency) -> rows.add(Cells.duration(kind, latency)));
        if (write.startDelay().count() > 0) {
            rows.add(Cells.duration("start delay", write.startDelay()));
            rows.add(Cells.duration("service time", write.serviceTime()));
        }
        tables.add(Cells.durations("Write latency of the measured part", null, rows));
        if (!write.workloads().isEmpty()) {
            tables.add(loads(write.workloads()));
        }
        tables.add(counts(write));
        return tables;
    }

    private static Table counts(WriteSummary write) {
        List<Row> counts = new ArrayList<>();
        write.transactionsByKind()
                .forEach((kind, count) ->
                        counts.add(Cells.row(Cells.text("transactions " + kind), Cells.number(count))));
        counts.add(Cells.row(Cells.text("statements that read"), Cells.number(write.reads())));
        counts.add(Cells.row(Cells.text("statements that write"), Cells.number(write.writes())));
        counts.add(Cells.row(Cells.text("other statements"), Cells.number(write.other())));
        if (write.rolledBack() > 0) {
            counts.add(Cells.row(Cells.text("rolled back on purpose"), Cells.number(write.rolledBack())));
        }
        write.errorsPerCode()
                .forEach((code, count) -> counts.add(Cells.row(Cells.text("errors " + code), Cells.number(count))));
        if (write.reconnects() > 0) {
            counts.add(Cells.row(Cells.text("reconnects"), Cells.number(write.reconnects())));
        }
        if (write.newOrdersPerMinute() != null) {
            counts.add(Cells.row(
                    Cells.text("new orders a minute, not audited, not tpmC"),
                    Cells.number(RunWords.one(write.newOrdersPerMinute()))));
        }
        return TextCells.table("What was written", null, List.of("", "count"), counts);
    }

    static Table loads(List<WorkloadSummary> loads) {
        return TextCells.table(
                "Loads",
                null,
                List.of("load", "threads", "seconds", "transactions", "TPS", "QPS", "p50 ms", "p99 ms", "max ms"),
                loads.stream().limit(MOST_ROWS).map(RunTables::load).toList());
    }

    private static Row load(WorkloadSummary load) {
        WriteSummary its = load.write();
        return Cells.row(
                Cells.text(load.name()),
                Cells.number(load.threads()),
                Cells.number(RunWords.one(load.seconds())),
                Cells.number(its.transactions()),
                Cells.number(RunWords.one(its.transactionsPerSecond())),
                Cells.number(RunWords.one(its.queriesPerSecond())),
                Cells.millis(its.latency().carried().p50Millis()),
                Cells.millis(its.latency().carried().p99Millis()),
                Cells.millis(its.latency().maxMillis()));
    }

    /** Events by kind, and rows by table where they were counted. */
    static List<Block> events(CdcSummary cdc) {
        List<Block> tables = new ArrayList<>();
        if (!cdc.eventsByKind().isEmpty()) {
            tables.add(eventsByKind(
                    cdc.eventsByKind(),
                    cdc.events(),
                    cdc.payloads().transactions() == 0
                            ? null
                            : cdc.payloads().transactions()
                                    + " compressed, each of them one event here, with what is in it left out: "
                                    + RunWords.megabytes(cdc.payloads().wireBytes()) + " MB that hold "
                                    + RunWords.megabytes(cdc.payloads().inflatedBytes()) + " MB."));
        }
        if (!cdc.rowsByTable().isEmpty()) {
            tables.add(TextCells.table(
                    "Rows by table",
                    cdc.rowsByTable().size() > MOST_ROWS
                            ? "The first " + MOST_ROWS + " tables; result.json has all."
                            : null,
                    List.of("table", "inserted", "updated", "deleted"),
                    cdc.rowsByTable().entrySet().stream()
                            .limit(MOST_ROWS)
                            .map(table -> Cells.row(
                                    Cells.text(table.getKey()),
                                    rows(table.getValue(), ChangeKind.INSERT),
                                    rows(table.getValue(), ChangeKind.UPDATE),
                                    rows(table.getValue(), ChangeKind.DELETE)))
                            .toList()));
        }
        return tables;
    }

    /** The most frequent first. */
    static Table eventsByKind(Map<String, Long> events, long all, @Nullable String note) {
        return TextCells.table(
                "Events by kind",
                note,
                List.of("kind", "events", "of all"),
                events.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                        .limit(MOST_ROWS)
                        .map(kind -> Cells.row(
                                Cells.text(kind.getKey()),
                                Cells.number(kind.getValue()),
                                Cells.number(percent(kind.getValue(), all))))
                        .toList());
    }

    private static Cell rows(Map<ChangeKind, Long> rows, ChangeKind kind) {
        return Cells.number(rows.getOrDefault(kind, 0L));
    }

    private static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    /** A row a stream. */
    static Table streams(Summary summary) {
        List<Row> rows = new ArrayList<>();
        summary.streams().stream().limit(MOST_ROWS).forEach(stream -> rows.add(stream(stream)));
        rows.add(stream("all", "", summary.cdc()));
        return TextCells.table(
                "Streams",
                summary.streams().size() > MOST_ROWS ? "The first " + MOST_ROWS + "; result.json has all." : null,
                List.of("stream", "at", "MB/s", "EPS", "TPS", "DT p50 ms", "DT p99 ms", "DT max ms"),
                rows);
    }

    private static Row stream(StreamSummary stream) {
        return stream(stream.name(), stream.endpoint(), stream.cdc());
    }

    private static Row stream(String name, String at, CdcSummary cdc) {
        return Cells.row(
                Cells.text(name),
                Cells.text(at),
                Cells.number(RunWords.megabytes(cdc.bytesPerSecond())),
                Cells.number(RunWords.one(cdc.eventsPerSecond())),
                Cells.number(RunWords.one(cdc.transactionsPerSecond())),
                Cells.millis(cdc.delay().carried().p50Millis()),
                Cells.millis(cdc.delay().carried().p99Millis()),
                Cells.millis(cdc.delay().maxMillis()));
    }

    /** The breaks of the stream; {@code null} where there was none. */
    static @Nullable Table gaps(CdcSummary cdc, RunTime time) {
        return cdc.gaps().isEmpty()
                ? null
                : TextCells.table(
                        "Breaks of the stream",
                        cdc.gaps().size() > MOST_ROWS ? "The first " + MOST_ROWS + "; result.json has more." : null,
                        List.of("at s", "for s", "attempts", "broken by", "from", "to", "found again by"),
                        cdc.gaps().stream()
                                .limit(MOST_ROWS)
                                .map(gap -> Cells.row(
                                        Cells.number(RunWords.one(time.ofInstant(gap.at()))),
                                        Cells.number(RunWords.one(gap.seconds())),
                                        Cells.number(gap.attempts()),
                                        Cells.text(gap.reason()),
                                        Cells.text(gap.from()),
                                        Cells.text(gap.to()),
                                        Cells.text(gap.by().name().toLowerCase(Locale.ROOT))))
                                .toList());
    }
}

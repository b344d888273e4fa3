// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.compose.chart.TimeAxis;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.CdcSummary.ChangeKind;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.StreamSpread;
import io.github.cdctester.result.Summary.StreamSpread.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What the stream carried, each stream of several, and where it broke. */
final class StreamTables {

    private static final int MOST_ROWS = MeasuredTables.MOST_ROWS;

    private static final List<Column> STREAMS = List.of(
            Column.text("stream", "stream"),
            Column.text("endpoint", "at").onPage(),
            Column.number("bps", "", Unit.MEGABYTES_PER_SECOND, 2),
            Column.number("eps", "EPS", Unit.NONE, 1),
            Column.number("tps", "TPS", Unit.NONE, 1),
            Column.millis("p50", "DT p50"),
            Column.millis("p99", "DT p99"),
            Column.millis("max", "DT max"));

    private StreamTables() {}

    /** A row a stream, all together, and how far they are apart. */
    static Table streams(Summary summary) {
        List<Row> rows = new ArrayList<>();
        summary.streams().stream()
                .limit(MOST_ROWS)
                .forEach(stream -> rows.add(stream(stream.name(), stream.endpoint(), stream.cdc())));
        rows.add(stream("all", "", summary.cdc()));
        StreamSpread spread = summary.overStreams();
        if (spread != null) {
            rows.add(spread("min", spread, Range::min));
            rows.add(spread("avg", spread, Range::avg));
            rows.add(spread("max", spread, Range::max));
        }
        return new Table(
                "streams",
                "Streams",
                summary.streams().size() > MOST_ROWS ? "The first " + MOST_ROWS + "; result.json has all." : null,
                STREAMS,
                rows,
                Detail.SUMMARY);
    }

    private static Row stream(String name, String at, CdcSummary cdc) {
        return Row.of(
                name,
                at,
                cdc.bytesPerSecond(),
                cdc.eventsPerSecond(),
                cdc.transactionsPerSecond(),
                cdc.delay().carried().p50Millis(),
                cdc.delay().carried().p99Millis(),
                cdc.delay().maxMillis());
    }

    private static Row spread(String name, StreamSpread spread, ToDoubleFunction<Range> value) {
        return Row.of(
                name,
                "",
                value.applyAsDouble(spread.bytesPerSecond()),
                value.applyAsDouble(spread.eventsPerSecond()),
                value.applyAsDouble(spread.transactionsPerSecond()),
                known(spread.delayP50Millis(), value),
                known(spread.delayP99Millis(), value),
                known(spread.delayMaxMillis(), value));
    }

    private static @Nullable Double known(@Nullable Range range, ToDoubleFunction<Range> value) {
        return range == null ? null : (Double) value.applyAsDouble(range);
    }

    /** The most frequent kinds first. */
    static Table events(Map<String, Long> events, long all, @Nullable String note) {
        return new Table(
                "events",
                "Events by kind",
                note,
                List.of(
                        Column.text("kind", "kind"),
                        Column.count("events", "events"),
                        Column.number("share", "of all", Unit.PERCENT, 1)),
                events.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                        .limit(MOST_ROWS)
                        .map(kind ->
                                Row.of(kind.getKey(), kind.getValue(), all == 0 ? null : 100.0 * kind.getValue() / all))
                        .toList(),
                Detail.PAGE);
    }

    /** What of the transactions was compressed; {@code null} where nothing was. */
    static @Nullable String payloads(CdcSummary cdc) {
        CdcSummary.Payloads payloads = cdc.payloads();
        long inner = payloads.innerEventsByKind().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        return payloads.transactions() == 0
                ? null
                : RunWords.counted(payloads.transactions(), "compressed transaction")
                        + ", in BPS and EPS as on the wire: " + RunWords.megabytes(payloads.wireBytes())
                        + " MB that hold " + RunWords.megabytes(payloads.inflatedBytes()) + " MB"
                        + (inner == 0 ? "" : " and " + inner + " events");
    }

    static Table rowsByTable(CdcSummary cdc) {
        return new Table(
                "rows",
                "Rows by table",
                cdc.rowsByTable().size() > MOST_ROWS
                        ? "The first " + MOST_ROWS + " tables; result.json has all."
                        : null,
                List.of(
                        Column.text("table", "table"),
                        Column.count("inserted", "inserted"),
                        Column.count("updated", "updated"),
                        Column.count("deleted", "deleted")),
                cdc.rowsByTable().entrySet().stream()
                        .limit(MOST_ROWS)
                        .map(table -> Row.of(
                                table.getKey(),
                                table.getValue().getOrDefault(ChangeKind.INSERT, 0L),
                                table.getValue().getOrDefault(ChangeKind.UPDATE, 0L),
                                table.getValue().getOrDefault(ChangeKind.DELETE, 0L)))
                        .toList(),
                Detail.PAGE);
    }

    /** Where the stream broke, if it did. */
    static Optional<Table> gaps(CdcSummary cdc, TimeAxis time) {
        return cdc.gaps().isEmpty()
                ? Optional.empty()
                : Optional.of(new Table(
                        "gaps",
                        "Breaks of the stream",
                        cdc.gaps().size() > MOST_ROWS ? "The first " + MOST_ROWS + "; result.json has more." : null,
                        List.of(
                                Column.number("at", "at", Unit.SECONDS, 1),
                                Column.number("seconds", "for", Unit.SECONDS, 1),
                                Column.count("attempts", "attempts"),
                                Column.text("reason", "broken by"),
                                Column.text("from", "from"),
                                Column.text("to", "to"),
                                Column.text("by", "found again by")),
                        cdc.gaps().stream()
                                .limit(MOST_ROWS)
                                .map(gap -> Row.of(
                                        time.ofInstant(gap.at()),
                                        gap.seconds(),
                                        gap.attempts(),
                                        gap.reason(),
                                        gap.from(),
                                        gap.to(),
                                        RunWords.lower(gap.by())))
                                .toList(),
                        Detail.PAGE));
    }
}

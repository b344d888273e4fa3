// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import io.github.cdctester.internal.report.compose.chart.TimeAxis;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.ChangeKind;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.StreamSpread;
import io.github.cdctester.result.summary.Summary.StreamSpread.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Creates tables of the stream's contents, of individual streams, and of broken connections. */
public final class StreamTables {

    private static final int MAX_ROWS = MeasuredTables.MAX_ROWS;

    private static final List<Column> STREAMS = List.of(
            Column.text("stream", "stream"),
            Column.text("endpoint", "server").onPage(),
            Column.number("bps", "", Unit.MEGABYTES_PER_SECOND, 2),
            Column.decimal("eps", "EPS", 1),
            Column.decimal("tps", "TPS", 1),
            Column.millis("p50", "DT p50"),
            Column.millis("p99", "DT p99"),
            Column.millis("max", "DT max"));

    private StreamTables() {}

    /** Rows of totals, and of the minimum, average and maximum over the streams, follow the streams. */
    public static Table streams(Summary summary) {
        List<Row> rows = new ArrayList<>();
        summary.streams().stream()
                .limit(MAX_ROWS)
                .forEach(stream -> rows.add(stream(stream.name(), stream.endpoint(), stream.cdc())));
        rows.add(stream("all", "", summary.stream()));
        StreamSpread spread = summary.overStreams();
        if (spread != null) {
            long fewestDelays = summary.streams().stream()
                    .mapToLong(stream -> stream.cdc().delay().count())
                    .filter(count -> count > 0)
                    .min()
                    .orElse(0);
            rows.add(spread("min", spread, fewestDelays, Range::min));
            rows.add(spread("avg", spread, fewestDelays, Range::avg));
            rows.add(spread("max", spread, fewestDelays, Range::max));
        }
        return new Table(
                "streams",
                "Streams",
                summary.streams().size() > MAX_ROWS ? "The first " + MAX_ROWS + "; result.json has all." : null,
                STREAMS,
                rows,
                Detail.SUMMARY);
    }

    private static Row stream(String name, String endpoint, CdcSummary cdc) {
        return Row.of(
                name,
                endpoint,
                cdc.bytesPerSecond(),
                cdc.eventsPerSecond(),
                cdc.transactionsPerSecond(),
                cdc.delay().withoutUnreliablePercentiles().p50Millis(),
                cdc.delay().withoutUnreliablePercentiles().p99Millis(),
                cdc.delay().maxMillis());
    }

    private static Row spread(String name, StreamSpread spread, long fewestDelays, ToDoubleFunction<Range> value) {
        return Row.of(
                name,
                "",
                value.applyAsDouble(spread.bytesPerSecond()),
                value.applyAsDouble(spread.eventsPerSecond()),
                value.applyAsDouble(spread.transactionsPerSecond()),
                DurationSummary.isMeaningful(50, fewestDelays) ? valueOrNull(spread.delayP50Millis(), value) : null,
                DurationSummary.isMeaningful(99, fewestDelays) ? valueOrNull(spread.delayP99Millis(), value) : null,
                valueOrNull(spread.delayMaxMillis(), value));
    }

    private static @Nullable Double valueOrNull(@Nullable Range range, ToDoubleFunction<Range> value) {
        return range == null ? null : (Double) value.applyAsDouble(range);
    }

    /** The most frequent kind comes first. */
    public static Table events(Map<String, Long> events, @Nullable String note) {
        long total = events.values().stream().mapToLong(Long::longValue).sum();
        List<Map.Entry<String, Long>> kinds = events.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        return new TableBuilder<Map.Entry<String, Long>>()
                .add(Column.text("kind", "kind"), Map.Entry::getKey)
                .add(Column.count("events", "events"), Map.Entry::getValue)
                .add(
                        Column.number("share", "of all", Unit.PERCENT, 1),
                        kind -> total == 0 ? null : 100.0 * kind.getValue() / total)
                .buildFirst(MAX_ROWS, "events", "Events by kind", kinds, Detail.PAGE)
                .withNote(note);
    }

    /** Returns {@code null} if there are no compressed transactions. */
    public static @Nullable String payloads(CdcSummary cdc) {
        CdcSummary.Payloads payloads = cdc.payloads();
        long innerEvents = payloads.innerEventsByKind().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        return payloads.transactions() == 0
                ? null
                : PlainText.withNoun(payloads.transactions(), "compressed transaction")
                        + ", in BPS and EPS as on the wire: " + RunTexts.megabytes(payloads.wireBytes())
                        + " MB that hold " + RunTexts.megabytes(payloads.inflatedBytes()) + " MB"
                        + (innerEvents == 0 ? "" : " and " + innerEvents + " events");
    }

    public static Table rowsByTable(CdcSummary cdc) {
        return new TableBuilder<Map.Entry<String, Map<ChangeKind, Long>>>()
                .add(Column.text("table", "table"), Map.Entry::getKey)
                .add(Column.count("inserted", "inserted"), table -> changes(table, ChangeKind.INSERT))
                .add(Column.count("updated", "updated"), table -> changes(table, ChangeKind.UPDATE))
                .add(Column.count("deleted", "deleted"), table -> changes(table, ChangeKind.DELETE))
                .buildFirst(MAX_ROWS, "rows", "Rows by table", cdc.rowsByTable().entrySet(), Detail.PAGE);
    }

    private static Long changes(Map.Entry<String, Map<ChangeKind, Long>> table, ChangeKind kind) {
        return table.getValue().getOrDefault(kind, 0L);
    }

    /** Returns empty if the stream was always connected. */
    public static Optional<Table> gaps(CdcSummary cdc, TimeAxis time) {
        return cdc.gaps().isEmpty()
                ? Optional.empty()
                : Optional.of(new TableBuilder<CdcSummary.Gap>()
                        .add(Column.seconds("at", "at", 1), gap -> time.ofInstant(gap.at()))
                        .add(Column.seconds("seconds", "lasted", 1), CdcSummary.Gap::seconds)
                        .add(Column.count("attempts", "attempts"), CdcSummary.Gap::attempts)
                        .add(Column.text("reason", "reason"), CdcSummary.Gap::reason)
                        .add(Column.text("from", "from"), CdcSummary.Gap::from)
                        .add(Column.text("to", "to"), CdcSummary.Gap::to)
                        .add(Column.text("by", "resumed by"), gap -> PlainText.asWords(gap.by()))
                        .buildFirst(MAX_ROWS, "gaps", "Breaks of the stream", cdc.gaps(), Detail.PAGE));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.PayloadCounts;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.meter.StreamCounts;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.LargeTransactionEffect;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary.Drain;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Totals of one or several streams. For several streams, rates and counts are sums, and delays include all streams.
 *
 * @param seconds length of a phase; for the measured part, until its end or the last arrival, whichever is later
 * @param largeTransactions {@code null} if not measured
 * @param from {@code null} if several streams have different starts
 * @param to {@code null} if several streams have different ends
 * @param drain {@code null} for a phase
 * @param hasOwn true if the run's own transactions are known; {@code delays} and {@code drain} then include only them
 */
public record StreamTotals(
        StreamCounts counts,
        double seconds,
        Rates rates,
        DelayParts delays,
        @Nullable LargeTransactionEffect largeTransactions,
        Map<String, Map<CdcSummary.ChangeKind, Long>> rowsByTable,
        PayloadCounts payloads,
        long omittedBytes,
        long incompleteTransactions,
        List<CdcSummary.Gap> gaps,
        CdcSummary.@Nullable Position from,
        CdcSummary.@Nullable Position to,
        @Nullable Drain drain,
        boolean hasOwn) {

    /** Per second, without heartbeats. */
    record Rates(double bytes, double events, double transactions, double rows) {

        /** A count in {@code arrived} is capped at the count in {@code max}. */
        static Rates of(StreamCounts arrived, StreamCounts max, double seconds) {
            return new Rates(
                    rate(arrived, max, Metric.BYTES, Metric.HEARTBEAT_BYTES, seconds),
                    rate(arrived, max, Metric.EVENTS, Metric.HEARTBEAT_EVENTS, seconds),
                    rate(arrived, max, Metric.TRANSACTIONS, Metric.HEARTBEATS, seconds),
                    rate(arrived, max, Metric.ROWS, Metric.HEARTBEAT_ROWS, seconds));
        }

        private static double rate(
                StreamCounts arrived, StreamCounts max, Metric all, Metric heartbeats, double seconds) {
            long arrivedCount = arrived.get(all) - arrived.get(heartbeats);
            return StreamTotals.rate(Math.min(arrivedCount, max.get(all) - max.get(heartbeats)), seconds);
        }

        Rates plus(Rates other) {
            return new Rates(
                    bytes + other.bytes, events + other.events, transactions + other.transactions, rows + other.rows);
        }
    }

    public static double rate(long count, double seconds) {
        return seconds > 0 ? count / seconds : 0;
    }

    /**
     * Returns empty without a stream. Omits rows by table, payloads, large transactions and gaps: these are known only after the readers
     * have ended.
     */
    public static Optional<StreamTotals> ofPhase(List<Sampler.Interval> streams, double seconds) {
        return streams.stream()
                .map(stream -> new StreamTotals(
                        stream.counts(),
                        seconds,
                        Rates.of(stream.counts(), stream.counts(), seconds),
                        stream.delays(),
                        null,
                        Map.of(),
                        PayloadCounts.ZERO,
                        0,
                        0,
                        List.of(),
                        streams.size() > 1 ? null : StreamFacts.position(stream.from()),
                        streams.size() > 1 ? null : StreamFacts.position(stream.to()),
                        null,
                        stream.onlyOwn()))
                .reduce(StreamTotals::plus);
    }

    StreamTotals plus(StreamTotals other) {
        return new StreamTotals(
                counts.plus(other.counts),
                Math.max(seconds, other.seconds),
                rates.plus(other.rates),
                delays.plus(other.delays),
                largeTransactions == null || other.largeTransactions == null
                        ? largeTransactions == null ? other.largeTransactions : largeTransactions
                        : largeTransactions.plus(other.largeTransactions),
                merge(rowsByTable, other.rowsByTable, (first, second) -> merge(first, second, Long::sum)),
                payloads.plus(other.payloads),
                omittedBytes + other.omittedBytes,
                incompleteTransactions + other.incompleteTransactions,
                Stream.concat(gaps.stream(), other.gaps.stream())
                        .sorted(Comparator.comparing(CdcSummary.Gap::at))
                        .toList(),
                Objects.equals(from, other.from) ? from : null,
                Objects.equals(to, other.to) ? to : null,
                drain == null || other.drain == null
                        ? null
                        : new Drain(
                                Math.max(drain.seconds(), other.drain.seconds()),
                                drain.transactions() + other.drain.transactions()),
                hasOwn && other.hasOwn);
    }

    private static <K extends Comparable<K>, V> Map<K, V> merge(
            Map<K, V> first, Map<K, V> second, BinaryOperator<V> plus) {
        Map<K, V> sums = new TreeMap<>(first);
        second.forEach((key, value) -> sums.merge(key, value, plus));
        return sums;
    }

    /**
     * @param source of the delays
     * @param surplusParts transactions counted more than once, because streams that divide one log received parts of them
     */
    public CdcSummary summary(String source, RowCounting rowCounting, long surplusParts) {
        long transactionParts = counts.get(Metric.TRANSACTIONS) - counts.get(Metric.HEARTBEATS);
        long ownParts = hasOwn ? counts.get(Metric.OWN_TRANSACTIONS) : transactionParts;
        // at the borders of a phase, the counts and the surplus are taken one after the other
        long surplus = Math.min(surplusParts, Math.min(transactionParts, ownParts));
        Map<DelaySource, DurationSummary> bySource = new EnumMap<>(DelaySource.class);
        delays.bySource()
                .forEach((delaySource, measured) ->
                        bySource.put(delaySource, Durations.of(delaySource.name(), measured)));
        return new CdcSummary(
                Durations.of(source, delays.lastByte()),
                Durations.of(source, delays.firstByte()),
                Durations.of(source, delays.endToEnd()),
                largeTransactions == null ? null : StreamFacts.largeTransactions(source, largeTransactions),
                bySource,
                seconds,
                rates.bytes(),
                rates.events(),
                surplus == 0
                        ? rates.transactions()
                        : rates.transactions() * (transactionParts - surplus) / transactionParts,
                rowCounting == RowCounting.OFF ? null : (Double) rates.rows(),
                rowCounting.name().toLowerCase(Locale.ROOT),
                counts.get(Metric.ROWS),
                rowsByTable,
                counts.get(Metric.UNKNOWN_ROW_EVENTS),
                counts.get(Metric.BYTES),
                counts.get(Metric.EVENTS),
                counts.get(Metric.TRANSACTIONS) - surplus,
                counts.eventsByKind(),
                StreamFacts.payloads(payloads),
                new CdcSummary.Heartbeats(
                        counts.get(Metric.HEARTBEATS),
                        counts.get(Metric.HEARTBEAT_EVENTS),
                        counts.get(Metric.HEARTBEAT_BYTES),
                        counts.get(Metric.HEARTBEAT_ROWS)),
                source.equals(DelaySource.COMMIT_TIMESTAMP.name()) ? counts.get(Metric.UNKNOWN_COMMIT_TIMES) : 0,
                omittedBytes,
                incompleteTransactions,
                gaps,
                from,
                to,
                drain,
                hasOwn
                        ? CdcSummary.Own.of(
                                counts.get(Metric.OWN_TRANSACTIONS) - surplus,
                                counts.get(Metric.OWN_EVENTS),
                                counts.get(Metric.OWN_BYTES))
                        : null);
    }
}

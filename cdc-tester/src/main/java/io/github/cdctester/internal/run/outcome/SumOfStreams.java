// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Passages;
import io.github.cdctester.internal.meter.StreamSampler;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.internal.summary.StreamFacts;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.Summary.Drain;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Several streams as one: rates and totals are sums, a delay is that of any transaction in any stream. */
final class SumOfStreams {

    private final List<CdcSummary> each;
    private final List<StreamSampler> sampled;

    SumOfStreams(List<CdcSummary> each, List<StreamSampler> sampled) {
        this.each = each;
        this.sampled = sampled;
    }

    CdcSummary summary() {
        CdcSummary first = each.get(0);
        String source = first.delay().source();
        return new CdcSummary(
                Durations.of(source, merged(StreamSampler::windowDelay)),
                Durations.of(source, merged(StreamSampler::windowFirstByteDelay)),
                Durations.of(source, merged(StreamSampler::windowEndToEndDelay)),
                sampled.stream()
                        .flatMap(stream -> stream.windowPassages().stream())
                        .reduce(Passages::plus)
                        .map(passages -> StreamFacts.largeTransactions(source, passages))
                        .orElse(null),
                StreamTotals.delays(bySource()),
                each.stream().mapToDouble(CdcSummary::seconds).max().orElse(0),
                sum(CdcSummary::bytesPerSecond),
                sum(CdcSummary::eventsPerSecond),
                sum(CdcSummary::transactionsPerSecond),
                rowsPerSecond(),
                first.rowCounting(),
                count(CdcSummary::rows),
                rowsByTable(),
                count(CdcSummary::unknownRowEvents),
                count(CdcSummary::bytes),
                count(CdcSummary::events),
                count(CdcSummary::transactions),
                sums(CdcSummary::eventsByKind),
                new CdcSummary.Payloads(
                        count(stream -> stream.payloads().transactions()),
                        count(stream -> stream.payloads().wireBytes()),
                        count(stream -> stream.payloads().inflatedBytes()),
                        sums(stream -> stream.payloads().innerEventsByKind())),
                new CdcSummary.Heartbeats(
                        count(stream -> stream.heartbeats().transactions()),
                        count(stream -> stream.heartbeats().events()),
                        count(stream -> stream.heartbeats().bytes())),
                count(CdcSummary::unknownCommitTimes),
                count(CdcSummary::omittedBytes),
                count(CdcSummary::incompleteTransactions),
                each.stream()
                        .flatMap(stream -> stream.gaps().stream())
                        .sorted(Comparator.comparing(CdcSummary.Gap::at))
                        .toList(),
                common(CdcSummary::from),
                common(CdcSummary::to),
                drain());
    }

    private Drain drain() {
        List<Drain> drains = each.stream()
                .map(CdcSummary::drain)
                .map(Objects::requireNonNull)
                .toList();
        return new Drain(
                drains.stream().mapToDouble(Drain::seconds).max().orElse(0),
                drains.stream().mapToLong(Drain::transactions).sum());
    }

    private Distribution merged(Function<StreamSampler, Distribution> delay) {
        return Distribution.sum(sampled.stream().map(delay).toList());
    }

    private Map<DelaySource, Distribution> bySource() {
        Map<DelaySource, Distribution> sums = new EnumMap<>(DelaySource.class);
        for (StreamSampler stream : sampled) {
            stream.windowDelaysBySource().forEach((source, delay) -> sums.merge(source, delay, Distribution::plus));
        }
        return sums;
    }

    private double sum(ToDoubleFunction<CdcSummary> rate) {
        return each.stream().mapToDouble(rate).sum();
    }

    private long count(ToLongFunction<CdcSummary> total) {
        return each.stream().mapToLong(total).sum();
    }

    private @Nullable Double rowsPerSecond() {
        double sum = 0;
        for (CdcSummary stream : each) {
            Double rate = stream.rowsPerSecond();
            if (rate == null) {
                return null;
            }
            sum += rate;
        }
        return sum;
    }

    private Map<String, Map<CdcSummary.ChangeKind, Long>> rowsByTable() {
        Map<String, Map<CdcSummary.ChangeKind, Long>> sums = new TreeMap<>();
        for (CdcSummary stream : each) {
            stream.rowsByTable().forEach((table, kinds) -> {
                Map<CdcSummary.ChangeKind, Long> sum =
                        sums.computeIfAbsent(table, any -> new EnumMap<>(CdcSummary.ChangeKind.class));
                kinds.forEach((kind, rows) -> sum.merge(kind, rows, Long::sum));
            });
        }
        return sums;
    }

    private Map<String, Long> sums(Function<CdcSummary, Map<String, Long>> byKind) {
        Map<String, Long> sums = new TreeMap<>();
        each.forEach(stream -> byKind.apply(stream).forEach((kind, events) -> sums.merge(kind, events, Long::sum)));
        return sums;
    }

    /** Streams of one log may have the same place; of several logs there is none. */
    private CdcSummary.@Nullable Position common(Function<CdcSummary, CdcSummary.@Nullable Position> place) {
        CdcSummary.Position first = place.apply(each.get(0));
        return each.stream().map(place).allMatch(other -> other != null && other.equals(first)) ? first : null;
    }
}

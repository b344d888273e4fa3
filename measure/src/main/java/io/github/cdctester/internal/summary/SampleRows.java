// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.StreamState;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Converts samples to the rows of a result. */
public final class SampleRows {

    private SampleRows() {}

    public static SampleRow of(
            Sample sample, String delaySource, Map<String, Double> probes, List<ConsumerSecond> consumers) {
        double seconds = sample.seconds();
        return new SampleRow(
                sample.second(),
                SampleRow.RunPart.valueOf(sample.phase().name()),
                seconds,
                sample.write().map(values -> write(values, seconds)).orElse(null),
                sample.cdc() == null ? null : cdc(sample.cdc(), seconds, delaySource),
                sample.streams().stream()
                        .map(stream -> new SampleRow.Stream(stream.name(), cdc(stream.values(), seconds, delaySource)))
                        .toList(),
                sample.loads().stream()
                        .map(load -> new SampleRow.Workload(load.name(), write(load.values(), seconds)))
                        .toList(),
                Collections.unmodifiableMap(new LinkedHashMap<>(probes)),
                consumers.stream().map(second -> consumer(second, seconds)).toList());
    }

    private static SampleRow.Consumer consumer(ConsumerSecond second, double seconds) {
        return new SampleRow.Consumer(
                second.name(),
                Durations.of(second.delaySource(), second.values().durations(Metric.CONSUMER_DELAY)),
                second.values().columns(seconds));
    }

    private static SampleRow.Write write(MetricValues values, double seconds) {
        return new SampleRow.Write(
                values.columns(seconds),
                Durations.of(null, values.durations(Metric.LATENCY)),
                Durations.of(null, values.durations(Metric.START_DELAY)),
                Durations.of(null, values.durations(Metric.SERVICE_TIME)),
                histogram(values.durations(Metric.LATENCY)),
                histogram(values.durations(Metric.START_DELAY)),
                KindCounts.of(values.parts(Metric.WRITE_TRANSACTIONS)));
    }

    private static SampleRow.Cdc cdc(MetricValues values, double seconds, String delaySource) {
        Distribution delays = values.durations(Metric.DELAY);
        DurationSummary delay = Durations.of(delaySource, delays);
        return new SampleRow.Cdc(
                StreamState.ofOrdinal(values.get(Metric.STATE)) == StreamState.STUCK
                        ? delay.withMaxAtLeast(values.get(Metric.UNREAD_MILLIS))
                        : delay,
                values.columns(seconds),
                values.parts(Metric.EVENTS),
                histogram(delays));
    }

    private static @Nullable String histogram(Distribution durations) {
        return durations.count() == 0 ? null : durations.toBase64();
    }

    /** Stores counts in two arrays: a tree map of five counts would take four times the memory, and a day has 86,400 rows. */
    private static final class KindCounts extends AbstractMap<String, Long> {

        private final String[] kinds;
        private final long[] counts;

        private KindCounts(Map<String, Long> byKind) {
            kinds = byKind.keySet().toArray(String[]::new);
            counts = byKind.values().stream().mapToLong(Long::longValue).toArray();
        }

        /** For fewer than two kinds, returns an empty map, because the total contains the same information. */
        static Map<String, Long> of(Map<String, Long> byKind) {
            return byKind.size() < 2 ? Map.of() : new KindCounts(byKind);
        }

        @Override
        public Set<Map.Entry<String, Long>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Map.Entry<String, Long>> iterator() {
                    return IntStream.range(0, kinds.length)
                            .mapToObj(i -> Map.entry(kinds[i], counts[i]))
                            .iterator();
                }

                @Override
                public int size() {
                    return kinds.length;
                }
            };
        }
    }
}

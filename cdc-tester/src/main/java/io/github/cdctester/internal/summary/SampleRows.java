// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.StreamState;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Samples as rows of a result. */
public final class SampleRows {

    private SampleRows() {}

    /** Makes a row of a sample in which no consumer is judged. */
    public static SampleRow of(Sample sample, String delaySource, Map<String, Double> probes) {
        return of(sample, delaySource, probes, List.of());
    }

    /** Makes a row of a sample of a run that judges consumers. */
    public static SampleRow of(
            Sample sample, String delaySource, Map<String, Double> probes, List<ConsumerSecond> consumers) {
        double seconds = sample.seconds();
        return new SampleRow(
                sample.second(),
                SampleRow.Part.valueOf(sample.phase().name()),
                seconds,
                sample.write().map(side -> write(side, seconds)).orElse(null),
                cdc(sample.cdc(), seconds, delaySource),
                sample.streams().stream()
                        .map(stream -> new SampleRow.Stream(stream.name(), cdc(stream.values(), seconds, delaySource)))
                        .toList(),
                sample.loads().stream()
                        .map(load -> new SampleRow.Workload(load.name(), write(load.values(), seconds)))
                        .toList(),
                Collections.unmodifiableMap(new LinkedHashMap<>(probes)),
                consumers.stream().map(one -> consumer(one, seconds)).toList());
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
                StreamState.of(values.get(Metric.STATE)) == StreamState.STUCK
                        ? delay.atLeast(values.get(Metric.UNREAD_MILLIS))
                        : delay,
                values.columns(seconds),
                values.parts(Metric.EVENTS),
                histogram(delays));
    }

    private static @Nullable String histogram(Distribution durations) {
        return durations.count() == 0 ? null : durations.encoded();
    }
}

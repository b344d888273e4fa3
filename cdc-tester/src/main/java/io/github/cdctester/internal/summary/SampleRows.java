// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.StreamState;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Samples in the words of a result. */
public final class SampleRows {

    private SampleRows() {}

    /**
     * Makes a row of a sample.
     *
     * @param sample one second
     */
    public static SampleRow of(Sample sample, String delaySource, Map<String, Double> probes) {
        return of(sample, delaySource, probes, List.of());
    }

    /**
     * Makes a row of a sample of a run that judges consumers.
     *
     * @param sample one second
     */
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
                        .map(stream -> new SampleRow.Stream(stream.name(), cdc(stream.cdc(), seconds, delaySource)))
                        .toList(),
                sample.loads().stream()
                        .map(load -> new SampleRow.Workload(load.workload(), write(load.write(), seconds)))
                        .toList(),
                Collections.unmodifiableMap(new LinkedHashMap<>(probes)),
                consumers.stream().map(one -> consumer(one, seconds)).toList());
    }

    private static SampleRow.Consumer consumer(ConsumerSecond second, double seconds) {
        return new SampleRow.Consumer(
                second.name(),
                Durations.of(second.delaySource(), second.delay()),
                second.transactions(),
                second.transactions() / seconds,
                second.behind(),
                second.rows(),
                rate(second.rows(), seconds),
                second.bytes(),
                rate(second.bytes(), seconds),
                second.events(),
                rate(second.events(), seconds));
    }

    private static @Nullable Double rate(@Nullable Long count, double seconds) {
        return count == null ? null : (Double) (count / seconds);
    }

    private static SampleRow.Write write(Sample.Write side, double seconds) {
        return new SampleRow.Write(
                side.threads(),
                side.counts().transactions(),
                side.counts().transactions() / seconds,
                side.counts().queries(),
                side.counts().queries() / seconds,
                side.counts().reads(),
                side.counts().writes(),
                side.counts().other(),
                side.counts().errors(),
                side.counts().reconnects(),
                Durations.of(null, side.latency()),
                Durations.of(null, side.startDelay()),
                Durations.of(null, side.durations().serviceTime()),
                histogram(side.latency()),
                histogram(side.startDelay()),
                KindCounts.of(side.counts().transactionsByKind()));
    }

    private static SampleRow.Cdc cdc(Sample.Cdc cdc, double seconds, String delaySource) {
        double unreadMillis = cdc.unreadMicros() / 1_000.0;
        DurationSummary delay = Durations.of(delaySource, cdc.delay());
        return new SampleRow.Cdc(
                cdc.state() == StreamState.STUCK ? delay.atLeast(unreadMillis) : delay,
                cdc.counts().bytes(),
                cdc.counts().bytes() / seconds,
                cdc.counts().events(),
                cdc.counts().events() / seconds,
                cdc.counts().transactions(),
                cdc.counts().transactions() / seconds,
                cdc.counts().heartbeatTransactions(),
                SampleRow.Motion.valueOf(cdc.state().name()),
                cdc.behindBytes() < 0 ? null : cdc.behindBytes(),
                unreadMillis,
                cdc.counts().eventsByKind(),
                histogram(cdc.delay()),
                percent(cdc.readerCpuNanos(), seconds));
    }

    /** Of one processor. A sample may be of no length at all, as the last one of a part. */
    private static @Nullable Double percent(long cpuNanos, double seconds) {
        return cpuNanos < 0 || !(seconds > 0) ? null : (Double) (cpuNanos / 1e7 / seconds);
    }

    private static @Nullable String histogram(Distribution durations) {
        return durations.count() == 0 ? null : durations.encoded();
    }
}

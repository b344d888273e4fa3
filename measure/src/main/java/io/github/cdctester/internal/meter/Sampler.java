// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.duration.DelayParts;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Creates a {@link Sample} from the differences of all meters, and stores the totals of the measured part. For one thread. */
public final class Sampler {

    private final List<LoadSampler> loads;
    private final List<StreamSampler> streams;

    private long lastTickNanos;
    private long second;

    /** Delays include the transactions of all clients. */
    public Sampler(List<MeteredLoad> loads, List<MeteredStream> streams) {
        this(loads, streams, () -> false);
    }

    /** @param knowsOwn returns true if delays of samples and intervals include only the run's own transactions */
    public Sampler(List<MeteredLoad> loads, List<MeteredStream> streams, BooleanSupplier knowsOwn) {
        this.loads = loads.stream().map(LoadSampler::new).toList();
        this.streams = streams.stream()
                .map(stream -> new StreamSampler(stream, knowsOwn))
                .toList();
    }

    public void start(long nowNanos) {
        lastTickNanos = nowNanos;
        streams.forEach(StreamSampler::start);
    }

    /** Call it while nothing is being written. Discards unsampled values, for example of heartbeats in transit. */
    public void openWindow() {
        streams.forEach(StreamSampler::openWindow);
        loads.forEach(LoadSampler::openWindow);
    }

    /** Call it after the last write. Later data belong to the drain. */
    public void closeWindow() {
        streams.forEach(StreamSampler::closeWindow);
    }

    /** Starts an interval of the measured part, for example a phase. Does not affect samples. */
    public void beginInterval() {
        streams.forEach(StreamSampler::beginInterval);
    }

    public List<Interval> endInterval() {
        return streams.stream().map(StreamSampler::endInterval).toList();
    }

    public Sample tick(Phase phase, long nowNanos) {
        double seconds = (nowNanos - lastTickNanos) / 1e9;
        lastTickNanos = nowNanos;
        second++;
        List<Sample.NamedValues> streamValues = streams.stream()
                .map(stream -> new Sample.NamedValues(stream.name(), stream.tick(seconds)))
                .toList();
        List<Sample.NamedValues> loadValues = loads.stream()
                .map(load -> new Sample.NamedValues(load.workload(), load.tick()))
                .toList();
        return new Sample(
                second,
                phase,
                seconds,
                merge(loadValues),
                merge(streamValues).orElse(null),
                streamValues.size() == 1 ? List.of() : streamValues,
                loadValues.size() == 1 ? List.of() : loadValues);
    }

    private static Optional<MetricValues> merge(List<Sample.NamedValues> namedValues) {
        return namedValues.isEmpty()
                ? Optional.empty()
                : Optional.of(MetricValues.merge(
                        namedValues.stream().map(Sample.NamedValues::values).toList()));
    }

    public List<StreamSampler> streams() {
        return streams;
    }

    public List<LoadSampler> loads() {
        return loads;
    }

    /**
     * The data of one stream between two moments. Adjacent intervals together contain each transaction once.
     *
     * @param counts counters of the transactions completed in the interval
     * @param from end of the last complete transaction at the start; the file is empty if the server has not sent its name yet
     * @param to end of the last complete transaction at the end
     * @param onlyOwn true if the delays include only the run's own transactions
     */
    public record Interval(StreamCounts counts, LogPosition from, LogPosition to, DelayParts delays, boolean onlyOwn) {}
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.duration.DelayParts;
import java.util.List;
import java.util.Optional;

/**
 * Pulls from all meters and makes {@link Sample}s of the differences, and keeps the totals of the measured part. For one
 * thread.
 */
public final class Sampler {

    private final List<LoadSampler> loads;
    private final List<StreamSampler> streams;

    private long sinceNanos;
    private long second;

    public Sampler(List<MeteredLoad> loads, List<MeteredStream> streams) {
        this.loads = loads.stream().map(LoadSampler::new).toList();
        this.streams = streams.stream().map(StreamSampler::new).toList();
    }

    public void start(long nowNanos) {
        sinceNanos = nowNanos;
        streams.forEach(StreamSampler::start);
    }

    /**
     * Starts the measured part; nothing is being written at this moment. Values recorded before, and not sampled yet, are dropped:
     * heartbeats on their way, for example.
     */
    public void openWindow() {
        streams.forEach(StreamSampler::openWindow);
        loads.forEach(LoadSampler::openWindow);
    }

    /** The measured part is over: nothing is written any more, and what still arrives is the drain's. */
    public void closeWindow() {
        streams.forEach(StreamSampler::closeWindow);
    }

    /** An interval of the measured part begins now, such as a phase; the samples continue as if nothing had happened. */
    public void beginInterval() {
        streams.forEach(StreamSampler::beginInterval);
    }

    public List<Interval> endInterval() {
        return streams.stream().map(StreamSampler::endInterval).toList();
    }

    /** Ends a sample and starts the next one. */
    public Sample tick(Phase phase, long nowNanos) {
        double seconds = (nowNanos - sinceNanos) / 1e9;
        sinceNanos = nowNanos;
        second++;
        List<Sample.Named> read = streams.stream()
                .map(stream -> new Sample.Named(stream.name(), stream.tick(seconds)))
                .toList();
        List<Sample.Named> written = loads.stream()
                .map(load -> new Sample.Named(load.workload(), load.tick()))
                .toList();
        return new Sample(
                second,
                phase,
                seconds,
                merged(written),
                merged(read).orElse(null),
                read.size() == 1 ? List.of() : read,
                written.size() == 1 ? List.of() : written);
    }

    private static Optional<MetricValues> merged(List<Sample.Named> each) {
        return each.isEmpty()
                ? Optional.empty()
                : Optional.of(MetricValues.merge(
                        each.stream().map(Sample.Named::values).toList()));
    }

    public List<StreamSampler> streams() {
        return streams;
    }

    public List<LoadSampler> loads() {
        return loads;
    }

    /**
     * The contents of one stream between two moments of the measured part. Adjacent intervals contain each transaction once.
     *
     * @param counts transactions completed in it
     * @param from place up to which everything was complete at its start its file is empty before the server has named one
     * @param to place up to which everything was complete at its end
     */
    public record Interval(StreamCounts counts, LogPosition from, LogPosition to, DelayParts delays) {}
}

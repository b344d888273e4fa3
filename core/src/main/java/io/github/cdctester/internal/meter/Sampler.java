// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.ArrayList;
import java.util.List;

/**
 * Pulls from all meters and makes {@link Sample}s of the differences, and keeps the totals of the measured part. For one
 * thread.
 */
public final class Sampler {

    private final List<LoadSampler> loads;
    private final List<StreamSampler> streams;

    private long sinceNanos;
    private long second;

    /**
     * Creates a sampler.
     *
     * @param loads the write side's loads; none where somebody else writes
     * @param streams the streams, one at least
     */
    public Sampler(List<MeteredLoad> loads, List<MeteredStream> streams) {
        this.loads = loads.stream().map(LoadSampler::new).toList();
        this.streams = streams.stream().map(StreamSampler::new).toList();
    }

    /** Starts the first sample. */
    public void start(long nowNanos) {
        sinceNanos = nowNanos;
        streams.forEach(StreamSampler::start);
    }

    /**
     * The measured part begins: nothing is being written at this moment. What was recorded up to here, and is in no sample
     * yet, belongs to none: heartbeats on their way, for example.
     */
    public void openWindow() {
        streams.forEach(StreamSampler::openWindow);
        loads.forEach(LoadSampler::openWindow);
    }

    /** The measured part is over: nothing is written any more, and what still arrives is the drain's. */
    public void closeWindow() {
        streams.forEach(StreamSampler::closeWindow);
    }

    /** A stretch of the measured part begins now, such as a phase; the samples go on as if nothing had happened. */
    public void beginStretch() {
        streams.forEach(StreamSampler::beginStretch);
    }

    /**
     * It ends now.
     *
     * @return what each stream carried in it, in order
     * @throws IllegalStateException if none has begun
     */
    public List<StreamInterval> endStretch() {
        return streams.stream().map(StreamSampler::endStretch).toList();
    }

    /**
     * Ends a sample and starts the next one.
     *
     * @param phase the part of the run that the sample belongs to
     */
    public Sample tick(Phase phase, long nowNanos) {
        List<Sample.Stream> each = new ArrayList<>(streams.size());
        for (StreamSampler stream : streams) {
            each.add(new Sample.Stream(stream.name(), stream.tick()));
        }
        double seconds = (nowNanos - sinceNanos) / 1e9;
        sinceNanos = nowNanos;
        second++;
        List<Sample.Load> writes = loads.stream()
                .map(load -> new Sample.Load(load.workload(), load.tick()))
                .toList();
        return new Sample(
                second,
                phase,
                seconds,
                writes.stream().map(Sample.Load::write).reduce(Sample.Write::plus),
                Sample.Cdc.sum(each),
                each.size() == 1 ? List.of() : each,
                writes.size() == 1 ? List.of() : writes);
    }

    /**
     * Lists the streams' own totals.
     *
     * @return one for each stream, in order
     */
    public List<StreamSampler> streams() {
        return streams;
    }

    /**
     * Lists the loads' own totals.
     *
     * @return one for each load, in order
     */
    public List<LoadSampler> loads() {
        return loads;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pulls from all meters and makes {@link Sample}s of the differences, and keeps the totals of the measured part. For one
 * thread.
 */
public final class Sampler {

    private final @Nullable WriteMeter writeMeter;
    private final int threads;
    private final List<StreamSampler> streams;

    private long sinceNanos;
    private long second;
    private WriteCounts lastWrite = WriteCounts.ZERO;

    private WriteCounts windowFromWrite = WriteCounts.ZERO;
    private WriteDurations windowDurations = WriteDurations.NOTHING;

    /**
     * Creates a sampler.
     *
     * @param writeMeter the write side's meter, or {@code null} where somebody else writes
     * @param threads the write side's workers
     * @param streams the streams, one at least
     */
    public Sampler(@Nullable WriteMeter writeMeter, int threads, List<MeteredStream> streams) {
        this.writeMeter = writeMeter;
        this.threads = threads;
        this.streams = streams.stream().map(StreamSampler::new).toList();
    }

    /**
     * Starts the first sample.
     *
     * @param nowNanos the clock
     */
    public void start(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /**
     * The measured part begins: nothing is being written at this moment. What was recorded up to here, and is in no sample
     * yet, belongs to none: heartbeats on their way, for example.
     */
    public void openWindow() {
        write();
        streams.forEach(StreamSampler::openWindow);
        windowFromWrite = writeCounts();
        windowDurations = WriteDurations.NOTHING;
    }

    /**
     * Ends a sample and starts the next one.
     *
     * @param phase the part of the run that the sample belongs to
     * @param nowNanos the clock
     * @return what happened since the last call
     */
    public Sample tick(Phase phase, long nowNanos) {
        List<Sample.Stream> each = new ArrayList<>(streams.size());
        for (StreamSampler stream : streams) {
            each.add(new Sample.Stream(stream.name(), stream.tick()));
        }
        double seconds = (nowNanos - sinceNanos) / 1e9;
        sinceNanos = nowNanos;
        second++;
        return new Sample(second, phase, seconds, write(), Sample.Cdc.sum(each), each.size() == 1 ? List.of() : each);
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
     * Sums the write side since {@link #openWindow()}.
     *
     * @return counters of the measured part
     */
    public WriteCounts windowWrite() {
        return writeCounts().minus(windowFromWrite);
    }

    /**
     * Adds up the durations of the measured part's transactions, as of the last tick.
     *
     * @return latencies, start delays and service times
     */
    public WriteDurations windowDurations() {
        return windowDurations;
    }

    private Optional<Sample.Write> write() {
        if (writeMeter == null) {
            return Optional.empty();
        }
        WriteCounts now = writeMeter.counts();
        WriteCounts counts = now.minus(lastWrite);
        lastWrite = now;
        WriteDurations durations = writeMeter.takeDurations();
        windowDurations = windowDurations.plus(durations);
        return Optional.of(new Sample.Write(counts, durations, threads));
    }

    private WriteCounts writeCounts() {
        return writeMeter == null ? WriteCounts.ZERO : writeMeter.counts();
    }
}

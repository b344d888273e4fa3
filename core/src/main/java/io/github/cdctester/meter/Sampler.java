// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Pulls from both meters and makes {@link Sample}s of the differences, and keeps the totals of the measured part. For one
 * thread.
 */
public final class Sampler {

    private final @Nullable WriteMeter writeMeter;
    private final int threads;
    private final BinlogMeter binlogMeter;
    private final LongSupplier behindBytes;

    private long sinceNanos;
    private long second;
    private WriteCounts lastWrite = WriteCounts.ZERO;
    private StreamCounts lastCdc = StreamCounts.ZERO;

    private WriteCounts windowFromWrite = WriteCounts.ZERO;
    private Distribution windowLatency = Distribution.EMPTY;
    private Distribution windowStartDelay = Distribution.EMPTY;
    private StreamDelays.Taken windowDelays = StreamDelays.Taken.NOTHING;

    /**
     * Creates a sampler.
     *
     * @param writeMeter the write side's meter, or {@code null} where somebody else writes
     * @param threads the write side's workers
     * @param binlogMeter the stream's meter
     * @param behindBytes how far the server's log is ahead, or -1
     */
    public Sampler(@Nullable WriteMeter writeMeter, int threads, BinlogMeter binlogMeter, LongSupplier behindBytes) {
        this.writeMeter = writeMeter;
        this.threads = threads;
        this.binlogMeter = binlogMeter;
        this.behindBytes = behindBytes;
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
        lastCdc = binlogMeter.snapshot().counts();
        binlogMeter.takeWarmUpDelays();
        windowFromWrite = writeCounts();
        windowLatency = Distribution.EMPTY;
        windowStartDelay = Distribution.EMPTY;
    }

    /**
     * Ends a sample and starts the next one.
     *
     * @param phase the part of the run that the sample belongs to
     * @param nowNanos the clock
     * @return what happened since the last call
     */
    public Sample tick(Phase phase, long nowNanos) {
        StreamSnapshot stream = binlogMeter.snapshot();
        StreamCounts cdcCounts = stream.counts().minus(lastCdc);
        lastCdc = stream.counts();
        StreamDelays.Taken measured = binlogMeter.takeWindowDelays();
        windowDelays = windowDelays.plus(measured);
        Distribution delay = binlogMeter.takeWarmUpDelays().lastByte().plus(measured.lastByte());
        long behind = behindBytes.getAsLong();
        double seconds = (nowNanos - sinceNanos) / 1e9;
        sinceNanos = nowNanos;
        second++;
        return new Sample(
                second,
                phase,
                seconds,
                write(),
                new Sample.Cdc(cdcCounts, delay, state(cdcCounts, behind), behind, stream.position()));
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
     * Adds up the latencies of the measured part, as of the last tick.
     *
     * @return latencies from the intended starts
     */
    public Distribution windowLatency() {
        return windowLatency;
    }

    /**
     * Adds up the start delays of the measured part, as of the last tick.
     *
     * @return start delays; empty in a closed loop
     */
    public Distribution windowStartDelay() {
        return windowStartDelay;
    }

    /**
     * Adds up the delays of the measured part of the stream, as of the last tick.
     *
     * @return delays
     */
    public Distribution windowDelay() {
        return windowDelays.lastByte();
    }

    /**
     * Adds up the delays of the measured part at the first byte of each transaction, as of the last tick.
     *
     * @return delays; those of large transactions are shorter than {@link #windowDelay()}
     */
    public Distribution windowFirstByteDelay() {
        return windowDelays.firstByte();
    }

    /**
     * Adds up the delays of the measured part from the server where a transaction was first made, as of the last tick.
     *
     * @return delays; empty where all were made at the server of the stream
     */
    public Distribution windowEndToEndDelay() {
        return windowDelays.endToEnd();
    }

    private Optional<Sample.Write> write() {
        if (writeMeter == null) {
            return Optional.empty();
        }
        WriteCounts now = writeMeter.counts();
        WriteCounts counts = now.minus(lastWrite);
        lastWrite = now;
        Distribution latency = writeMeter.takeLatencies();
        Distribution startDelay = writeMeter.takeStartDelays();
        windowLatency = windowLatency.plus(latency);
        windowStartDelay = windowStartDelay.plus(startDelay);
        return Optional.of(new Sample.Write(counts, latency, startDelay, threads));
    }

    private WriteCounts writeCounts() {
        return writeMeter == null ? WriteCounts.ZERO : writeMeter.counts();
    }

    private static StreamState state(StreamCounts counts, long behindBytes) {
        if (counts.bytesRead() > 0) {
            return StreamState.FLOWING;
        }
        if (behindBytes < 0) {
            return StreamState.UNKNOWN;
        }
        return behindBytes > 0 ? StreamState.STUCK : StreamState.IDLE;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import java.util.concurrent.atomic.AtomicLong;

/** Records large transactions, and others by whether a large one was on its way meanwhile; see {@link Passages}. */
public final class PassageRecorder {

    /**
     * Transactions before a large one in the log that may have waited with it, because a commit group becomes visible at once. A
     * group has no more.
     */
    private static final int UNDECIDED = 1_024;

    private final long fromBytes;
    private final boolean othersAreHeartbeats;
    private final DurationBatch firstByte = new DurationBatch();
    private final DurationBatch lastByte = new DurationBatch();
    private final DurationBatch passing = new DurationBatch();
    private final DurationBatch during = new DurationBatch();
    private final DurationBatch rest = new DurationBatch();

    /** Changes with a large transaction only, so the reading thread's step costs nothing. */
    private final AtomicLong bytes = new AtomicLong();

    private final AtomicLong passingMicros = new AtomicLong();

    private final long[] undecidedCommits = new long[UNDECIDED];
    private final long[] undecidedArrivals = new long[UNDECIDED];
    private long undecidedFrom;
    private long undecidedTo;
    private long lastPassedMicros = Long.MIN_VALUE;

    public PassageRecorder(long fromBytes, boolean othersAreHeartbeats) {
        this.fromBytes = fromBytes;
        this.othersAreHeartbeats = othersAreHeartbeats;
    }

    /** Records the end of a transaction; {@code measured} if it is in the measured part. */
    public void transaction(
            long length, long commitMicros, long firstArrivalMicros, long arrivalMicros, boolean measured) {
        if (length < fromBytes) {
            if (measured && !othersAreHeartbeats && commitMicros != BinlogSink.UNKNOWN_MICROS) {
                other(commitMicros, arrivalMicros);
            }
            return;
        }
        decide(commitMicros == BinlogSink.UNKNOWN_MICROS ? firstArrivalMicros : commitMicros);
        lastPassedMicros = arrivalMicros;
        if (measured) {
            bytes.addAndGet(length);
            passing.record(arrivalMicros - firstArrivalMicros);
            passingMicros.addAndGet(arrivalMicros - firstArrivalMicros);
            if (commitMicros != BinlogSink.UNKNOWN_MICROS) {
                firstByte.record(firstArrivalMicros - commitMicros);
                lastByte.record(arrivalMicros - commitMicros);
            }
        }
    }

    public void heartbeat(long sentMicros, long arrivalMicros) {
        if (othersAreHeartbeats) {
            other(sentMicros, arrivalMicros);
        }
    }

    /** Publishes the recorded passages to the reading thread. */
    public void flush() {
        firstByte.flush();
        lastByte.flush();
        passing.flush();
        during.flush();
        rest.flush();
    }

    /** Returns the passages since the last call. For one reading thread. */
    public Passages take() {
        return new Passages(
                fromBytes,
                bytes.getAndSet(0),
                passingMicros.getAndSet(0),
                firstByte.take(),
                lastByte.take(),
                passing.take(),
                during.take(),
                rest.take());
    }

    /** The reading thread has ended, and with it the wait for one more large transaction. */
    public void end() {
        decide(Long.MAX_VALUE);
        flush();
    }

    private void other(long commitMicros, long arrivalMicros) {
        if (commitMicros <= lastPassedMicros) {
            during.record(arrivalMicros - commitMicros);
            return;
        }
        if (undecidedTo - undecidedFrom == UNDECIDED) {
            recordOldest(rest);
        }
        int at = (int) (undecidedTo++ % UNDECIDED);
        undecidedCommits[at] = commitMicros;
        undecidedArrivals[at] = arrivalMicros;
    }

    /** Records the undecided arrivals; an arrival since this time was in transit together with the large transaction. */
    private void decide(long sinceMicros) {
        while (undecidedFrom < undecidedTo) {
            recordOldest(undecidedArrivals[(int) (undecidedFrom % UNDECIDED)] >= sinceMicros ? during : rest);
        }
    }

    private void recordOldest(DurationBatch into) {
        int at = (int) (undecidedFrom++ % UNDECIDED);
        into.record(undecidedArrivals[at] - undecidedCommits[at]);
    }
}

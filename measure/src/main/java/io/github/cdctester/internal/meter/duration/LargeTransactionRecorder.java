// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import java.util.concurrent.atomic.AtomicLong;

/** Records large transactions and their effect; see {@link LargeTransactionEffect}. */
public final class LargeTransactionRecorder {

    /**
     * Limits the transactions that may have been in transit together with the next large transaction. All transactions of a
     * commit group become visible at the same time. Beyond the limit, the oldest counts as not in transit.
     */
    private static final int MAX_UNDECIDED = 1_024;

    private final long minLargeBytes;
    private final boolean recordsHeartbeats;
    private final DurationBatch firstByte = new DurationBatch();
    private final DurationBatch lastByte = new DurationBatch();
    private final DurationBatch transferTimes = new DurationBatch();
    private final DurationBatch delaysDuringLarge = new DurationBatch();
    private final DurationBatch otherDelays = new DurationBatch();

    /** Changes only at a large transaction, so the cost of the atomic update does not matter. */
    private final AtomicLong bytes = new AtomicLong();

    private final AtomicLong passingMicros = new AtomicLong();

    private final long[] undecidedCommits = new long[MAX_UNDECIDED];
    private final long[] undecidedArrivals = new long[MAX_UNDECIDED];
    private long undecidedFrom;
    private long undecidedTo;
    private long lastLargeArrivalMicros = Long.MIN_VALUE;

    public LargeTransactionRecorder(long minLargeBytes, boolean recordsHeartbeats) {
        this.minLargeBytes = minLargeBytes;
        this.recordsHeartbeats = recordsHeartbeats;
    }

    public void transaction(
            long length, long commitMicros, long firstArrivalMicros, long arrivalMicros, boolean isMeasured) {
        if (length < minLargeBytes) {
            if (isMeasured && !recordsHeartbeats && commitMicros != BinlogSink.UNKNOWN_MICROS) {
                recordOther(commitMicros, arrivalMicros);
            }
            return;
        }
        assignUndecided(commitMicros == BinlogSink.UNKNOWN_MICROS ? firstArrivalMicros : commitMicros);
        lastLargeArrivalMicros = arrivalMicros;
        if (isMeasured) {
            bytes.addAndGet(length);
            transferTimes.record(arrivalMicros - firstArrivalMicros);
            passingMicros.addAndGet(arrivalMicros - firstArrivalMicros);
            if (commitMicros != BinlogSink.UNKNOWN_MICROS) {
                firstByte.record(firstArrivalMicros - commitMicros);
                lastByte.record(arrivalMicros - commitMicros);
            }
        }
    }

    public void heartbeat(long sentMicros, long arrivalMicros) {
        if (recordsHeartbeats) {
            recordOther(sentMicros, arrivalMicros);
        }
    }

    public void flush() {
        firstByte.flush();
        lastByte.flush();
        transferTimes.flush();
        delaysDuringLarge.flush();
        otherDelays.flush();
    }

    /** Returns the values since the last call. For one reading thread. */
    public LargeTransactionEffect take() {
        return new LargeTransactionEffect(
                minLargeBytes,
                bytes.getAndSet(0),
                passingMicros.getAndSet(0),
                firstByte.take(),
                lastByte.take(),
                transferTimes.take(),
                delaysDuringLarge.take(),
                otherDelays.take());
    }

    /** Call it after the reader has ended: no large transaction can follow. */
    public void end() {
        assignUndecided(Long.MAX_VALUE);
        flush();
    }

    private void recordOther(long commitMicros, long arrivalMicros) {
        if (commitMicros <= lastLargeArrivalMicros) {
            delaysDuringLarge.record(arrivalMicros - commitMicros);
            return;
        }
        if (undecidedTo - undecidedFrom == MAX_UNDECIDED) {
            recordOldest(otherDelays);
        }
        int slot = (int) (undecidedTo++ % MAX_UNDECIDED);
        undecidedCommits[slot] = commitMicros;
        undecidedArrivals[slot] = arrivalMicros;
    }

    /** A transaction that arrived at or after {@code sinceMicros} was in transit together with the large transaction. */
    private void assignUndecided(long sinceMicros) {
        while (undecidedFrom < undecidedTo) {
            recordOldest(
                    undecidedArrivals[(int) (undecidedFrom % MAX_UNDECIDED)] >= sinceMicros
                            ? delaysDuringLarge
                            : otherDelays);
        }
    }

    private void recordOldest(DurationBatch batch) {
        int slot = (int) (undecidedFrom++ % MAX_UNDECIDED);
        batch.record(undecidedArrivals[slot] - undecidedCommits[slot]);
    }
}

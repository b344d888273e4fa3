// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Completes the transactions of which a consumer has reported all rows: records their order and delay, and then marks them as
 * done. Commits, log indexes and reports may become known in any order.
 */
final class StampCompletion {

    private final LogReference log;
    private final StampReference stamps;
    private final ConsumerTimeline timeline;
    private final ReportedStamps reported;
    private final ArrivalOrder order;

    /** Report times of transactions whose commit, or its time, is not known yet, and the ordinals of these reports. */
    private final LongPairMap untimed;

    private long count;
    private long newestAcknowledgedMicros = CommitTimes.UNKNOWN;
    private long[] doneStamps = new long[64];
    private int doneCount;

    StampCompletion(
            LogReference log,
            StampReference stamps,
            ConsumerTimeline timeline,
            ReportedStamps reported,
            LedgerMemory memory) {
        this.log = log;
        this.stamps = stamps;
        this.timeline = timeline;
        this.reported = reported;
        order = new ArrivalOrder(memory);
        untimed = new LongPairMap(memory);
    }

    /** Returns the number of complete transactions. */
    long count() {
        return count;
    }

    /** Returns the result of {@link ConsumerLedger#newestAgeMicros}. */
    long newestAgeMicros(long nowMicros) {
        return newestAcknowledgedMicros == CommitTimes.UNKNOWN ? Long.MAX_VALUE : nowMicros - newestAcknowledgedMicros;
    }

    ArrivalOrder order() {
        return order;
    }

    /** Handles the commit of a stamp, which may follow the reports. */
    void committed(long sequence) {
        int slot = reported.find(sequence);
        if (slot != LongPairMap.NONE) {
            check(sequence, reported.changes(slot), CommitTimes.UNKNOWN);
        }
    }

    /**
     * Completes a transaction if all its changes are reported.
     *
     * @param changes number of reported changes
     * @param micros time of the report; {@link CommitTimes#UNKNOWN} if the consumer reported nothing now
     */
    void check(long sequence, long changes, long micros) {
        int slot = stamps.committed().find(sequence);
        if (slot == LongPairMap.NONE) {
            if (micros != CommitTimes.UNKNOWN) {
                untimed.put(sequence, micros, order.nextOrdinal()); // arrival of the last reported change
            }
            return;
        }
        long expected = stamps.committed().first(slot);
        if (changes < expected) {
            return;
        }
        int last = untimed.find(sequence);
        long arrivalMicros = micros != CommitTimes.UNKNOWN || last == LongPairMap.NONE ? micros : untimed.first(last);
        long arrivalOrdinal = micros != CommitTimes.UNKNOWN
                ? order.nextOrdinal()
                : last == LongPairMap.NONE ? ArrivalOrder.UNKNOWN : untimed.second(last);
        untimed.remove(sequence);
        reported.complete(sequence);
        if (changes > expected) {
            reported.recordRepeated(sequence);
        }
        count++;
        if (arrivalMicros == CommitTimes.UNKNOWN) { // a snapshot covers the last change
            timeline.recordCovered();
        } else {
            timeline.recordTransaction(arrivalMicros);
        }
        int index = (int) stamps.committed().second(slot) - 1;
        if (index >= 0) {
            order.record(index, arrivalOrdinal);
        } else {
            order.recordWithoutIndex(sequence, arrivalOrdinal, index != StampReference.NO_INDEX);
        }
        if (arrivalMicros != CommitTimes.UNKNOWN && !recordDelay(sequence, index, arrivalMicros)) {
            untimed.put(sequence, arrivalMicros, 0);
        } else {
            markDone(sequence);
        }
    }

    void setLogIndex(long sequence, int index) {
        if (!reported.isComplete(sequence)) {
            return;
        }
        order.setLogIndex(sequence, index);
        int slot = untimed.find(sequence);
        if (slot != LongPairMap.NONE && recordDelay(sequence, index, untimed.first(slot))) {
            untimed.removeAt(slot);
            markDone(sequence);
        }
    }

    /** Records the delay of a complete transaction; returns false if its commit time may become known later. */
    private boolean recordDelay(long sequence, int index, long arrivalMicros) {
        long committed = index >= 0 ? log.times().get(index) : CommitTimes.UNKNOWN;
        if (committed == CommitTimes.UNKNOWN && (index == StampReference.NO_INDEX || !log.hasTimestamps())) {
            committed = stamps.acknowledgedMicros(sequence);
            if (index == StampReference.NO_INDEX) {
                newestAcknowledgedMicros = Math.max(newestAcknowledgedMicros, committed);
            }
        }
        if (committed == CommitTimes.UNKNOWN) {
            return log.times().recordIfForgotten(index);
        }
        timeline.recordDelay(committed, arrivalMicros);
        return true;
    }

    private void markDone(long sequence) {
        if (doneCount == doneStamps.length) {
            doneStamps = Arrays.copyOf(doneStamps, 2 * doneCount);
        }
        doneStamps[doneCount++] = sequence;
    }

    /** Returns true if a transaction is complete, and its delay is recorded or will never be known. */
    boolean isDone(long sequence) {
        return reported.isComplete(sequence) && untimed.find(sequence) == LongPairMap.NONE;
    }

    /** Passes the stamps that became done since the last call to a receiver. */
    void passDoneTo(LongConsumer receiver) {
        for (int i = 0; i < doneCount; i++) {
            receiver.accept(doneStamps[i]);
        }
        doneCount = 0;
    }

    void clear() {
        count = 0;
        newestAcknowledgedMicros = CommitTimes.UNKNOWN;
        untimed.clear();
        doneCount = 0;
        order.clear();
    }
}

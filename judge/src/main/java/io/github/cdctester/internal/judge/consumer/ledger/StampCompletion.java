// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** Completes transactions whose rows are all reported. Commits, log indexes and reports may become known in any order. */
final class StampCompletion {

    private final LogReference log;
    private final StampReference stamps;
    private final ConsumerTimeline timeline;
    private final ReportedStamps reported;
    private final ArrivalOrder order;

    /** Report times and ordinals of transactions whose commit, or its time, is not known yet. */
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

    void committed(long sequence) {
        int slot = reported.find(sequence);
        if (slot != LongPairMap.NONE) {
            check(sequence, reported.changes(slot), CommitTimes.UNKNOWN);
        }
    }

    /** {@code changes} counts reported changes. {@code micros} is {@link CommitTimes#UNKNOWN} if nothing was reported now. */
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

    /** Returns false if the commit time may become known later. */
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

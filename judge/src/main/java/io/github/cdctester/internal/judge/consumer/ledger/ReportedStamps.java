// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.NumberSet;
import org.jspecify.annotations.Nullable;

/** The stamps that one consumer has reported in the measured part. */
final class ReportedStamps {

    /** Stamps of incomplete transactions, with the number of reported changes and the marks of keys or streams. */
    private final LongPairMap open;

    private final NumberSet complete;
    private final NumberSet repeated;
    private long firstRepeated;
    private boolean full;

    ReportedStamps(LedgerMemory memory) {
        open = new LongPairMap(memory);
        complete = new NumberSet(memory);
        repeated = new NumberSet(memory);
    }

    boolean isComplete(long sequence) {
        return complete.contains(sequence);
    }

    /** Returns the slot of an incomplete transaction, or {@link LongPairMap#NONE}. The slot is valid until the next change. */
    int find(long sequence) {
        return open.find(sequence);
    }

    long changes(int slot) {
        return slot == LongPairMap.NONE ? 0 : open.first(slot);
    }

    long marks(int slot) {
        return slot == LongPairMap.NONE ? 0 : open.second(slot);
    }

    long add(long sequence, int slot, long changes, long marks) {
        long sum = changes(slot) + changes;
        if (slot == LongPairMap.NONE) {
            full |= !open.put(sequence, sum, marks);
        } else {
            open.set(slot, sum, marks);
        }
        return sum;
    }

    void complete(long sequence) {
        open.remove(sequence);
        full |= !complete.add(sequence);
    }

    void recordRepeated(long sequence) {
        full |= !repeated.add(sequence);
        firstRepeated = firstRepeated == 0 ? sequence : firstRepeated;
    }

    long repeats() {
        return repeated.size();
    }

    Incidents repeated() {
        return Incidents.of(repeated.size(), firstRepeated == 0 ? null : RowLedger.name(firstRepeated) + " again");
    }

    long size() {
        return complete.size() + open.size();
    }

    boolean isFull() {
        return full;
    }

    UnsettledStamps unsettled(StampReference stamps) {
        return new UnsettledStamps(stamps, complete, open);
    }

    /** Returns the result of {@link ConsumerLedger#missing}. */
    @Nullable
    Long missing(StampReference stamps, int from, int to) {
        long[] counts = new long[2]; // missing transactions in the range; missing transactions that never have an index
        stamps.committed() // the second value is the log index plus one
                .forEach((sequence, rows, nextIndex) -> {
                    if (!complete.contains(sequence)) {
                        counts[0] += nextIndex > from && nextIndex <= to ? 1 : 0;
                        counts[1] += nextIndex == StampReference.NO_INDEX + 1 ? 1 : 0;
                    }
                });
        return counts[1] == 0 ? (Long) counts[0] : null;
    }

    void clear() {
        open.clear();
        complete.clear();
        repeated.clear();
        firstRepeated = 0;
        full = false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.verify.LedgerMemory;

/** Checks that complete transactions are reported in log order. Log indexes may become known later, in any order. */
final class ArrivalOrder {

    /** Ordinal of a transaction whose last change a snapshot covers. */
    static final long UNKNOWN = 0;

    /** Arrival ordinals of complete transactions without a known log index. */
    private final LongPairMap unindexed;

    private boolean kept = true;
    private boolean hasUnplaced;
    private long ordinal;
    private long newestOrdinal;
    private int newestIndex = -1;

    ArrivalOrder(LedgerMemory memory) {
        unindexed = new LongPairMap(memory);
    }

    long nextOrdinal() {
        return ++ordinal;
    }

    void record(int index, long arrivalOrdinal) {
        kept &= arrivalOrdinal != UNKNOWN && index > newestIndex == arrivalOrdinal > newestOrdinal;
        newestIndex = Math.max(newestIndex, index);
        newestOrdinal = Math.max(newestOrdinal, arrivalOrdinal);
    }

    /** {@code becomesKnown} is true if {@link #setLogIndex} follows. */
    void recordWithoutIndex(long sequence, long arrivalOrdinal, boolean becomesKnown) {
        hasUnplaced |= !becomesKnown;
        kept &= becomesKnown && unindexed.put(sequence, arrivalOrdinal, 0);
    }

    void setLogIndex(long sequence, int index) {
        int slot = unindexed.find(sequence);
        if (slot != LongPairMap.NONE) {
            record(index, unindexed.first(slot));
            unindexed.removeAt(slot);
        }
    }

    /** Returns true if all transactions arrived in log order, and all log indexes are known. */
    boolean isKept() {
        return kept && unindexed.size() == 0;
    }

    /** Returns -1 if no transaction was reported. */
    int newestIndex() {
        return newestIndex;
    }

    /** Returns true if transactions were reported, but their log indexes never become known. */
    boolean isPlaceUnknown() {
        return hasUnplaced && newestIndex < 0;
    }

    void clear() {
        unindexed.clear();
        kept = true;
        hasUnplaced = false;
        newestOrdinal = 0;
        newestIndex = -1;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.verify.LedgerMemory;

/**
 * Checks that a consumer reports complete transactions in log order. Log indexes may become known after the reports, in any
 * order.
 */
final class ArrivalOrder {

    /** The ordinal of a transaction whose last change was not reported, because a snapshot covers it. */
    static final long UNKNOWN = 0;

    /** Arrival ordinals of complete transactions whose log index is not known yet. */
    private final LongPairMap unindexed;

    private boolean kept = true;
    private boolean hasUnplaced;
    private long ordinal;
    private long newestOrdinal;
    private int newestIndex = -1;

    ArrivalOrder(LedgerMemory memory) {
        unindexed = new LongPairMap(memory);
    }

    /** Returns the ordinal of the report that arrives now. */
    long nextOrdinal() {
        return ++ordinal;
    }

    void record(int index, long arrivalOrdinal) {
        kept &= arrivalOrdinal != UNKNOWN && index > newestIndex == arrivalOrdinal > newestOrdinal;
        newestIndex = Math.max(newestIndex, index);
        newestOrdinal = Math.max(newestOrdinal, arrivalOrdinal);
    }

    /** Records a transaction whose log index is unknown; {@code becomesKnown} is true if {@link #setLogIndex} follows. */
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

    /** Returns true if all transactions arrived in log order, and no log index is unknown. */
    boolean isKept() {
        return kept && unindexed.size() == 0;
    }

    /** Returns the highest log index of a reported transaction; -1 if none. */
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

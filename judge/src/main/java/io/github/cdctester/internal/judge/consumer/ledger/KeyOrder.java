// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Checks that the changes of each key arrive in commit order. Stamps of one writer ascend. Stamps of two writers are compared by
 * log index, if both are known. If there are too many keys, the oldest are dropped.
 */
final class KeyOrder {

    /** Keys per generation. Only the newest two generations are stored. */
    private static final int KEYS_PER_GENERATION = 1 << 17;

    private static final int MAX_OPEN_PAIRS = 1 << 14;

    private record Pair(long before, long after, String key) {}

    private final StampReference stamps;
    private final LongPairMap.Recent keys;
    private final Deque<Pair> open = new ArrayDeque<>();
    private Incidents late = Incidents.NONE;
    private boolean incomplete;
    private long notOrdered;

    KeyOrder(StampReference stamps, LedgerMemory memory) {
        this.stamps = stamps;
        keys = new LongPairMap.Recent(KEYS_PER_GENERATION, memory);
    }

    /** The mark may also come from another key. */
    static boolean hasMark(long marks, long hash) {
        long mark = mark(hash);
        return (marks & 0xFFFF) == mark
                || (marks >>> 16 & 0xFFFF) == mark
                || (marks >>> 32 & 0xFFFF) == mark
                || marks >>> 48 == mark;
    }

    /** A long contains the latest four 16-bit marks. An older key is treated as new if it recurs. */
    static long addMark(long marks, long hash) {
        return marks << 16 | mark(hash);
    }

    private static long mark(long hash) {
        return hash >>> 48 | 1;
    }

    /** Call it for a key's first change by a transaction. */
    void record(long hash, String table, String key, long sequence) {
        long last = keys.get(hash, 0);
        if (last != 0 && last != sequence) {
            int order = compareCommitOrder(last, sequence);
            if (order > 0) {
                addLate(last, sequence, table + " " + key);
                return;
            }
            if (order == 0 && isNeverKnown(last, sequence)) {
                notOrdered++;
            } else if (order == 0 && open.size() < MAX_OPEN_PAIRS) {
                open.add(new Pair(last, sequence, table + " " + key));
            } else {
                incomplete |= order == 0;
            }
        }
        incomplete |= !keys.put(hash, sequence);
    }

    void windowOpens() {
        keys.clear();
        open.clear();
        late = Incidents.NONE;
        incomplete = false;
        notOrdered = 0;
    }

    /** Returns true if a memory limit was reached, so that changes out of order may have been missed. */
    boolean isIncomplete() {
        return incomplete;
    }

    long notOrdered() {
        return notOrdered + open.size();
    }

    /** Returns a negative number if {@code before} was committed first, 0 if unknown. */
    private int compareCommitOrder(long before, long after) {
        if (Stamps.writer(before) == Stamps.writer(after)) {
            return Long.compare(before, after);
        }
        int beforeIndex = stamps.indexOf(before);
        int afterIndex = stamps.indexOf(after);
        return beforeIndex < 0 || afterIndex < 0 ? 0 : Integer.compare(beforeIndex, afterIndex);
    }

    /** Returns true if the commit order of two stamps cannot become known later. */
    private boolean isNeverKnown(long before, long after) {
        return !stamps.hasLogIndexes()
                || stamps.indexOf(before) == StampReference.NO_INDEX
                || stamps.indexOf(after) == StampReference.NO_INDEX;
    }

    private void addLate(long before, long after, String key) {
        late = late.plusFault(() -> RowLedger.name(after) + " after " + before + " at " + key);
    }

    void settle() {
        for (int i = open.size(); i > 0; i--) {
            Pair pair = open.remove();
            int order = compareCommitOrder(pair.before(), pair.after());
            if (order > 0) {
                addLate(pair.before(), pair.after(), pair.key());
            } else if (order == 0 && isNeverKnown(pair.before(), pair.after())) {
                notOrdered++;
            } else if (order == 0) {
                open.add(pair);
            }
        }
    }

    Incidents late() {
        return late;
    }
}

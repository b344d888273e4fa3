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
 * Checks that the changes of each key arrive in their original order. One writer's stamps ascend; for two writers the places of
 * their transactions in the log decide, as soon as both are known. It drops the keys seen longest ago, and does not check them
 * until they appear again.
 */
final class KeyOrder {

    /** Keys of a generation; there are two. */
    private static final int KEYS = 1 << 17;

    private static final int MAX_OPEN = 1 << 14;

    /** Two changes of a key, in the order in which they came, of which it is not known which was made first. */
    private record Pair(long before, long after, String key) {}

    private final StampReference stamps;
    private final LongPairMap.Recent keys;
    private final Deque<Pair> open = new ArrayDeque<>();
    private Incidents late = Incidents.NONE;
    private boolean incomplete;
    private long notOrdered;

    KeyOrder(StampReference stamps, LedgerMemory memory) {
        this.stamps = stamps;
        keys = new LongPairMap.Recent(KEYS, memory);
    }

    static boolean has(long marks, long hash) {
        long mark = mark(hash);
        return (marks & 0xFFFF) == mark
                || (marks >>> 16 & 0xFFFF) == mark
                || (marks >>> 32 & 0xFFFF) == mark
                || marks >>> 48 == mark;
    }

    /** Adds a key's mark; there is room for four, and of others it is not known whether they came before. */
    static long with(long marks, long hash) {
        return marks << 16 | mark(hash);
    }

    private static long mark(long hash) {
        return hash >>> 48 | 1;
    }

    /** A change came that did not come before. */
    void record(long hash, String table, String key, long sequence) {
        long last = keys.get(hash, 0);
        if (last != 0 && last != sequence) {
            int order = order(last, sequence);
            if (order > 0) {
                late(last, sequence, table + " " + key);
                return;
            }
            if (order == 0 && !stamps.hasPlaces()) {
                notOrdered++;
            } else if (order == 0 && open.size() < MAX_OPEN) {
                open.add(new Pair(last, sequence, table + " " + key));
            } else {
                incomplete |= order == 0;
            }
        }
        incomplete |= !keys.put(hash, sequence);
    }

    /** Forgets the time before the measured part. */
    void windowOpens() {
        keys.clear();
        open.clear();
        late = Incidents.NONE;
        incomplete = false;
        notOrdered = 0;
    }

    /** Returns true if there was no room for a key or a pair, so that a change out of order may have been missed. */
    boolean isIncomplete() {
        return incomplete;
    }

    /** Pairs of changes by two writers whose places in the log are not known. */
    long notOrdered() {
        return notOrdered + open.size();
    }

    /** Below 0 if the earlier arrival was made first, above 0 if not, 0 if unknown. */
    private int order(long before, long after) {
        if (Stamps.writer(before) == Stamps.writer(after)) {
            return Long.compare(before, after);
        }
        int one = stamps.indexOf(before);
        int other = stamps.indexOf(after);
        return one < 0 || other < 0 ? 0 : Integer.compare(one, other);
    }

    private void late(long before, long after, String key) {
        late = late.and(() -> RowLedger.name(after) + " behind " + before + " at " + key);
    }

    /** Orders changes whose order was unknown before. */
    void settle() {
        for (int i = open.size(); i > 0; i--) {
            Pair pair = open.remove();
            int order = order(pair.before(), pair.after());
            if (order > 0) {
                late(pair.before(), pair.after(), pair.key());
            } else if (order == 0) {
                open.add(pair);
            }
        }
    }

    Incidents late() {
        return late;
    }
}

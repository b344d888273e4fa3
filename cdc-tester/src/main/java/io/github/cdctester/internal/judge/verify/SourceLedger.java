// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.binlog.gtid.GtidIntervals;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one source: a server's UUID and a tag, or a domain and a server of MariaDB's. Whoever calls holds the
 * lock of the {@link StreamLedger}.
 */
final class SourceLedger {

    /** Holes in the numbers of one of the first sources that are remembered: 2 MB. */
    static final int MOST_INTERVALS = 1 << 17;

    /** And of each further one: 64 KB. */
    static final int FEWER_INTERVALS = 1 << 12;

    /** So many transactions of the stream later it is settled whether a transaction was one of this run's. */
    static final int SETTLED_AFTER = 1 << 14;

    private static final long OWN = 1L << 63;
    private static final int RING_BYTES = Long.BYTES * SETTLED_AFTER;

    final long high;
    final long low;
    final String tag;

    private final boolean mariaDb;
    private final boolean ordered;
    private final boolean first;
    private final int mostIntervals;
    private final GtidIntervals seen = new GtidIntervals();
    private GtidIntervals before = new GtidIntervals();
    private final LedgerMemory memory;
    private final NumberSet pending;
    private final NumberSet acknowledgedLate;

    /** Those of the last numbers that nobody has acknowledged: only while a number is here does it matter that it still is. */
    private final NumberSet undecided;

    /** The last numbers in the order of the stream, with a mark at this run's own; made when the first one is counted. */
    private long @Nullable [] recent;

    private int recentFirst;
    private int recentCount;
    private long highestOwn;

    private long matched;
    private Incidents duplicated = Incidents.NONE;
    private Incidents outOfOrder = Incidents.NONE;
    private boolean full;

    /** {@code first}: whether it is one of the first sources, of which there are few: these have more room. */
    SourceLedger(
            long high, long low, String tag, boolean mariaDb, boolean ordered, boolean first, LedgerMemory memory) {
        mostIntervals = first ? MOST_INTERVALS : FEWER_INTERVALS;
        this.first = first;
        this.memory = memory;
        pending = new NumberSet(memory);
        acknowledgedLate = new NumberSet(memory);
        undecided = new NumberSet(memory);
        this.ordered = ordered;
        this.high = high;
        this.low = low;
        this.tag = tag;
        this.mariaDb = mariaDb;
    }

    boolean is(long otherHigh, long otherLow, String otherTag) {
        return high == otherHigh && low == otherLow && tag.equals(otherTag);
    }

    /** The stream is not to have these numbers. */
    void startsBehind(GtidIntervals numbers) {
        before = numbers;
    }

    /** The write side was told of a commit. */
    void acknowledged(long number) {
        if (seen.contains(number)) {
            matched++;
            if (undecided.remove(number)) {
                full |= !acknowledgedLate.add(number);
            }
        } else {
            full |= !pending.add(number);
        }
    }

    /**
     * A transaction has ended in the stream.
     *
     * @param counts whether it is in the measured part, and no heartbeat, whose sequence is looked at by itself
     */
    void ended(long number, boolean counts, String file, long offset) {
        if (seen.count() >= mostIntervals) {
            full = true;
            return;
        }
        if (!seen.add(number)) {
            if (counts) {
                duplicated = duplicated.and(() -> name(number) + " again at " + file + ":" + offset);
            }
            return;
        }
        boolean own = pending.remove(number);
        if (own) {
            matched++;
        }
        if (counts && ordered) {
            full |= !own && !undecided.add(number);
            remember(own ? number | OWN : number);
        }
    }

    /** Whether those behind a number are new to it, so that nothing can be found but that they were there. */
    boolean takesFollowersOf(long number) {
        return !ordered && seen.endsWith(number);
    }

    /** Transactions with the next numbers have ended in the stream. */
    void followed(long transactions) {
        seen.extend(transactions);
    }

    /** The write side's measured part begins: what was acknowledged before is not looked for. */
    void forgetAcknowledged() {
        pending.clear();
        acknowledgedLate.clear();
        matched = 0;
    }

    /** Nothing more is coming: says of the last transactions whether they came in order. */
    void settle() {
        while (recentCount > 0) {
            settleFirst();
        }
    }

    private void remember(long entry) {
        long[] ring = recent;
        if (ring == null) {
            if (!first && !memory.take(RING_BYTES)) {
                full = true;
                return;
            }
            ring = new long[SETTLED_AFTER];
            recent = ring;
        }
        if (recentCount == SETTLED_AFTER) {
            settleFirst();
        }
        ring[recentFirst + recentCount & SETTLED_AFTER - 1] = entry;
        recentCount++;
    }

    private void settleFirst() {
        long entry = recent == null ? 0 : recent[recentFirst];
        recentFirst = recentFirst + 1 & SETTLED_AFTER - 1;
        recentCount--;
        long number = entry & ~OWN;
        if (entry >= 0 && !acknowledgedLate.remove(number)) {
            undecided.remove(number);
            return; // somebody else's: not for us to know in which order they were made
        }
        if (number < highestOwn) {
            outOfOrder = outOfOrder.and(() -> name(number) + " behind " + name(highestOwn));
        } else {
            highestOwn = number;
        }
    }

    long matched() {
        return matched;
    }

    /** Commits that the stream has not shown. */
    long pending() {
        return pending.size();
    }

    Incidents missing() {
        return new Incidents(
                pending.size(),
                pending.lowest(Incidents.MOST_NAMES).mapToObj(this::name).toList());
    }

    Incidents duplicated() {
        return duplicated;
    }

    Incidents outOfOrder() {
        return outOfOrder;
    }

    /** Whether there was no room for something, so that nothing can be said. */
    boolean isFull() {
        return full;
    }

    /** Numbers between the first and the last one seen that are not in the stream, though they were not left out. */
    Incidents absent() {
        GtidIntervals holes = holes();
        long absent = 0;
        for (int i = 0; i < holes.count(); i++) {
            absent += holes.end(i) - holes.start(i);
        }
        return Incidents.of(absent, holes.count() == 0 ? null : name(holes.start(0)));
    }

    private GtidIntervals holes() {
        GtidIntervals holes = new GtidIntervals();
        for (int i = 1; i < seen.count(); i++) {
            long hole = seen.end(i - 1);
            long behind = seen.start(i);
            holes.add(hole, behind);
        }
        return holes.without(before);
    }

    /** As the server prints it. */
    String name(long number) {
        return new Gtid(mariaDb, high, low, tag, number).toString();
    }
}

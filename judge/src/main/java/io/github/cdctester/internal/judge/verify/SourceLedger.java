// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.binlog.gtid.GtidIntervals;
import io.github.cdctester.internal.meter.OwnTransactions;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one source: a server's UUID and a tag, or a domain and a server of MariaDB's. Callers hold the lock of the
 * {@link StreamLedger}.
 */
final class SourceLedger {

    /** Holes in the numbers of one of the first sources that are remembered: 2 MB. */
    static final int MAX_INTERVALS = 1 << 17;

    /** And of each further one: 64 KB. */
    static final int FEWER_INTERVALS = 1 << 12;

    final long high;
    final long low;
    final String tag;

    private final boolean mariaDb;
    private final boolean ordered;
    private final int mostIntervals;
    private final GtidIntervals seen = new GtidIntervals();
    private GtidIntervals before = new GtidIntervals();
    private final NumberSet pending;

    /** {@code null} of a run that does not write. */
    private final @Nullable RecentTransactions recent;

    private long highestOwn;

    private long matched;
    private Incidents duplicated = Incidents.NONE;
    private Incidents outOfOrder = Incidents.NONE;
    private boolean full;

    /** {@code first}: whether it is one of the first sources, which have more room; {@code own}: {@code null} if the run does not write. */
    SourceLedger(
            long high,
            long low,
            String tag,
            boolean mariaDb,
            boolean ordered,
            boolean first,
            LedgerMemory memory,
            @Nullable OwnTransactions own) {
        mostIntervals = first ? MAX_INTERVALS : FEWER_INTERVALS;
        pending = new NumberSet(memory);
        recent = own == null ? null : new RecentTransactions(own, first, memory, this::settledOwn);
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

    /** Records an acknowledged commit. */
    void acknowledged(long number) {
        if (seen.contains(number)) {
            matched++;
            if (recent != null) {
                recent.acknowledged(number);
            }
        } else {
            full |= !pending.add(number);
        }
    }

    /**
     * Handles the end of a transaction in the stream.
     *
     * @param counts whether it is in the measured part, and no heartbeat, which has a separate sequence
     * @param values its measured values, from index {@code at}; see {@link OwnTransactions}
     */
    void ended(long number, boolean counts, String file, long offset, long[] values, int at) {
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
        if (counts && recent != null) {
            full |= !recent.add(number, own, values, at);
        }
    }

    /** Returns true if the transactions after a number are new, so that only their presence can be recorded. */
    boolean acceptsFollowersOf(long number) {
        return recent == null && seen.endsWith(number);
    }

    /** Transactions with the next numbers have ended in the stream. */
    void followed(long transactions) {
        seen.extend(transactions);
    }

    /** The write side's measured part begins: earlier acknowledged commits are not checked. */
    void forgetAcknowledged() {
        pending.clear();
        matched = 0;
    }

    /** The stream has ended: decides about the order of the last transactions. */
    void settle() {
        if (recent != null) {
            recent.settle();
        }
    }

    private void settledOwn(long number) {
        if (ordered && number < highestOwn) {
            outOfOrder = outOfOrder.and(() -> name(number) + " behind " + name(highestOwn));
        } else {
            highestOwn = Math.max(highestOwn, number);
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
                pending.lowest(Incidents.MAX_NAMES).mapToObj(this::name).toList());
    }

    Incidents duplicated() {
        return duplicated;
    }

    Incidents outOfOrder() {
        return outOfOrder;
    }

    /** Returns true if memory was full, so that there is no verdict. */
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

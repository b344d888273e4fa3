// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.binlog.gtid.GtidIntervals;
import io.github.cdctester.internal.meter.OwnTransactions;
import org.jspecify.annotations.Nullable;

/**
 * One GTID source: a server UUID and a tag, or a MariaDB domain and server id. Callers hold the lock of the {@link
 * StreamLedger}.
 */
final class SourceLedger {

    /** For each of the first sources: 2 MB per source. */
    static final int MAX_INTERVALS = 1 << 17;

    /** 64 KB per source. */
    static final int MAX_INTERVALS_OF_LATER_SOURCE = 1 << 12;

    final long high;
    final long low;
    final String tag;

    private final boolean mariaDb;
    private final boolean isOrdered;
    private final int maxIntervals;
    private final GtidIntervals arrived = new GtidIntervals();
    private GtidIntervals numbersBefore = new GtidIntervals();

    /** {@code null} for MySQL. */
    private @Nullable DomainNumbers domain;

    private final NumberSet pending;

    /** {@code null} if the run does not write. */
    private final @Nullable RecentTransactions recent;

    private long highestOwn;

    private long matched;
    private Incidents duplicated = Incidents.NONE;
    private Incidents outOfOrder = Incidents.NONE;
    private boolean full;

    /** {@code isFirstSource} is true if the source may use more memory; {@code ownTransactions} is null without writes. */
    SourceLedger(
            long high,
            long low,
            String tag,
            boolean mariaDb,
            boolean isOrdered,
            boolean isFirstSource,
            LedgerMemory memory,
            @Nullable OwnTransactions ownTransactions) {
        maxIntervals = isFirstSource ? MAX_INTERVALS : MAX_INTERVALS_OF_LATER_SOURCE;
        pending = new NumberSet(memory);
        recent = ownTransactions == null
                ? null
                : new RecentTransactions(ownTransactions, isFirstSource, memory, this::onOwnSettled);
        this.isOrdered = isOrdered;
        this.high = high;
        this.low = low;
        this.tag = tag;
        this.mariaDb = mariaDb;
    }

    boolean matches(long otherHigh, long otherLow, String otherTag) {
        return high == otherHigh && low == otherLow && tag.equals(otherTag);
    }

    /** Numbers before the start of the stream need not arrive. */
    void setNumbersBefore(GtidIntervals numbers) {
        numbersBefore = numbers;
    }

    void setDomain(DomainNumbers numbers) {
        domain = numbers;
    }

    void acknowledged(long number) {
        if (arrived.contains(number)) {
            matched++;
            if (recent != null) {
                recent.acknowledged(number);
            }
        } else {
            full |= !pending.add(number);
        }
    }

    /**
     * {@code isMeasured} is false for heartbeats. The measured values start at {@code offsetOfValues}; see {@link
     * OwnTransactions}.
     */
    void ended(long number, boolean isMeasured, String file, long offset, long[] values, int offsetOfValues) {
        if (arrived.count() >= maxIntervals) {
            full = true;
            return;
        }
        if (domain != null && !(domain.hasLast(this) && arrived.endsWith(number - 1))) {
            full |= !domain.recordJump(this, number);
        }
        if (!arrived.add(number)) {
            if (isMeasured) {
                duplicated = duplicated.plusFault(() -> name(number) + " again at " + file + ":" + offset);
            }
            return;
        }
        boolean isOwn = pending.remove(number);
        if (isOwn) {
            matched++;
        }
        if (isMeasured && recent != null) {
            full |= !recent.add(number, isOwn, values, offsetOfValues);
        }
    }

    /**
     * Returns true if {@link #recordFollowers} may record the next transactions: the run does not write, and no higher number
     * has arrived.
     */
    boolean acceptsFollowersOf(long number) {
        return recent == null && arrived.endsWith(number);
    }

    void recordFollowers(long transactions) {
        arrived.extend(transactions);
    }

    /** Commits acknowledged so far are not checked. */
    void forgetAcknowledged() {
        pending.clear();
        matched = 0;
    }

    /** Checks the order of the buffered transactions. Call it at the end of the stream. */
    void settle() {
        if (recent != null) {
            recent.settle();
        }
    }

    private void onOwnSettled(long number) {
        if (isOrdered && number < highestOwn) {
            outOfOrder = outOfOrder.plusFault(() -> name(number) + " after " + name(highestOwn));
        } else {
            highestOwn = Math.max(highestOwn, number);
        }
    }

    long matched() {
        return matched;
    }

    /** Counts acknowledged commits that have not arrived. */
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

    /** Returns true if a limit was reached, so that not all commits can be matched by GTID. */
    boolean isFull() {
        return full;
    }

    GtidIntervals arrived() {
        return arrived;
    }

    /** Counts the missing numbers between arrived numbers, except numbers before the start of the stream. */
    Incidents absent() {
        return incidents(missingNumbers());
    }

    Incidents incidents(GtidIntervals numbers) {
        return Incidents.of(size(numbers), numbers.count() == 0 ? null : name(numbers.start(0)));
    }

    GtidIntervals missingNumbers() {
        GtidIntervals gaps = new GtidIntervals();
        for (int i = 1; i < arrived.count(); i++) {
            long gapStart = arrived.end(i - 1);
            long gapEnd = arrived.start(i);
            gaps.add(gapStart, gapEnd);
        }
        return gaps.subtract(numbersBefore);
    }

    static long size(GtidIntervals numbers) {
        long size = 0;
        for (int i = 0; i < numbers.count(); i++) {
            size += numbers.end(i) - numbers.start(i);
        }
        return size;
    }

    String name(long number) {
        return new Gtid(mariaDb, high, low, tag, number).toString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.NumberSet;
import java.util.Collection;
import java.util.TreeSet;

/** The stamps of one consumer that were not settled when nothing more came. */
public final class UnsettledStamps {

    private final StampReference stamps;
    private final NumberSet whole;
    private final LongPairMap open;
    private long missing;
    private long firstPlace = Long.MAX_VALUE;
    private long lastPlace = -1;
    private long torn;
    private long others;
    private long stray;
    private final TreeSet<Long> firstMissing = new TreeSet<>();
    private long firstTorn;
    private long tornCame;
    private long tornRows;
    private long marksOfTorn;
    private final long[] tornIn = new long[Long.SIZE];
    private long firstStray;

    public UnsettledStamps(StampReference stamps, NumberSet whole, LongPairMap open) {
        this.stamps = stamps;
        this.whole = whole;
        this.open = open;
        stamps.committed().forEach((sequence, expected, index) -> committed(sequence, expected, index - 1));
        open.forEach((sequence, count, keys) -> open(sequence));
    }

    /** Counts missing transactions from an index of the log up to another, excluded. */
    static long missing(StampReference stamps, NumberSet whole, int from, int to) {
        long[] missing = new long[1];
        stamps.committed() // with the index plus one
                .forEach((sequence, rows, at) ->
                        missing[0] += at > from && at <= to && !whole.contains(sequence) ? 1 : 0);
        return missing[0];
    }

    private void committed(long sequence, long expected, long index) {
        if (whole.contains(sequence)) {
            return;
        }
        missing++;
        firstPlace = Math.min(firstPlace, index);
        lastPlace = Math.max(lastPlace, index);
        firstMissing.add(sequence);
        if (firstMissing.size() > Incidents.MAX_NAMES) {
            firstMissing.pollLast();
        }
        int at = open.find(sequence);
        if (at != LongPairMap.NONE) {
            torn++;
            for (long marks = open.second(at); marks != 0; marks &= marks - 1) {
                tornIn[Long.numberOfTrailingZeros(marks)]++;
            }
            firstTorn = lower(firstTorn, sequence);
            if (firstTorn == sequence) {
                tornCame = open.first(at);
                tornRows = expected;
                marksOfTorn = open.second(at);
            }
        }
    }

    private void open(long sequence) {
        if (stamps.committed().find(sequence) != LongPairMap.NONE) {
            return;
        }
        if (stamps.isUnknown(sequence)) {
            others++;
        } else {
            stray++;
            firstStray = lower(firstStray, sequence);
        }
    }

    long missingCount() {
        return missing;
    }

    Incidents missing() {
        return new Incidents(
                missing,
                firstMissing.stream()
                        .map(sequence -> RowLedger.name(sequence) + stamps.rowOf(sequence))
                        .toList());
    }

    /** The lowest missing stamps. */
    public Collection<Long> firstMissing() {
        return firstMissing;
    }

    /** The place in the log of the first missing transaction; -1 if some places are unknown. */
    public long firstPlace() {
        return firstPlace;
    }

    /** The place in the log of the last missing transaction. */
    long lastPlace() {
        return lastPlace;
    }

    /** Missing transactions of which some rows came. */
    Incidents torn() {
        return Incidents.of(
                torn,
                firstTorn == 0
                        ? null
                        : RowLedger.name(firstTorn) + stamps.rowOf(firstTorn) + ": " + tornCame + " of its " + tornRows
                                + " rows");
    }

    /** A bit for each stream that has a part of the first torn transaction. */
    long streamsOfTorn() {
        return marksOfTorn;
    }

    /** Torn transactions by the streams that have a part of them. */
    long[] tornIn() {
        return tornIn;
    }

    /** Stamps that may have been committed without an acknowledgement. */
    long others() {
        return others;
    }

    /** Stamps that were never committed. */
    Incidents stray() {
        return Incidents.of(stray, firstStray == 0 ? null : RowLedger.name(firstStray));
    }

    private static long lower(long first, long other) {
        return first == 0 || other < first ? other : first;
    }
}

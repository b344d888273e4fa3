// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.NumberSet;
import java.util.TreeSet;

/** The stamps of one consumer that were not settled when nothing more came. */
final class UnsettledStamps {

    private final StampReference stamps;
    private final NumberSet whole;
    private final LongPairMap open;
    long missing;

    /** Places in the log of the first and last missing transaction; -1 if one of them is unknown. */
    long firstPlace = Long.MAX_VALUE;

    long lastPlace = -1;
    long torn;
    long others;
    long stray;
    final TreeSet<Long> firstMissing = new TreeSet<>();
    long firstTorn;
    long tornCame;
    long tornRows;
    long marksOfTorn;
    final long[] tornIn = new long[Long.SIZE];
    long firstStray;

    UnsettledStamps(StampReference stamps, NumberSet whole, LongPairMap open) {
        this.stamps = stamps;
        this.whole = whole;
        this.open = open;
        stamps.committed().forEach((sequence, expected, index) -> committed(sequence, expected, index - 1));
        open.forEach((sequence, count, keys) -> open(sequence));
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

    Incidents missing() {
        return new Incidents(
                missing,
                firstMissing.stream()
                        .map(sequence -> RowLedger.name(sequence) + stamps.names.getOrDefault(sequence, ""))
                        .toList());
    }

    private static long lower(long first, long other) {
        return first == 0 || other < first ? other : first;
    }
}

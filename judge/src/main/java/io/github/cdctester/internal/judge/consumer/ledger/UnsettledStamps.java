// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.NumberSet;
import java.util.Collection;
import java.util.TreeSet;

/** Stamps that one consumer has not reported completely: missing, torn, of unknown outcome, or never committed. */
public final class UnsettledStamps {

    private final StampReference stamps;
    private final NumberSet complete;
    private final LongPairMap open;
    private long missing;
    private long firstIndex = Long.MAX_VALUE;
    private long lastIndex = -1;
    private long torn;
    private long others;
    private long stray;
    private final TreeSet<Long> firstMissing = new TreeSet<>();
    private long firstTorn;
    private long firstTornReported;
    private long firstTornRows;
    private long marksOfFirstTorn;
    private final long[] tornByStream = new long[Long.SIZE];
    private long firstStray;

    public UnsettledStamps(StampReference stamps, NumberSet complete, LongPairMap open) {
        this.stamps = stamps;
        this.complete = complete;
        this.open = open;
        stamps.committed().forEach((sequence, expected, index) -> addCommitted(sequence, expected, index - 1));
        open.forEach((sequence, count, keys) -> addOpen(sequence));
    }

    private void addCommitted(long sequence, long expected, long index) {
        if (complete.contains(sequence)) {
            return;
        }
        missing++;
        firstIndex = Math.min(firstIndex, index);
        lastIndex = Math.max(lastIndex, index);
        firstMissing.add(sequence);
        if (firstMissing.size() > Incidents.MAX_NAMES) {
            firstMissing.pollLast();
        }
        int slot = open.find(sequence);
        if (slot != LongPairMap.NONE) {
            torn++;
            for (long marks = open.second(slot); marks != 0; marks &= marks - 1) {
                tornByStream[Long.numberOfTrailingZeros(marks)]++;
            }
            firstTorn = lowerNonZero(firstTorn, sequence);
            if (firstTorn == sequence) {
                firstTornReported = open.first(slot);
                firstTornRows = expected;
                marksOfFirstTorn = open.second(slot);
            }
        }
    }

    private void addOpen(long sequence) {
        if (stamps.committed().find(sequence) != LongPairMap.NONE) {
            return;
        }
        if (stamps.isUnknown(sequence)) {
            others++;
        } else {
            stray++;
            firstStray = lowerNonZero(firstStray, sequence);
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

    public Collection<Long> firstMissing() {
        return firstMissing;
    }

    /** Returns the lowest log index of a missing transaction; negative if one is unknown; {@link Long#MAX_VALUE} if none is missing. */
    public long firstIndex() {
        return firstIndex;
    }

    /** Highest log index of a missing transaction; -1 if none is missing or all are unknown. */
    long lastIndex() {
        return lastIndex;
    }

    /** Missing transactions of which at least one row was reported. */
    Incidents torn() {
        return Incidents.of(
                torn,
                firstTorn == 0
                        ? null
                        : RowLedger.name(firstTorn) + stamps.rowOf(firstTorn) + ": " + firstTornReported + " of its "
                                + firstTornRows + " rows");
    }

    /** Bit set of the streams that reported rows of the first torn transaction. */
    long streamsOfFirstTorn() {
        return marksOfFirstTorn;
    }

    long[] tornByStream() {
        return tornByStream;
    }

    /** Reported stamps that may have been committed without an acknowledgement. */
    long others() {
        return others;
    }

    Incidents stray() {
        return Incidents.of(stray, firstStray == 0 ? null : RowLedger.name(firstStray));
    }

    private static long lowerNonZero(long first, long candidate) {
        return first == 0 || candidate < first ? candidate : first;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.NumberSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stamps that one consumer has not reported completely: missing, torn, of unknown outcome, or never committed. */
public final class UnsettledStamps {

    /** Place of a commit in the log. Unknown places follow known ones, in the order of the acknowledgements. */
    private record Place(long index, long micros, long sequence) implements Comparable<Place> {

        @Override
        public int compareTo(Place other) {
            int order = Long.compare(index, other.index);
            order = order == 0 ? Long.compare(micros, other.micros) : order;
            return order == 0 ? Long.compare(sequence, other.sequence) : order;
        }
    }

    private final StampReference stamps;
    private final NumberSet complete;
    private final LongPairMap open;
    private long missing;
    private long firstIndex = Long.MAX_VALUE;
    private long lastIndex = -1;
    private long torn;
    private long others;
    private long stray;
    private final TreeSet<Place> firstMissing = new TreeSet<>();
    private @Nullable Place firstTorn;
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
        Place place = place(sequence, index);
        addMissing(place);
        int slot = open.find(sequence);
        if (slot != LongPairMap.NONE) {
            torn++;
            for (long marks = open.second(slot); marks != 0; marks &= marks - 1) {
                tornByStream[Long.numberOfTrailingZeros(marks)]++;
            }
            if (firstTorn == null || place.compareTo(firstTorn) < 0) {
                firstTorn = place;
                firstTornReported = open.first(slot);
                firstTornRows = expected;
                marksOfFirstTorn = open.second(slot);
            }
        }
    }

    private Place place(long sequence, long index) {
        return index >= 0
                ? new Place(index, 0, sequence)
                : new Place(Long.MAX_VALUE, stamps.acknowledgedMicros(sequence), sequence);
    }

    private void addMissing(Place place) {
        if (firstMissing.size() == Incidents.MAX_NAMES) {
            if (place.compareTo(firstMissing.last()) > 0) {
                return; // the usual case if very many are missing
            }
            firstMissing.pollLast();
        }
        firstMissing.add(place);
    }

    private void addOpen(long sequence) {
        if (stamps.committed().find(sequence) != LongPairMap.NONE) {
            return;
        }
        if (stamps.isUnknown(sequence)) {
            others++;
        } else {
            stray++;
            firstStray = firstStray == 0 ? sequence : Math.min(firstStray, sequence);
        }
    }

    long missingCount() {
        return missing;
    }

    Incidents missing() {
        return new Incidents(missing, firstMissing.stream().map(this::name).toList());
    }

    private String name(Place place) {
        return RowLedger.name(place.sequence) + stamps.rowOf(place.sequence);
    }

    /** Stamps of missing transactions in log order, at most {@link Incidents#MAX_NAMES}. */
    public Stream<Long> firstMissing() {
        return firstMissing.stream().map(Place::sequence);
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
                firstTorn == null
                        ? null
                        : name(firstTorn) + ": " + firstTornReported + " of its " + firstTornRows + " rows");
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
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger.ConsumerFindings;
import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.KeyHash;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.NumberSet;
import io.github.cdctester.internal.writer.Stamps;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a consumer that identifies row changes by stamp. A transaction is complete when as many changes were reported as
 * the write side stamped. Order is checked per key only: a consumer may process different keys in different threads.
 */
public final class RowLedger extends ConsumerLedger {

    /** Number of later complete commits, in order, after which a missing commit counts as lost. */
    private static final int LATER = 1_000;

    private final StampReference stamps;
    private final @Nullable Stamps numbers;

    /** Reported stamps that are not known to be complete: changes so far, and key marks (or one bit per stream). */
    private final LongPairMap open;

    private final NumberSet whole;
    private final NumberSet repeated;

    /** Stamps from before the measured part that were reported after it began. */
    private final NumberSet earlier;

    private final KeyOrder order;

    /** Arrival ordinals of complete transactions whose log index is not known yet. */
    private final LongPairMap unplaced;

    private boolean keepsOrder = true;
    private long ordinal;
    private long newestOrdinal;
    private final CountedTables tables;
    private long[] done = new long[64];
    private int doneCount;
    private long rows;
    private long parts;
    private long firstRepeated;

    public RowLedger(
            LogReference log,
            StampReference stamps,
            ConsumerTimeline timeline,
            @Nullable Stamps numbers,
            LedgerMemory memory) {
        super(log, timeline, memory);
        this.stamps = stamps;
        this.numbers = numbers;
        open = new LongPairMap(memory);
        unplaced = new LongPairMap(memory);
        whole = new NumberSet(memory);
        repeated = new NumberSet(memory);
        earlier = new NumberSet(memory);
        order = new KeyOrder(stamps, memory);
        tables = new CountedTables(stamps, this::recount);
    }

    /** Returns the number of change pairs of one key whose commit order is unknown. */
    public long notOrdered() {
        return order.notOrdered();
    }

    public CountedTables tables() {
        return tables;
    }

    public long rows() {
        return rows;
    }

    /** Records a reported row change. */
    public void recordRow(String table, String key, long sequence, long micros) {
        rows++;
        if (!tables.counts(table) || isSettled(sequence, micros)) {
            return;
        }
        long hash = KeyHash.of(table, key);
        int at = open.find(sequence);
        long keys = at == LongPairMap.NONE ? 0 : open.second(at);
        if (!KeyOrder.has(keys, hash)) {
            order.record(hash, table, key, sequence);
            keys = KeyOrder.with(keys, hash);
        }
        recordArrival(sequence, at, 1, keys, micros);
    }

    /**
     * Records all rows of a transaction in one stream. A repeated part is not counted, so that it cannot stand in for a missing
     * part of another stream.
     *
     * @param stream index of the stream, below 64; a stream contains the stamps of one writer in ascending order
     */
    public void seenPart(int stream, String name, long sequence, long count, long micros) {
        rows += count;
        if (isSettled(sequence, micros)) {
            return;
        }
        int at = open.find(sequence);
        long streams = at == LongPairMap.NONE ? 0 : open.second(at);
        if ((streams >>> stream & 1) != 0) {
            recordDuplicate(sequence);
            return;
        }
        String writer = "writer " + Stamps.writer(sequence);
        order.record(KeyHash.of(name, writer), name, writer, sequence);
        recordArrival(sequence, at, count, streams | 1L << stream, micros);
    }

    /** Records that a snapshot covers a number of the transaction's changes, which therefore need not be reported. */
    public void covered(long sequence, long count) {
        if (stamps.isBefore(sequence, numbers)) {
            return;
        }
        if (whole.contains(sequence)) {
            recordDuplicate(sequence);
            return;
        }
        int at = open.find(sequence);
        recordArrival(sequence, at, count, at == LongPairMap.NONE ? 0 : open.second(at), CommitTimes.UNKNOWN);
    }

    /** Returns true if the transaction was committed, or its outcome is unknown. */
    public boolean isCommitted(long sequence) {
        return whole.contains(sequence)
                || stamps.committed().find(sequence) != LongPairMap.NONE
                || stamps.isBefore(sequence, numbers)
                || stamps.isUnknown(sequence);
    }

    /** Counts a report; returns true if its transaction precedes the measured part or is already complete. */
    private boolean isSettled(long sequence, long micros) {
        if (stamps.isBefore(sequence, numbers)) {
            addOthers(1);
            if (sequence != 0
                    && (numbers == null || !numbers.isOfAnotherRun(sequence))
                    && !earlier.contains(sequence)) {
                earlier.add(sequence); // if memory is full, the next report of the stamp is counted again
                timeline().earlier(micros);
            }
            return true;
        }
        parts++;
        if (whole.contains(sequence)) {
            recordDuplicate(sequence);
            return true;
        }
        return false;
    }

    private void recordArrival(long sequence, int at, long newChanges, long marks, long micros) {
        long count = newChanges + (at == LongPairMap.NONE ? 0 : open.first(at));
        if (at == LongPairMap.NONE) {
            require(open.put(sequence, count, marks));
        } else {
            open.set(at, count, marks);
        }
        checkComplete(sequence, count, micros);
    }

    private void recordDuplicate(long sequence) {
        require(repeated.add(sequence));
        firstRepeated = firstRepeated == 0 ? sequence : firstRepeated;
    }

    /** Completes a transaction whose rows were reported before its commit was known. */
    public void committed(long sequence) {
        int at = open.find(sequence);
        if (at != LongPairMap.NONE) {
            checkComplete(sequence, open.first(at), CommitTimes.UNKNOWN);
        }
    }

    private void checkComplete(long sequence, long count, long micros) {
        int at = stamps.committed().find(sequence);
        if (at == LongPairMap.NONE) {
            if (micros != CommitTimes.UNKNOWN) {
                untimed().put(sequence, micros, ++ordinal); // arrival of the last change so far
            }
            return;
        }
        long expected = stamps.committed().first(at);
        if (count < expected) {
            return;
        }
        int last = untimed().find(sequence);
        long arrivedMicros = micros != CommitTimes.UNKNOWN || last == LongPairMap.NONE
                ? micros
                : untimed().first(last);
        long arrivalOrdinal = micros != CommitTimes.UNKNOWN
                ? ++ordinal
                : last == LongPairMap.NONE ? 0 : untimed().second(last);
        untimed().remove(sequence);
        open.remove(sequence);
        require(whole.add(sequence));
        if (count > expected) {
            recordDuplicate(sequence);
        }
        countMatched();
        if (arrivedMicros != CommitTimes.UNKNOWN) { // else a snapshot covers the last change
            timeline().transaction(arrivedMicros);
        }
        int index = (int) stamps.committed().second(at) - 1;
        if (index >= 0) {
            checkLogOrder(index, arrivalOrdinal);
        } else {
            keepsOrder &= stamps.hasPlaces() && unplaced.put(sequence, arrivalOrdinal, 0);
        }
        if (arrivedMicros != CommitTimes.UNKNOWN && !recordDelay(sequence, index, arrivedMicros)) {
            untimed().put(sequence, arrivedMicros, 0);
        } else {
            markDone(sequence);
        }
    }

    /** Checks that complete transactions arrive in log order. */
    private void checkLogOrder(int index, long place) {
        keepsOrder &= place > 0 && index > newest() == place > newestOrdinal;
        raiseNewest(index);
        newestOrdinal = Math.max(newestOrdinal, place);
    }

    private void markDone(long sequence) {
        if (doneCount == done.length) {
            done = Arrays.copyOf(done, 2 * doneCount);
        }
        done[doneCount++] = sequence;
    }

    /** Checks changes whose commit order was unknown so far. Call it after all reports were moved to the ledgers. */
    public void settle() {
        order.settle();
    }

    /** Passes on the stamps for which {@link #isDone} became true since the last call. */
    public void takeDone(LongConsumer taken) {
        if (tables.isUndecided()) {
            return; // the rows may still be discarded
        }
        for (int i = 0; i < doneCount; i++) {
            taken.accept(done[i]);
        }
        doneCount = 0;
    }

    /** Returns true if a stamp needs no further checks. */
    public boolean isDone(long sequence) {
        return whole.contains(sequence) && untimed().find(sequence) == LongPairMap.NONE && !tables.isUndecided();
    }

    private boolean recordDelay(long sequence, int index, long arrivedMicros) {
        long committed = index >= 0 ? log().times().get(index) : CommitTimes.UNKNOWN;
        if (committed == CommitTimes.UNKNOWN && !log().hasTimestamps()) {
            committed = stamps.acknowledgedMicros(sequence);
        }
        if (committed != CommitTimes.UNKNOWN) {
            timeline().delay(committed, came);
        }
        return committed != CommitTimes.UNKNOWN;
    }

    /** Records the log index of a stamped transaction. */
    public void standsAt(long sequence, int index) {
        if (!whole.contains(sequence)) {
            return;
        }
        int waiting = unplaced.find(sequence);
        if (waiting != LongPairMap.NONE) {
            checkLogOrder(index, unplaced.first(waiting));
            unplaced.removeAt(waiting);
        }
        int at = untimed().find(sequence);
        if (at != LongPairMap.NONE && recordDelay(sequence, index, untimed().first(at))) {
            untimed().remove(sequence);
            markDone(sequence);
        }
    }

    @Override
    public void writeWindowOpens() {
        super.writeWindowOpens();
        forget(); // later reports of these stamps are recognized by StampReference.isBefore
        tables.windowOpens();
    }

    /** Discards the rows reported so far. */
    private void recount() {
        super.writeWindowOpens();
        forget();
        timeline().recount();
    }

    private void forget() {
        parts = 0;
        doneCount = 0;
        unplaced.clear();
        keepsOrder = true;
        newestOrdinal = 0;
        open.clear();
        whole.clear();
        repeated.clear();
        firstRepeated = 0;
        order.windowOpens();
        clear();
    }

    @Override
    public long behind() {
        return stamps.count() - matched();
    }

    @Override
    public long repeats() {
        return repeated.size();
    }

    @Override
    public long missing(int from, int to) {
        return UnsettledStamps.missing(stamps, whole, from, to);
    }

    @Override
    public boolean hasShownLast() {
        UnsettledStamps unsettled = left();
        return unsettled.missingCount() > 0 && passed(unsettled) == unsettled.missingCount();
    }

    /**
     * Returns the missing transactions that count as lost: all, if the consumer has kept the log's order and reported at least
     * {@link #LATER} transactions after the last missing one; else 0. Several threads or partitions break the order by then.
     */
    private long passed(UnsettledStamps unsettled) {
        return keepsOrder
                        && unplaced.size() == 0
                        && unsettled.firstPlace() >= 0
                        && log().ownFrom((int) unsettled.lastPlace() + 1) >= LATER
                ? unsettled.missingCount()
                : 0;
    }

    @Override
    public ConsumerFindings findings() {
        return findings(left());
    }

    /**
     * Findings about several streams that are judged as one consumer.
     *
     * @param surplus reported parts, including repeated ones, minus the transactions they belong to
     * @param inFirst one bit per stream that contains a part of the first incomplete transaction
     * @param ofTorn per stream, the number of incomplete transactions with a part in that stream
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Parts(ConsumerFindings findings, long surplus, long inFirst, long[] ofTorn) {}

    public Parts parts() {
        UnsettledStamps unsettled = left();
        long surplus = parts - whole.size() - open.size();
        return new Parts(findings(unsettled), surplus, unsettled.streamsOfTorn(), unsettled.tornIn());
    }

    public UnsettledStamps left() {
        order.settle();
        return new UnsettledStamps(stamps, whole, open);
    }

    private ConsumerFindings findings(UnsettledStamps unsettled) {
        return new ConsumerFindings(
                stamps.count(),
                matched(),
                unsettled.missing(),
                passed(unsettled),
                unsettled.torn(),
                Incidents.of(repeated.size(), firstRepeated == 0 ? null : name(firstRepeated) + " again"),
                order.late(),
                others() + unsettled.others(),
                unsettled.stray(),
                isFull() || order.isIncomplete() || stamps.isFull() || log().isFull());
    }

    public static String name(long sequence) {
        return "cdc_seq " + sequence;
    }
}

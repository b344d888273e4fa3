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
 * A consumer that names row changes by their stamps. A transaction is complete when the number of changes with its stamp equals the
 * write side's rows. Only a key's changes have an order: a consumer may process different keys in different threads.
 */
public final class RowLedger extends ConsumerLedger {

    /** Number of later complete commits, in order, after which a missing commit counts as lost. */
    private static final int LATER = 1_000;

    private final StampReference stamps;
    private final @Nullable Stamps numbers;

    /** Stamps that came and are not known to be whole: with their changes so far, and marks of the first of their keys. */
    private final LongPairMap open;

    private final NumberSet whole;
    private final NumberSet repeated;

    /** Transactions before the measured part. */
    private final NumberSet earlier;

    private final KeyOrder order;

    /** In which order whole transactions came whose places in the log are not known yet. */
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

    /** Creates a ledger of one consumer's rows. */
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

    /** Pairs of changes of a key of which it is not known which was made first. */
    public long notOrdered() {
        return order.notOrdered();
    }

    public CountedTables tables() {
        return tables;
    }

    public long rows() {
        return rows;
    }

    /** It has shown a row change. */
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
     * Records one stream's rows of a transaction: its complete part, because a stream sends it at once. A repeated part is not
     * counted, so that it cannot replace another stream's.
     *
     * @param stream its index, below 64; one writer's transactions arrive there in the order of their stamps
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

    /** Returns true if it was committed, or may have been. */
    public boolean isCommitted(long sequence) {
        return whole.contains(sequence)
                || stamps.committed().find(sequence) != LongPairMap.NONE
                || stamps.isBefore(sequence, numbers)
                || stamps.isUnknown(sequence);
    }

    /** Returns true if nothing is added to its transaction: it is of before the measured part, or whole already. */
    private boolean isSettled(long sequence, long micros) {
        if (stamps.isBefore(sequence, numbers)) {
            addOthers(1);
            if (sequence != 0
                    && (numbers == null || !numbers.isOfAnotherRun(sequence))
                    && !earlier.contains(sequence)) {
                earlier.add(sequence); // without room it is counted again
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

    private void recordArrival(long sequence, int at, long more, long marks, long micros) {
        long count = more + (at == LongPairMap.NONE ? 0 : open.first(at));
        if (at == LongPairMap.NONE) {
            require(open.put(sequence, count, marks));
        } else {
            open.set(at, count, marks);
        }
        settle(sequence, count, micros);
    }

    private void recordDuplicate(long sequence) {
        require(repeated.add(sequence));
        firstRepeated = firstRepeated == 0 ? sequence : firstRepeated;
    }

    /** Its commit has become known. */
    public void committed(long sequence) {
        int at = open.find(sequence);
        if (at != LongPairMap.NONE) {
            settle(sequence, open.first(at), CommitTimes.UNKNOWN);
        }
    }

    private void settle(long sequence, long count, long micros) {
        int at = stamps.committed().find(sequence);
        if (at == LongPairMap.NONE) {
            if (micros != CommitTimes.UNKNOWN) {
                untimed().put(sequence, micros, ++ordinal); // when the last one of its changes came
            }
            return;
        }
        long expected = stamps.committed().first(at);
        if (count < expected) {
            return;
        }
        int last = untimed().find(sequence);
        long came = micros != CommitTimes.UNKNOWN || last == LongPairMap.NONE
                ? micros
                : untimed().first(last);
        long place = micros != CommitTimes.UNKNOWN
                ? ++ordinal
                : last == LongPairMap.NONE ? 0 : untimed().second(last);
        untimed().remove(sequence);
        open.remove(sequence);
        require(whole.add(sequence));
        if (count > expected) {
            recordDuplicate(sequence);
        }
        countMatched();
        if (came != CommitTimes.UNKNOWN) { // or a snapshot has brought it
            timeline().transaction(came);
        }
        int index = (int) stamps.committed().second(at) - 1;
        if (index >= 0) {
            placed(index, place);
        } else {
            keepsOrder &= stamps.hasPlaces() && unplaced.put(sequence, place, 0);
        }
        if (came != CommitTimes.UNKNOWN && !delay(sequence, index, came)) {
            untimed().put(sequence, came, 0);
        } else {
            markDone(sequence);
        }
    }

    /** Checks that transactions arrive in the order of the log, regardless of which is known first. */
    private void placed(int index, long place) {
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

    /** Decides the open cases; call it when all reports are in the ledgers. */
    public void settle() {
        order.settle();
    }

    /** Shows the stamps that have become {@link #isDone} since the last call. */
    public void takeDone(LongConsumer taken) {
        if (tables.isUndecided()) {
            return; // they may come to count for nothing
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

    private boolean delay(long sequence, int index, long came) {
        long committed = index >= 0 ? log().times().get(index) : CommitTimes.UNKNOWN;
        if (committed == CommitTimes.UNKNOWN && !log().hasTimestamps()) {
            committed = stamps.acknowledgedMicros(sequence);
        }
        if (committed != CommitTimes.UNKNOWN) {
            timeline().delay(committed, came);
        }
        return committed != CommitTimes.UNKNOWN;
    }

    /** Records the position of a stamped transaction in the log. */
    public void standsAt(long sequence, int index) {
        if (!whole.contains(sequence)) {
            return;
        }
        int came = unplaced.find(sequence);
        if (came != LongPairMap.NONE) {
            placed(index, unplaced.first(came));
            unplaced.removeAt(came);
        }
        int at = untimed().find(sequence);
        if (at != LongPairMap.NONE && delay(sequence, index, untimed().first(at))) {
            untimed().remove(sequence);
            markDone(sequence);
        }
    }

    @Override
    public void writeWindowOpens() {
        super.writeWindowOpens();
        forget(); // what still comes of these is known to be from before
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
    public boolean hasShownLast() {
        UnsettledStamps left = left();
        return left.missingCount() > 0 && passed(left) == left.missingCount();
    }

    /**
     * A consumer with several threads or partitions has reported something out of order before, or lacks a part of a later
     * transaction.
     */
    private long passed(UnsettledStamps left) {
        return keepsOrder
                        && unplaced.size() == 0
                        && left.firstPlace() >= 0
                        && log().ownFrom((int) left.lastPlace() + 1) >= LATER
                ? left.missingCount()
                : 0;
    }

    @Override
    public ConsumerFindings findings() {
        return findings(left());
    }

    /**
     * Reports of several streams that are judged as one consumer.
     *
     * @param surplus additional parts of transactions after the first one, including repeated ones
     * @param inFirst a bit for each stream with a part of the first incomplete transaction
     * @param ofTorn number of incomplete transactions with a part in each stream
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Parts(ConsumerFindings findings, long surplus, long inFirst, long[] ofTorn) {}

    public Parts parts() {
        UnsettledStamps left = left();
        long surplus = parts - whole.size() - open.size();
        return new Parts(findings(left), surplus, left.streamsOfTorn(), left.tornIn());
    }

    public UnsettledStamps left() {
        order.settle();
        return new UnsettledStamps(stamps, whole, open);
    }

    private ConsumerFindings findings(UnsettledStamps left) {
        return new ConsumerFindings(
                stamps.count(),
                matched(),
                left.missing(),
                passed(left),
                left.torn(),
                Incidents.of(repeated.size(), firstRepeated == 0 ? null : name(firstRepeated) + " again"),
                order.late(),
                others() + left.others(),
                left.stray(),
                isFull() || order.isIncomplete() || stamps.isFull() || log().isFull());
    }

    public static String name(long sequence) {
        return "cdc_seq " + sequence;
    }
}

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
 * The ledger of a consumer that reports row changes by stamp. A transaction is complete when all rows that it changed are
 * reported. Order is checked only per key, because a consumer may process different keys in different threads.
 */
public final class RowLedger extends ConsumerLedger {

    /** Number of later commits that the consumer must report completely and in order before a missing commit is judged lost. */
    private static final int MIN_LATER_COMMITS = 1_000;

    private final StampReference stamps;
    private final @Nullable Stamps stampGenerator;

    /** Reported stamps of incomplete transactions, with the number of reported changes and the marks of keys or streams. */
    private final LongPairMap open;

    private final NumberSet complete;
    private final NumberSet repeated;

    /** Stamps of reported transactions that were committed before the measured part. */
    private final NumberSet earlier;

    private final KeyOrder order;

    /** Arrival ordinals of complete transactions whose log index is not known yet. */
    private final LongPairMap unindexed;

    private final CountedTables tables;
    private boolean keepsOrder = true;
    private long ordinal;
    private long newestOrdinal;
    private long[] doneStamps = new long[64];
    private int doneCount;
    private long rows;
    private long measuredReports;
    private long firstRepeated;

    public RowLedger(
            LogReference log,
            StampReference stamps,
            ConsumerTimeline timeline,
            @Nullable Stamps stampGenerator,
            LedgerMemory memory) {
        super(log, timeline, memory);
        this.stamps = stamps;
        this.stampGenerator = stampGenerator;
        open = new LongPairMap(memory);
        unindexed = new LongPairMap(memory);
        complete = new NumberSet(memory);
        repeated = new NumberSet(memory);
        earlier = new NumberSet(memory);
        order = new KeyOrder(stamps, memory);
        tables = new CountedTables(stamps, this::discardRows);
    }

    /** Returns the number of pairs of changes to one key whose commit order is unknown. */
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
        int slot = open.find(sequence);
        long keys = slot == LongPairMap.NONE ? 0 : open.second(slot);
        if (!KeyOrder.hasMark(keys, hash)) {
            order.record(hash, table, key, sequence);
            keys = KeyOrder.addMark(keys, hash);
        }
        recordArrival(sequence, slot, 1, keys, micros);
    }

    /**
     * Records the rows of a transaction that one of several streams delivered. The stream reports all of them in one call. If it
     * reports the transaction again, the rows are not added, because they could hide missing rows of another stream.
     *
     * @param stream index of the stream, below 64. Transactions of one writer arrive in a stream in the order of their stamps
     */
    public void recordStreamRows(int stream, String name, long sequence, long count, long micros) {
        rows += count;
        if (isSettled(sequence, micros)) {
            return;
        }
        int slot = open.find(sequence);
        long streams = slot == LongPairMap.NONE ? 0 : open.second(slot);
        if ((streams >>> stream & 1) != 0) {
            recordDuplicate(sequence);
            return;
        }
        String writer = "writer " + Stamps.writer(sequence);
        order.record(KeyHash.of(name, writer), name, writer, sequence);
        recordArrival(sequence, slot, count, streams | 1L << stream, micros);
    }

    /** Records that a snapshot covers {@code count} changes of the transaction, which therefore need not be reported. */
    public void recordCovered(long sequence, long count) {
        if (stamps.isBefore(sequence, stampGenerator)) {
            return;
        }
        if (complete.contains(sequence)) {
            recordDuplicate(sequence);
            return;
        }
        int slot = open.find(sequence);
        recordArrival(sequence, slot, count, slot == LongPairMap.NONE ? 0 : open.second(slot), CommitTimes.UNKNOWN);
    }

    /** Returns true if the transaction with this stamp was committed, or may have been committed. */
    public boolean isCommitted(long sequence) {
        return complete.contains(sequence)
                || stamps.committed().find(sequence) != LongPairMap.NONE
                || stamps.isBefore(sequence, stampGenerator)
                || stamps.isUnknown(sequence);
    }

    /** Counts the report; returns true if its transaction is from before the measured part or already complete. */
    private boolean isSettled(long sequence, long micros) {
        if (stamps.isBefore(sequence, stampGenerator)) {
            addOthers(1);
            if (sequence != 0
                    && (stampGenerator == null || !stampGenerator.isOfAnotherRun(sequence))
                    && !earlier.contains(sequence)) {
                earlier.add(sequence); // if memory is full, it is counted again
                timeline().recordEarlier(micros);
            }
            return true;
        }
        measuredReports++;
        if (complete.contains(sequence)) {
            recordDuplicate(sequence);
            return true;
        }
        return false;
    }

    private void recordArrival(long sequence, int slot, long rows, long marks, long micros) {
        long count = rows + (slot == LongPairMap.NONE ? 0 : open.first(slot));
        if (slot == LongPairMap.NONE) {
            recordStored(open.put(sequence, count, marks));
        } else {
            open.set(slot, count, marks);
        }
        checkComplete(sequence, count, micros);
    }

    private void recordDuplicate(long sequence) {
        recordStored(repeated.add(sequence));
        firstRepeated = firstRepeated == 0 ? sequence : firstRepeated;
    }

    /** Called when the commit of a stamp becomes known. */
    public void committed(long sequence) {
        int slot = open.find(sequence);
        if (slot != LongPairMap.NONE) {
            checkComplete(sequence, open.first(slot), CommitTimes.UNKNOWN);
        }
    }

    private void checkComplete(long sequence, long count, long micros) {
        int slot = stamps.committed().find(sequence);
        if (slot == LongPairMap.NONE) {
            if (micros != CommitTimes.UNKNOWN) {
                untimed().put(sequence, micros, ++ordinal); // arrival of the last reported change
            }
            return;
        }
        long expected = stamps.committed().first(slot);
        if (count < expected) {
            return;
        }
        int last = untimed().find(sequence);
        long arrivalMicros = micros != CommitTimes.UNKNOWN || last == LongPairMap.NONE
                ? micros
                : untimed().first(last);
        long arrivalOrdinal = micros != CommitTimes.UNKNOWN
                ? ++ordinal
                : last == LongPairMap.NONE ? 0 : untimed().second(last);
        untimed().remove(sequence);
        open.remove(sequence);
        recordStored(complete.add(sequence));
        if (count > expected) {
            recordDuplicate(sequence);
        }
        countMatched();
        if (arrivalMicros != CommitTimes.UNKNOWN) { // unknown if a snapshot covers the last change
            timeline().recordTransaction(arrivalMicros);
        }
        int index = (int) stamps.committed().second(slot) - 1;
        if (index >= 0) {
            checkOrder(index, arrivalOrdinal);
        } else {
            keepsOrder &= stamps.hasLogIndexes() && unindexed.put(sequence, arrivalOrdinal, 0);
        }
        if (arrivalMicros != CommitTimes.UNKNOWN && !recordDelay(sequence, index, arrivalMicros)) {
            untimed().put(sequence, arrivalMicros, 0);
        } else {
            markDone(sequence);
        }
    }

    /** Checks that transactions arrive in log order. Log indexes may become known in any order. */
    private void checkOrder(int index, long arrivalOrdinal) {
        keepsOrder &= arrivalOrdinal > 0 && index > newest() == arrivalOrdinal > newestOrdinal;
        raiseNewest(index);
        newestOrdinal = Math.max(newestOrdinal, arrivalOrdinal);
    }

    private void markDone(long sequence) {
        if (doneCount == doneStamps.length) {
            doneStamps = Arrays.copyOf(doneStamps, 2 * doneCount);
        }
        doneStamps[doneCount++] = sequence;
    }

    /** Checks the order of changes whose log indexes have become known. */
    public void settle() {
        order.settle();
    }

    /** Passes newly done stamps to a receiver, see {@link #isDone}. */
    public void passDoneTo(LongConsumer receiver) {
        if (tables.isUndecided()) {
            return; // the reported rows may still be discarded
        }
        for (int i = 0; i < doneCount; i++) {
            receiver.accept(doneStamps[i]);
        }
        doneCount = 0;
    }

    /** Returns true if a stamp needs no further checks. */
    public boolean isDone(long sequence) {
        return complete.contains(sequence) && untimed().find(sequence) == LongPairMap.NONE && !tables.isUndecided();
    }

    /** Records the delay of a complete transaction; returns false if its commit time is unknown. */
    private boolean recordDelay(long sequence, int index, long arrivalMicros) {
        long committed = index >= 0 ? log().times().get(index) : CommitTimes.UNKNOWN;
        if (committed == CommitTimes.UNKNOWN && !log().hasTimestamps()) {
            committed = stamps.acknowledgedMicros(sequence);
        }
        if (committed != CommitTimes.UNKNOWN) {
            timeline().recordDelay(committed, arrivalMicros);
        }
        return committed != CommitTimes.UNKNOWN;
    }

    /** Records the log index of a stamped transaction. */
    public void setLogIndex(long sequence, int index) {
        if (!complete.contains(sequence)) {
            return;
        }
        int slot = unindexed.find(sequence);
        if (slot != LongPairMap.NONE) {
            checkOrder(index, unindexed.first(slot));
            unindexed.removeAt(slot);
        }
        slot = untimed().find(sequence);
        if (slot != LongPairMap.NONE && recordDelay(sequence, index, untimed().first(slot))) {
            untimed().remove(sequence);
            markDone(sequence);
        }
    }

    @Override
    public void writeWindowOpens() {
        super.writeWindowOpens();
        clearReports(); // later reports of these transactions are treated as reports from before the measured part
        tables.windowOpens();
    }

    /** Discards the rows reported so far. */
    private void discardRows() {
        super.writeWindowOpens();
        clearReports();
        timeline().clearCounts();
    }

    private void clearReports() {
        measuredReports = 0;
        doneCount = 0;
        unindexed.clear();
        keepsOrder = true;
        newestOrdinal = 0;
        open.clear();
        complete.clear();
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
        return UnsettledStamps.missing(stamps, complete, from, to);
    }

    @Override
    public boolean areMissingLost() {
        UnsettledStamps unsettled = unsettled();
        return unsettled.missingCount() > 0 && missingBeforeReported(unsettled) == unsettled.missingCount();
    }

    /**
     * Returns the number of lost transactions: the missing ones if the consumer reports in order, and reported {@link
     * #MIN_LATER_COMMITS} later ones. Otherwise 0: a consumer with several threads or partitions may report them later.
     */
    private long missingBeforeReported(UnsettledStamps unsettled) {
        return keepsOrder
                        && unindexed.size() == 0
                        && unsettled.firstIndex() >= 0
                        && log().countOwnFrom((int) unsettled.lastIndex() + 1) >= MIN_LATER_COMMITS
                ? unsettled.missingCount()
                : 0;
    }

    @Override
    public ConsumerFindings findings() {
        return findings(unsettled());
    }

    /**
     * Reports of several streams that are judged as one consumer.
     *
     * @param surplus number of reports by streams minus the number of reported transactions; includes repeated reports
     * @param streamsOfFirstTorn bit set of the streams that reported rows of the first incomplete transaction
     * @param tornByStream number of incomplete transactions of which a stream reported rows, by stream index
     */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    public record StreamsFindings(
            ConsumerFindings findings, long surplus, long streamsOfFirstTorn, long[] tornByStream) {}

    public StreamsFindings streamsFindings() {
        UnsettledStamps unsettled = unsettled();
        long surplus = measuredReports - complete.size() - open.size();
        return new StreamsFindings(
                findings(unsettled), surplus, unsettled.streamsOfFirstTorn(), unsettled.tornByStream());
    }

    public UnsettledStamps unsettled() {
        order.settle();
        return new UnsettledStamps(stamps, complete, open);
    }

    private ConsumerFindings findings(UnsettledStamps unsettled) {
        return new ConsumerFindings(
                stamps.count(),
                matched(),
                unsettled.missing(),
                missingBeforeReported(unsettled),
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

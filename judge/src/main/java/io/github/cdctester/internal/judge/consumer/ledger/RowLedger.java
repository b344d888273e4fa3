// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger.ConsumerFindings;
import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.KeyHash;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.NumberSet;
import io.github.cdctester.internal.writer.Stamps;
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

    private final ReportedStamps reported;

    /** Stamps of reported transactions that were committed before the measured part. */
    private final NumberSet earlier;

    private final KeyOrder keyOrder;
    private final StampCompletion completion;
    private final CountedTables tables;
    private long rows;
    private long measuredReports;

    public RowLedger(
            LogReference log,
            StampReference stamps,
            ConsumerTimeline timeline,
            @Nullable Stamps stampGenerator,
            LedgerMemory memory) {
        super(log, timeline);
        this.stamps = stamps;
        this.stampGenerator = stampGenerator;
        reported = new ReportedStamps(memory);
        earlier = new NumberSet(memory);
        keyOrder = new KeyOrder(stamps, memory);
        completion = new StampCompletion(log, stamps, timeline, reported, memory);
        tables = new CountedTables(stamps, this::discardRows);
    }

    /** Returns the number of pairs of changes to one key whose commit order is unknown. */
    public long notOrdered() {
        return keyOrder.notOrdered();
    }

    public CountedTables tables() {
        return tables;
    }

    public long rows() {
        return rows;
    }

    public void recordRow(String table, String key, long sequence, long micros) {
        rows++;
        if (!tables.counts(table) || isSettled(sequence, micros)) {
            return;
        }
        long hash = KeyHash.of(table, key);
        int slot = reported.find(sequence);
        long keys = reported.marks(slot);
        if (!KeyOrder.hasMark(keys, hash)) {
            keyOrder.record(hash, table, key, sequence);
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
        int slot = reported.find(sequence);
        long streams = reported.marks(slot);
        if ((streams >>> stream & 1) != 0) {
            reported.recordRepeated(sequence);
            return;
        }
        String writer = "writer " + Stamps.writer(sequence);
        keyOrder.record(KeyHash.of(name, writer), name, writer, sequence);
        recordArrival(sequence, slot, count, streams | 1L << stream, micros);
    }

    /** Records that a snapshot covers {@code count} changes of the transaction, which therefore need not be reported. */
    public void recordCovered(long sequence, long count) {
        if (stamps.isBefore(sequence, stampGenerator)) {
            return;
        }
        if (reported.isComplete(sequence)) {
            reported.recordRepeated(sequence);
            return;
        }
        int slot = reported.find(sequence);
        recordArrival(sequence, slot, count, reported.marks(slot), CommitTimes.UNKNOWN);
    }

    /** Returns true if the transaction with this stamp was committed, or may have been committed. */
    public boolean isCommitted(long sequence) {
        return reported.isComplete(sequence)
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
        if (reported.isComplete(sequence)) {
            reported.recordRepeated(sequence);
            return true;
        }
        return false;
    }

    private void recordArrival(long sequence, int slot, long changes, long marks, long micros) {
        completion.check(sequence, reported.add(sequence, slot, changes, marks), micros);
    }

    /** Called when the commit of a stamp becomes known. */
    public void committed(long sequence) {
        completion.committed(sequence);
    }

    /** Checks the order of changes whose log indexes have become known. */
    public void settle() {
        keyOrder.settle();
    }

    /** Passes the stamps that became {@linkplain #isDone done} since the last call to a receiver. */
    public void passDoneTo(LongConsumer receiver) {
        if (tables.isUndecided()) {
            return; // the reported rows may still be discarded
        }
        completion.passDoneTo(receiver);
    }

    /** Returns true if a stamp needs no further checks. */
    public boolean isDone(long sequence) {
        return completion.isDone(sequence) && !tables.isUndecided();
    }

    /** Records the log index of a stamped transaction. */
    public void setLogIndex(long sequence, int index) {
        completion.setLogIndex(sequence, index);
    }

    @Override
    public int newest() {
        return completion.order().newestIndex();
    }

    @Override
    public boolean isPlaceUnknown() {
        return completion.order().isPlaceUnknown();
    }

    @Override
    public long newestAgeMicros(long nowMicros) {
        return completion.newestAgeMicros(nowMicros);
    }

    @Override
    public void writeWindowOpens() {
        clearReports(); // later reports of these transactions are treated as reports from before the measured part
        tables.windowOpens();
    }

    /** Discards the rows reported so far. */
    private void discardRows() {
        clearReports();
        timeline().clearCounts();
    }

    private void clearReports() {
        measuredReports = 0;
        reported.clear();
        keyOrder.windowOpens();
        completion.clear();
    }

    @Override
    public long behind() {
        return stamps.count() - completion.count();
    }

    @Override
    public long repeats() {
        return reported.repeats();
    }

    @Override
    public @Nullable Long missing(int from, int to) {
        return reported.missing(stamps, from, to);
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
        return completion.order().isKept()
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
     * The findings about several streams that are judged as one consumer.
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
        long surplus = measuredReports - reported.size();
        return new StreamsFindings(
                findings(unsettled), surplus, unsettled.streamsOfFirstTorn(), unsettled.tornByStream());
    }

    public UnsettledStamps unsettled() {
        keyOrder.settle();
        return reported.unsettled(stamps);
    }

    private ConsumerFindings findings(UnsettledStamps unsettled) {
        return new ConsumerFindings(
                stamps.count(),
                completion.count(),
                unsettled.missing(),
                missingBeforeReported(unsettled),
                unsettled.torn(),
                reported.repeated(),
                keyOrder.late(),
                others() + unsettled.others(),
                unsettled.stray(),
                reported.isFull() || keyOrder.isIncomplete() || stamps.isFull() || log().isFull());
    }

    public static String name(long sequence) {
        return "cdc_seq " + sequence;
    }
}

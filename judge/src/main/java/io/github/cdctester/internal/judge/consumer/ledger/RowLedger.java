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
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a consumer that reports row changes by stamp. A transaction is complete when all its changed rows are reported.
 * Order is checked only per key, because a consumer may process keys in different threads.
 */
public final class RowLedger extends ConsumerLedger {

    /** After this many later commits, reported completely and in order, a missing commit is judged lost. */
    private static final int MIN_LATER_COMMITS = 1_000;

    private static final long MAX_NOT_JUDGED_BYTES = 1 << 20;

    private final StampReference stamps;
    private final @Nullable Stamps stampGenerator;

    private final ReportedStamps reported;

    /** Stamps of reported transactions from before the measured part. */
    private final NumberSet earlier;

    /** Stamps of other runs, which may be arbitrary numbers, and of namesakes. They do not take the memory for judging this run. */
    private final NumberSet notJudged = new NumberSet(new LedgerMemory(MAX_NOT_JUDGED_BYTES));

    private String namesake = "";

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
        boolean isCounted = tables.counts(table, isOfThisRun(sequence));
        if ((!isCounted || tables.isUndecided()) && isOfThisRun(sequence) && tables.isNamesake(table)) {
            notJudged.add(sequence);
            namesake = table;
        }
        if (!isCounted || isSettled(sequence, micros)) {
            return;
        }
        long hash = KeyHash.of(table, key);
        int slot = reported.find(sequence);
        long keys = reported.marks(slot);
        if (!KeyOrder.hasMark(keys, hash)) {
            keyOrder.record(hash, table, key, sequence);
            keys = KeyOrder.addMark(keys, hash);
        }
        completion.check(sequence, reported.add(sequence, slot, 1, keys), micros);
    }

    /**
     * A stream reports all its rows of a transaction in one call. Rows of a repeated report are not added, because they could
     * hide missing rows of another stream. {@code stream} is below 64.
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
        completion.check(sequence, reported.add(sequence, slot, count, streams | 1L << stream), micros);
    }

    /** A snapshot covers {@code count} changes of the transaction, so they need not be reported. */
    public void recordCovered(long sequence, long count) {
        if (stamps.isBefore(sequence, stampGenerator)) {
            return;
        }
        if (reported.isComplete(sequence)) {
            reported.recordRepeated(sequence);
            return;
        }
        int slot = reported.find(sequence);
        long changes = reported.add(sequence, slot, count, reported.marks(slot));
        completion.check(sequence, changes, CommitTimes.UNKNOWN);
    }

    public boolean isCommitted(long sequence) {
        return reported.isComplete(sequence)
                || stamps.committed().find(sequence) != LongPairMap.NONE
                || stamps.isBefore(sequence, stampGenerator)
                || stamps.isUnknown(sequence);
    }

    /** Counts the report. Returns true if its transaction is from before the measured part or already complete. */
    private boolean isSettled(long sequence, long micros) {
        if (stamps.isBefore(sequence, stampGenerator)) {
            recordEarlier(sequence, micros);
            return true;
        }
        measuredReports++;
        if (reported.isComplete(sequence)) {
            reported.recordRepeated(sequence);
            return true;
        }
        return false;
    }

    private void recordEarlier(long sequence, long micros) {
        NumberSet known = isOfThisRun(sequence) ? earlier : notJudged;
        if (sequence != 0 && known.contains(sequence)) {
            return;
        }
        addOthers(1); // a row without a stamp shows no transaction, so each one counts
        if (sequence != 0) {
            known.add(sequence); // if memory is full, it is counted again
        }
        if (isOfThisRun(sequence)) {
            timeline().recordEarlier(micros);
        }
    }

    /** Returns true if the row has a stamp that is not known to be of another run. */
    private boolean isOfThisRun(long sequence) {
        return sequence != 0 && (stampGenerator == null || !stampGenerator.isOfAnotherRun(sequence));
    }

    public void committed(long sequence) {
        completion.committed(sequence);
    }

    public void settle() {
        keyOrder.settle();
    }

    /** Removes stamps that every consumer has reported completely. Callers hold the judge's lock. */
    public static void forgetSettled(List<RowLedger> ledgers, StampReference stamps) {
        ledgers.forEach(ledger -> ledger.passDoneTo(sequence -> {
            if (isDoneForAll(ledgers, sequence)) {
                stamps.forget(sequence);
            }
        }));
    }

    // a loop instead of a stream, because it runs for each transaction
    private static boolean isDoneForAll(List<RowLedger> ledgers, long sequence) {
        for (RowLedger ledger : ledgers) {
            if (!ledger.isDone(sequence)) {
                return false;
            }
        }
        return true;
    }

    private void passDoneTo(LongConsumer receiver) {
        if (!tables.isUndecided()) { // otherwise, reported rows may still be discarded
            completion.passDoneTo(receiver);
        }
    }

    private boolean isDone(long sequence) {
        return completion.isDone(sequence) && !tables.isUndecided();
    }

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
        clearReports(); // later reports of these transactions count as reports from before the measured part
        tables.windowOpens();
    }

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
     * Returns 0 unless the consumer reports in order and reported {@link #MIN_LATER_COMMITS} later commits: a consumer with
     * several threads or partitions may report missing ones later.
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
     * Findings about several streams that are judged as one consumer.
     *
     * @param streamsOfFirstTorn bit set of the streams that reported the first incomplete transaction
     * @param tornByStream incomplete transactions that a stream reported
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record StreamsFindings(ConsumerFindings findings, long streamsOfFirstTorn, long[] tornByStream) {}

    public StreamsFindings streamsFindings() {
        UnsettledStamps unsettled = unsettled();
        return new StreamsFindings(findings(unsettled), unsettled.streamsOfFirstTorn(), unsettled.tornByStream());
    }

    /** Returns the reports minus the reported transactions. Includes repeated reports. */
    public long surplusReports() {
        return measuredReports - reported.size();
    }

    public UnsettledStamps unsettled() {
        keyOrder.settle();
        return reported.unsettled(stamps);
    }

    /** Returns a table that may have been counted wrongly, or a namesake if uncounted rows have all missing stamps; else empty. */
    public String mixedTable() {
        UnsettledStamps unsettled = unsettled();
        boolean isNamesakeMixed = unsettled.missingCount() > 0
                && !tables.wouldCount(namesake)
                && unsettled.firstMissing().allMatch(notJudged::contains);
        return tables.hasCountedUnknown() ? tables.firstUnknown() : isNamesakeMixed ? namesake : "";
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

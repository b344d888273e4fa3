// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.binlog.PlayedLog;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.judge.consumer.feed.CommitFeed;
import io.github.cdctester.internal.judge.consumer.feed.LogFeed;
import io.github.cdctester.internal.judge.consumer.feed.LoggedStamps;
import io.github.cdctester.internal.judge.consumer.feed.TransactionName;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.ledger.TransactionLedger;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.SourceNumbers;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedConsumer;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that consumers must report. Receives them from the workers and from the log, stores them in the references, and
 * passes them to the consumers' ledgers. Package-private methods are called under the judge's lock, except {@link #isExpected}.
 */
public final class ExpectedTransactions implements CommitFeed.Receiver, LogReference.Watcher {

    private final Object lock;
    private final List<JudgedConsumer> consumers;
    private final LedgerMemory memory;
    private final LogReference log;
    private final StampReference stampReference;
    private final CommitFeed commits;
    private final RemoteCommits remoteCommits;
    private final LogFeed logFeed;
    private final @Nullable Stamps stamps;

    /** @param consumers may still be empty */
    ExpectedTransactions(
            Object lock,
            List<JudgedConsumer> consumers,
            boolean mariaDb,
            boolean ownGtidsKnown,
            boolean stampsRows,
            LedgerMemory memory,
            EpochMicrosClock clock,
            Runnable takeReports) {
        this.lock = lock;
        this.consumers = consumers;
        this.memory = memory;
        log = new LogReference(mariaDb, memory, this);
        stampReference = new StampReference(memory, ownGtidsKnown);
        commits = new CommitFeed(clock);
        remoteCommits = commits.remoteCommits(ownGtidsKnown);
        logFeed = new LogFeed(takeReports);
        stamps = stampsRows ? new Stamps(commits, clock.epochMicros()) : null;
    }

    JudgedConsumer.Reference reference(boolean judgesOwnCommits) {
        return new JudgedConsumer.Reference(log, stampReference, stamps, judgesOwnCommits, memory);
    }

    /** Call it before the log is read. */
    public void addPlayed(PlayedLog played) {
        log.play(played);
    }

    /** Call it before the first write. */
    public void setTables(WorkloadTables tables) {
        synchronized (lock) {
            stampReference.setTables(tables);
        }
    }

    /** Safe for any thread. {@code reason} explains why a repeated or late stamp is no proof. */
    public void setRepeatsInDoubt(String reason) {
        log.setRepeatsInDoubt(reason);
    }

    /** Replaces {@link #watch()} and {@link #commits()} for a played log. */
    public LoggedStamps loggedStamps() {
        return new LoggedStamps(logFeed, log::setStampsInDoubt);
    }

    /** The reader's thread calls it. */
    public TransactionWatch watch() {
        return logFeed;
    }

    /** The workers' threads call it. */
    public CommitSink commits() {
        return commits;
    }

    public RemoteCommits remoteCommits() {
        return remoteCommits;
    }

    /** Returns {@code null} if the write side stamps no rows. */
    public @Nullable Stamps stamps() {
        return stamps;
    }

    /** Call it before the stream starts. */
    public void setGtidsBeforeStream(String gtids) {
        synchronized (lock) {
            log.setGtidsBeforeStream(gtids);
        }
    }

    void windowOpens() {
        log.forgetAcknowledged();
        stampReference.windowOpens();
    }

    /** Moves commits first, because the log is compared with them. */
    void moveEntries() {
        commits.drainTo(this);
        logFeed.drainTo(log);
    }

    /** Call it after the consumers' reports were moved to their ledgers. */
    void settle() {
        if (stamps != null || log.played() != null) {
            rowLedgers().forEach(RowLedger::settle);
            // a consumer that has not reported yet may still identify changes by stamp
            if (consumers.stream().noneMatch(consumer -> consumer.ledger() == null)) {
                RowLedger.forgetSettled(rowLedgers(), stampReference);
            }
        }
    }

    void forgetOldTimes() {
        log.times()
                .forgetBefore(consumers.stream()
                                .map(JudgedConsumer::ledger)
                                .mapToInt(ledger ->
                                        ledger == null ? -1 : ledger.isPlaceUnknown() ? log.size() : ledger.newest())
                                .min()
                                .orElse(0)
                        - (1 << 16));
    }

    boolean isExpected(String gtid, boolean acknowledgedOnly) {
        TransactionName name = TransactionName.read(gtid, log.isMariaDb());
        synchronized (lock) {
            return name != null
                    && log.isExpected(
                            name.sourceHigh(), name.sourceLow(), name.text(), name.number(), acknowledgedOnly);
        }
    }

    /** Returns {@code null} if no row is lost, or log positions are unknown. */
    @Nullable
    LostRows lostRows() {
        return LostRows.of(log.positions(), rowLedgers());
    }

    void nameLost(LostRows lostRows, long openedMicros) {
        stampReference.nameLost(lostRows.firstRows(), openedMicros);
    }

    @Override
    public void acknowledged(long high, long low, String tag, long number, long micros) {
        log.acknowledged(high, low, tag, number, micros);
    }

    @Override
    public void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros) {
        stampReference.committed(sequence, rows, number == 0 ? null : log.source(high, low, tag), number, micros);
        rowLedgers().forEach(ledger -> ledger.committed(sequence));
    }

    @Override
    public void unknown(long sequence) {
        stampReference.addUnknown(sequence);
    }

    @Override
    public void writersLost(int firstWriter, int writers) {
        stampReference.onWritersLost(firstWriter, writers);
    }

    @Override
    public void onLogged(int index, @Nullable SourceNumbers source, long number) {
        long sequence = source == null ? 0 : source.removeStamp(number);
        if (sequence != 0) {
            stampReference.setLogIndex(sequence, index);
            rowLedgers().forEach(ledger -> ledger.setLogIndex(sequence, index));
        }
        forEachLedger(ledger -> ledger.onLogged(index, source, number));
    }

    @Override
    public void onStamped(int index, long sequence, long rows, long micros) {
        if (consumers.stream().allMatch(consumer -> consumer.ledger() instanceof TransactionLedger)) {
            return; // no consumer reports rows
        }
        if (stampReference.indexOf(sequence) >= 0) {
            setRepeatsInDoubt(Reason.STAMPS_REUSED.text());
        }
        stampReference.add(sequence, rows, index, micros);
        rowLedgers().forEach(ledger -> ledger.committed(sequence));
    }

    @Override
    public void onOwn(int index) {
        forEachLedger(ledger -> ledger.onOwn(index));
    }

    private void forEachLedger(Consumer<ConsumerLedger> action) {
        for (JudgedConsumer consumer : consumers) {
            ConsumerLedger ledger = consumer.ledger();
            if (ledger != null) {
                action.accept(ledger);
            }
        }
    }

    private List<RowLedger> rowLedgers() {
        List<RowLedger> ledgers = new ArrayList<>();
        for (JudgedConsumer consumer : consumers) {
            if (consumer.ledger() instanceof RowLedger rows) {
                ledgers.add(rows);
            }
        }
        return ledgers;
    }
}

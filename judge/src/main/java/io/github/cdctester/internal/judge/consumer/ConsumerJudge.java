// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.PlayedLog;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.judge.consumer.feed.CommitFeed;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.judge.consumer.feed.LogFeed;
import io.github.cdctester.internal.judge.consumer.feed.LoggedStamps;
import io.github.cdctester.internal.judge.consumer.feed.TransactionName;
import io.github.cdctester.internal.judge.consumer.ledger.CatchUps;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.ledger.TransactionLedger;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.SourceNumbers;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.internal.judge.consumer.snapshot.SnapshotJudge;
import io.github.cdctester.internal.judge.consumer.verdict.ConsumerConclusion;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedConsumer;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.ConsumerResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Judges the consumers of one run. Workers, the stream's reader and consumers queue entries in separate lanes; queries move
 * these entries to the ledgers under a lock. Workers never wait for this lock. The reader and consumers take it only if their
 * lane is long.
 */
public final class ConsumerJudge implements AutoCloseable {

    /** A consumer may end by Ctrl-C this long before the run reacts to the same signal. */
    private static final long MAX_SIGNAL_DELAY_MICROS = 1_000_000;

    private final Object lock = new Object();
    private final EpochMicrosClock clock;
    private final boolean writes;
    private final boolean judgesOwnCommits;
    private final LogReference log;
    private final StampReference stampReference;
    private final CommitFeed commits;
    private final CommitRouter commitRouter;
    private final RemoteCommits remoteCommits;
    private final LogFeed logFeed;
    private final @Nullable Stamps stamps;
    private final List<JudgedConsumer> consumers = new ArrayList<>();
    private final SnapshotJudge snapshots;
    private boolean listening;
    private long openedMicros;
    private long windowEndMicros;
    private long closedMicros;
    private boolean waitedInFull;
    private long interruptedMicros = Long.MAX_VALUE;
    private long seconds;

    /**
     * Ignores reports until {@link #listen}. {@code ownGtidsKnown} is true if the write side receives the GTIDs of its commits,
     * and the log contains them.
     */
    public ConsumerJudge(
            List<ConsumerProbe> probes,
            boolean mariaDb,
            boolean writes,
            boolean ownGtidsKnown,
            boolean stampsRows,
            LedgerMemory memory,
            EpochMicrosClock clock) {
        this.clock = clock;
        this.writes = writes;
        judgesOwnCommits = ownGtidsKnown && writes;
        snapshots = new SnapshotJudge(lock, this::takeReports);
        log = new LogReference(mariaDb, memory, new LedgerForwarder());
        stampReference = new StampReference(memory, ownGtidsKnown);
        commits = new CommitFeed(clock);
        commitRouter = new CommitRouter(log, stampReference, this::rowLedgers);
        remoteCommits = commits.remoteCommits(ownGtidsKnown);
        logFeed = new LogFeed(this::takeReports);
        stamps = stampsRows ? new Stamps(commits, clock.epochMicros()) : null;
        JudgedConsumer.Reference reference =
                new JudgedConsumer.Reference(log, stampReference, stamps, judgesOwnCommits, memory);
        for (ConsumerProbe consumerProbe : probes) {
            JudgedProbe probe = JudgedProbe.of(consumerProbe);
            EpochMicrosClock arrivalClock = () -> clock.epochMicros() - probe.forwardingMicros();
            JudgedConsumer judged = new JudgedConsumer(
                    probe,
                    new ConsumerFeed(mariaDb, arrivalClock, this::takeReports, probe.isSnapshotJudged()),
                    reference);
            consumers.add(judged);
            snapshots.add(judged.snapshot());
        }
    }

    /** Call it before the log is read. */
    public void expectTransactionsOf(PlayedLog played) {
        log.play(played);
    }

    /** Call it before the first write. */
    public void setTables(WorkloadTables tables) {
        synchronized (lock) {
            stampReference.setTables(tables);
        }
    }

    /** Replaces {@link #watch()} and {@link #commits()} for a played log. */
    public LoggedStamps loggedStamps() {
        return new LoggedStamps(logFeed, log::setStampsInDoubt);
    }

    private final class LedgerForwarder implements LogReference.Watcher {
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
            stampReference.add(sequence, rows, index, micros);
            rowLedgers().forEach(ledger -> ledger.committed(sequence));
        }

        @Override
        public void onOwn(int index) {
            forEachLedger(ledger -> ledger.onOwn(index));
        }
    }

    /** @throws RunFailedException if another run already listens to a probe */
    public void listen() {
        listening = true;
        for (JudgedConsumer consumer : consumers) {
            if (!consumer.probe().listen(consumer.feed())) {
                close();
                throw new RunFailedException("consumer " + consumer.probe().name()
                        + " is judged by another run: give each run a probe of its own");
            }
        }
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

    /** Starts the measured part. No transaction of the workers is in flight at this time. */
    public void windowOpens() {
        synchronized (lock) {
            moveEntries();
            log.forgetAcknowledged();
            stampReference.windowOpens();
            openedMicros = clock.epochMicros();
            consumers.forEach(JudgedConsumer::windowOpens);
        }
    }

    /**
     * Sets the time from which the seconds in results count. {@code nanosToStart} is the time until then; negative if it has passed.
     */
    public void startSeconds(long nanosToStart) {
        synchronized (lock) {
            openedMicros = clock.epochMicros() + nanosToStart / 1_000;
        }
    }

    /** Ends the measured part. All workers have stopped. */
    public void windowCloses() {
        synchronized (lock) {
            moveEntries();
            windowEndMicros = clock.epochMicros();
            snapshots.windowCloses();
            consumers.forEach(consumer -> consumer.windowCloses(windowEndMicros));
        }
    }

    /** A consumer's end from 1 s before this time is no evidence of a loss. */
    public void onInterrupted() {
        synchronized (lock) {
            interruptedMicros = Math.min(interruptedMicros, clock.epochMicros() - MAX_SIGNAL_DELAY_MICROS);
        }
    }

    public void endWait(boolean inFull) {
        if (!inFull) {
            onInterrupted();
        }
        close();
        waitedInFull = inFull;
    }

    /** Called every few milliseconds, from any thread. */
    public void takeReports() {
        synchronized (lock) {
            moveEntries();
            if (openedMicros == 0) {
                return;
            }
            long now = clock.epochMicros();
            for (JudgedConsumer consumer : consumers) {
                consumer.catchUps().recordProgress(consumer.progress(openedMicros, now));
            }
            log.times()
                    .forgetBefore(consumers.stream()
                                    .map(JudgedConsumer::ledger)
                                    .mapToInt(ledger -> ledger == null
                                            ? -1
                                            : ledger.isPlaceUnknown() ? log.size() : ledger.newest())
                                    .min()
                                    .orElse(0)
                            - (1 << 16));
        }
    }

    /** Passes the named consumer's catch-ups and progress to {@code action}. Safe for any thread. */
    public void onFault(String name, BiConsumer<CatchUps, CatchUps.Progress> action) {
        synchronized (lock) {
            takeReports();
            long now = clock.epochMicros();
            consumers.stream()
                    .filter(consumer -> consumer.probe().name().equals(name))
                    .forEach(consumer -> action.accept(consumer.catchUps(), consumer.progress(openedMicros, now)));
        }
    }

    public List<ConsumerSecond> takeSecond() {
        synchronized (lock) {
            takeReports();
            if (openedMicros == 0) {
                return List.of();
            }
            seconds++;
            return consumers.stream()
                    .map(consumer -> consumer.takeSecond(seconds))
                    .toList();
        }
    }

    /** Returns true if transactions or snapshot rows may still arrive. */
    public boolean isAwaited() {
        synchronized (lock) {
            moveEntries();
            long now = clock.epochMicros();
            return consumers.stream()
                    .anyMatch(consumer -> consumer.isAwaited(
                            snapshots.isAwaited(
                                    consumer.snapshot(), consumer.feed().lastReportMicros(), now),
                            now));
        }
    }

    public boolean allEnded() {
        return consumers.stream().allMatch(consumer -> consumer.feed().hasEnded());
    }

    @Override
    public void close() {
        if (listening) {
            consumers.forEach(consumer -> consumer.probe().stopListening(consumer.feed()));
        }
        consumers.forEach(consumer -> consumer.probe().costMeter().freeze());
        takeReports();
        synchronized (lock) {
            closedMicros = closedMicros == 0 ? clock.epochMicros() : closedMicros;
        }
    }

    /** Returns {@code null} if no row is lost, or log positions are unknown. */
    public @Nullable LostRows lostRows() {
        synchronized (lock) {
            moveEntries();
            return LostRows.of(log.positions(), rowLedgers());
        }
    }

    public void setLostRowNames(LostRows lostRows) {
        synchronized (lock) {
            stampReference.nameLost(lostRows.firstRows(), openedMicros);
        }
    }

    /** Call it after the last report was counted. */
    public List<ConsumerResult> results(JudgedRun run) {
        synchronized (lock) {
            moveEntries();
        }
        boolean acknowledgedOnly = judgesOwnCommits && run.untrackedReason() == null;
        consumers.forEach(consumer -> consumer.pollReaders(gtid -> isExpected(gtid, acknowledgedOnly)));
        synchronized (lock) {
            moveEntries();
            double waitSeconds = windowEndMicros == 0 || closedMicros == 0 ? 0 : (closedMicros - windowEndMicros) / 1e6;
            ConsumerConclusion.Wait wait = new ConsumerConclusion.Wait(waitSeconds, waitedInFull, interruptedMicros);
            return consumers.stream()
                    .map(consumer -> new ConsumerConclusion(
                                    consumer, snapshots.verdict(consumer.snapshot()), run, writes, wait)
                            .result())
                    .toList();
        }
    }

    private boolean isExpected(String gtid, boolean acknowledgedOnly) {
        TransactionName name = TransactionName.read(gtid, log.isMariaDb());
        synchronized (lock) {
            return name != null
                    && log.isExpected(
                            name.sourceHigh(), name.sourceLow(), name.text(), name.number(), acknowledgedOnly);
        }
    }

    public SnapshotJudge snapshots() {
        return snapshots;
    }

    public ConsumerFeed streamsFeed() {
        return consumers.get(0).feed();
    }

    public RowLedger.StreamsFindings streamsFindings() {
        synchronized (lock) {
            moveEntries();
            return consumers.get(0).rowLedger().streamsFindings();
        }
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

    /** Call it under the lock. Moves commits first, because reports are compared with them. */
    private void moveEntries() {
        commits.drainTo(commitRouter);
        logFeed.drainTo(log);
        snapshots.moveEntries();
        consumers.forEach(JudgedConsumer::moveEntries);
        if (stamps != null || log.played() != null) {
            rowLedgers().forEach(RowLedger::settle);
            // a consumer that has not reported yet may still identify changes by stamp
            if (consumers.stream().noneMatch(consumer -> consumer.ledger() == null)) {
                RowLedger.forgetSettled(rowLedgers(), stampReference);
            }
        }
    }
}

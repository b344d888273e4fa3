// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.judge.consumer.ledger.CatchUps;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.snapshot.SnapshotJudge;
import io.github.cdctester.internal.judge.consumer.verdict.ConsumerConclusion;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedConsumer;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.internal.judge.consumer.verdict.UnreadWarmUp;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.ConsumerResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
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
    private final List<JudgedConsumer> consumers = new ArrayList<>();
    private final ExpectedTransactions transactions;
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
        transactions = new ExpectedTransactions(
                lock, consumers, mariaDb, ownGtidsKnown, stampsRows, memory, clock, this::takeReports);
        JudgedConsumer.Reference reference = transactions.reference(judgesOwnCommits);
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

    /** Starts the measured part. No transaction of the workers is in flight at this time. */
    public void windowOpens() {
        synchronized (lock) {
            moveEntries();
            consumers.forEach(JudgedConsumer::recordWarmUp);
            transactions.windowOpens();
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
            transactions.forgetOldTimes();
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
            return transactions.lostRows();
        }
    }

    public void setLostRowNames(LostRows lostRows) {
        synchronized (lock) {
            transactions.nameLost(lostRows, openedMicros);
        }
    }

    /** Call it after the last report was counted. */
    public List<ConsumerResult> results(JudgedRun run) {
        synchronized (lock) {
            moveEntries();
        }
        boolean acknowledgedOnly = judgesOwnCommits && run.untrackedReason() == null;
        consumers.forEach(consumer -> consumer.pollReaders(gtid -> transactions.isExpected(gtid, acknowledgedOnly)));
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

    /** The consumers have the same order as in {@link #results}. */
    public List<UnreadWarmUp> unreadWarmUps() {
        synchronized (lock) {
            return consumers.stream().map(JudgedConsumer::unreadWarmUp).toList();
        }
    }

    public ExpectedTransactions transactions() {
        return transactions;
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

    /** Returns the streams' reports minus the reported transactions of the measured part. Includes repeated reports. */
    public long surplusParts() {
        synchronized (lock) {
            moveEntries();
            return consumers.get(0).rowLedger().surplusReports();
        }
    }

    /** Call it under the lock. Moves transactions first, because reports are compared with them. */
    private void moveEntries() {
        transactions.moveEntries();
        snapshots.moveEntries();
        consumers.forEach(JudgedConsumer::moveEntries);
        transactions.settle();
    }
}

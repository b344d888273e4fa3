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
import io.github.cdctester.internal.judge.consumer.ledger.CatchUps;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.ledger.SettledStamps;
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
 * Judges the consumers of one run. The workers, the stream's reader and the consumers put entries into their own lanes. A query moves
 * all entries to the ledgers, under a lock; so the workers and the reader never wait for the judge.
 */
public final class ConsumerJudge implements AutoCloseable {

    /** A signal that ends the run may end a consumer a moment earlier. */
    private static final long SIGNAL_MICROS = 1_000_000;

    private final Object lock = new Object();
    private final EpochMicrosClock clock;
    private final boolean writes;
    private final LogReference log;
    private final StampReference stampReference;
    private final CommitFeed commits;
    private final RemoteCommits elsewhere;
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
     * Creates a judge that does not listen to reports yet.
     *
     * @param acknowledged whether the write side receives the GTIDs of its commits, and the log contains them
     */
    public ConsumerJudge(
            List<ConsumerProbe> probes,
            boolean mariaDb,
            boolean writes,
            boolean acknowledged,
            boolean stamped,
            LedgerMemory memory,
            EpochMicrosClock clock) {
        this.clock = clock;
        this.writes = writes;
        snapshots = new SnapshotJudge(lock, this::look);
        log = new LogReference(mariaDb, memory, new All());
        stampReference = new StampReference(memory, acknowledged);
        commits = new CommitFeed(clock);
        elsewhere = commits.ofOtherProcesses(acknowledged);
        logFeed = new LogFeed(this::look);
        stamps = stamped ? new Stamps(commits, clock.epochMicros()) : null;
        JudgedConsumer.Reference reference =
                new JudgedConsumer.Reference(log, stampReference, stamps, acknowledged && writes, memory);
        for (ConsumerProbe given : probes) {
            JudgedProbe probe = JudgedProbe.of(given);
            EpochMicrosClock came = () -> clock.epochMicros() - probe.lateMicros();
            JudgedConsumer judged = new JudgedConsumer(
                    probe, new ConsumerFeed(mariaDb, came, this::look, probe.isSnapshotJudged()), reference);
            consumers.add(judged);
            snapshots.add(judged.snapshot());
        }
    }

    /** Expects all transactions of a played log; call it before the log is read. */
    public void expectAllOf(PlayedLog played) {
        log.play(played);
    }

    /** Takes the workload's tables, before the first write. */
    public void knowTables(WorkloadTables tables) {
        synchronized (lock) {
            stampReference.setTables(tables);
        }
    }

    /** Follows the stamps of a played log, in place of {@link #watch()} and {@link #commits()}. */
    public LoggedStamps loggedStamps() {
        return new LoggedStamps(logFeed, elsewhere, log::doubtStamps);
    }

    /** Passes news of the log on to all ledgers. */
    private final class All implements LogReference.Watcher {
        @Override
        public void logged(int index, @Nullable SourceNumbers source, long number) {
            long sequence = source == null ? 0 : source.removeStamp(number);
            if (sequence != 0) {
                stampReference.standsAt(sequence, index);
                rowLedgers().forEach(ledger -> ledger.standsAt(sequence, index));
            }
            each(ledger -> ledger.logged(index, source, number));
        }

        @Override
        public void owned(int index) {
            each(ledger -> ledger.owned(index));
        }
    }

    /** Listens to the probes from now on. Throws {@code RunFailedException} if another run listens to one of them. */
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

    /** Returns the watch for the run's own stream, called in the reader's thread. */
    public TransactionWatch watch() {
        return logFeed;
    }

    /** Returns the sink for commits, called in the workers' threads. */
    public CommitSink commits() {
        return commits;
    }

    /** Returns the sink for commits of workers in other processes, in place of {@link #commits()}. */
    public RemoteCommits commitsElsewhere() {
        return elsewhere;
    }

    /** The numbers that the write side puts into rows; {@code null} if it does not. */
    public @Nullable Stamps stamps() {
        return stamps;
    }

    /** Sets the transactions before the run's own stream; called before it begins. */
    public void startsBehind(String gtids) {
        synchronized (lock) {
            log.startsBehind(gtids);
        }
    }

    /** The measured part begins; no worker is on its way. */
    public void windowOpens() {
        synchronized (lock) {
            empty();
            log.forgetAcknowledged();
            stampReference.windowOpens();
            openedMicros = clock.epochMicros();
            consumers.forEach(JudgedConsumer::windowOpens);
        }
    }

    /** The measured part is over; no worker writes any more. */
    public void windowCloses() {
        synchronized (lock) {
            empty();
            windowEndMicros = clock.epochMicros();
            snapshots.windowCloses();
            consumers.forEach(consumer -> consumer.windowCloses(windowEndMicros));
        }
    }

    /** The run is ended early: a consumer that ends from now on, or has just ended, does so with the run. */
    public void interrupted() {
        synchronized (lock) {
            interruptedMicros = Math.min(interruptedMicros, clock.epochMicros() - SIGNAL_MICROS);
        }
    }

    /** Ends the wait: it timed out, or a stop was requested. */
    public void endWait(boolean inFull) {
        if (!inFull) {
            interrupted();
        }
        close();
        waitedInFull = inFull;
    }

    /** Takes the reports from all lanes; from any thread, every few milliseconds. */
    public void look() {
        synchronized (lock) {
            empty();
            if (openedMicros == 0) {
                return;
            }
            long now = clock.epochMicros();
            for (JudgedConsumer consumer : consumers) {
                consumer.catchUps().looked(consumer.progress(openedMicros, now));
            }
            log.times()
                    .forgetBefore(consumers.stream()
                                    .map(JudgedConsumer::ledger)
                                    .mapToInt(ledger -> ledger == null ? -1 : ledger.newest())
                                    .min()
                                    .orElse(0)
                            - (1 << 16));
        }
    }

    /** Calls {@code change} with the catch-ups and the present progress of a consumer; from any thread. */
    public void onFault(String name, BiConsumer<CatchUps, CatchUps.Progress> change) {
        synchronized (lock) {
            look();
            long now = clock.epochMicros();
            consumers.stream()
                    .filter(consumer -> consumer.probe().name().equals(name))
                    .forEach(consumer -> change.accept(consumer.catchUps(), consumer.progress(openedMicros, now)));
        }
    }

    /** Returns what happened in it at each consumer; nothing before the measured part. */
    public List<ConsumerSecond> second() {
        synchronized (lock) {
            look();
            if (openedMicros == 0) {
                return List.of();
            }
            seconds++;
            return consumers.stream().map(consumer -> consumer.second(seconds)).toList();
        }
    }

    /** Returns true if a consumer has not shown everything, and may still. */
    public boolean isAwaited() {
        synchronized (lock) {
            empty();
            long now = clock.epochMicros();
            return consumers.stream()
                    .anyMatch(one -> one.isAwaited(
                            snapshots.isAwaited(one.snapshot(), one.feed().lastMicros(), now), now));
        }
    }

    /** Returns true if no more reports can come. */
    public boolean allEnded() {
        return consumers.stream().allMatch(consumer -> consumer.feed().hasEnded());
    }

    /** Ignores all later reports. */
    @Override
    public void close() {
        if (listening) {
            consumers.forEach(consumer -> consumer.probe().stopListening(consumer.feed()));
        }
        consumers.forEach(consumer -> consumer.probe().costMeter().freeze());
        look();
        synchronized (lock) {
            closedMicros = closedMicros == 0 ? clock.epochMicros() : closedMicros;
        }
    }

    /** Returns the search for lost rows in the log; {@code null} if none is lost, or their places are not known. */
    public @Nullable LostRows lostRows() {
        synchronized (lock) {
            empty();
            return LostRows.of(log.places(), rowLedgers());
        }
    }

    /** Takes the names of lost transactions. */
    public void name(LostRows found) {
        synchronized (lock) {
            stampReference.name(found.first(), openedMicros);
        }
    }

    /** Comes to the results, once nothing is counted any more. */
    public List<ConsumerResult> results(JudgedRun end) {
        consumers.forEach(JudgedConsumer::pollReaders);
        synchronized (lock) {
            empty();
            double waited = windowEndMicros == 0 || closedMicros == 0 ? 0 : (closedMicros - windowEndMicros) / 1e6;
            ConsumerConclusion.Wait wait = new ConsumerConclusion.Wait(waited, waitedInFull, interruptedMicros);
            return consumers.stream()
                    .map(consumer -> new ConsumerConclusion(
                                    consumer, snapshots.verdict(consumer.snapshot()), end, writes, wait)
                            .result())
                    .toList();
        }
    }

    public SnapshotJudge snapshots() {
        return snapshots;
    }

    /** The feed of several streams that are judged together, in place of one consumer. */
    public ConsumerFeed partsFeed() {
        return consumers.get(0).feed();
    }

    /** Returns the parts of all streams that are judged together. */
    public RowLedger.Parts parts() {
        synchronized (lock) {
            empty();
            return consumers.get(0).partsLedger().parts();
        }
    }

    private void each(Consumer<ConsumerLedger> told) {
        for (JudgedConsumer consumer : consumers) {
            ConsumerLedger ledger = consumer.ledger();
            if (ledger != null) {
                told.accept(ledger);
            }
        }
    }

    private List<RowLedger> rowLedgers() {
        List<RowLedger> all = new ArrayList<>();
        for (JudgedConsumer consumer : consumers) {
            if (consumer.ledger() instanceof RowLedger rows) {
                all.add(rows);
            }
        }
        return all;
    }

    /** Under the lock: the commits first, as the others are compared with them. */
    private void empty() {
        commits.empty(new Commits());
        logFeed.empty(log);
        snapshots.empty();
        consumers.forEach(JudgedConsumer::empty);
        if (stamps != null || log.played() != null) {
            rowLedgers().forEach(RowLedger::settle);
            if (consumers.stream()
                    .allMatch(consumer -> consumer.ledger() != null)) { // without reports it may show rows
                SettledStamps.forget(rowLedgers(), stampReference);
            }
        }
    }

    /** Moves the write side's commits to the log and the stamps. */
    private final class Commits implements CommitFeed.Receiver {

        @Override
        public void acknowledged(long high, long low, String tag, long number, long micros) {
            log.acknowledged(high, low, tag, number, micros);
        }

        @Override
        public void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros) {
            if (log.played() != null && consumers.stream().allMatch(one -> one.ledger() instanceof TransactionLedger)) {
                return; // no consumer reports rows
            }
            stampReference.committed(sequence, rows, number == 0 ? null : log.source(high, low, tag), number, micros);
            rowLedgers().forEach(ledger -> ledger.committed(sequence));
        }

        @Override
        public void unknown(long sequence) {
            stampReference.unknown(sequence);
        }

        @Override
        public void lost(int firstWriter, int writers) {
            stampReference.onWritersLost(firstWriter, writers);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.workload.StatementTally;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a run without a server. The test determines the order in which commits are acknowledged, read by the run's own stream
 * and reported by a consumer. It also sets the clock. Remote workers report their commits on request.
 */
final class SimulatedRun {

    static final long HIGH = 0x3e11fa4771ca11e1L;
    static final long LOW = 0x9e33c80aa9429562L;

    record Change(String key, long sequence) {}

    record Committed(long number, String file, long end, List<Change> changes) {}

    final ConsumerProbe probe;
    final ConsumerJudge judge;
    final List<Committed> commits = new ArrayList<>();

    private final boolean mariaDb;
    private final boolean hasGtids;

    /** False if the load does not receive the GTIDs of its commits. */
    private final boolean tracksCommits;

    private final boolean remoteWorkers;
    private final List<Runnable> pendingReports = new ArrayList<>();
    private final LogCursor cursor = new LogCursor();
    private final List<StatementTally> writers = new ArrayList<>();
    private long nowMicros = 1_800_000_000_000_000L;
    private long nextNumber = 1;
    private long offset = 4;
    private int file = 1;
    private String fileName = name(file);
    private int streamedCount;
    private int lostCommits;
    private int unstamped;

    SimulatedRun(boolean mariaDb) {
        this(mariaDb, false);
    }

    SimulatedRun(boolean mariaDb, boolean remoteWorkers) {
        this(mariaDb, true, true, remoteWorkers, new LedgerMemory(64 << 20), ConsumerProbe.named("shop"));
    }

    SimulatedRun(boolean mariaDb, boolean hasGtids, LedgerMemory memory) {
        this(mariaDb, hasGtids, hasGtids, false, memory, ConsumerProbe.named("shop"));
    }

    /** Returns a run that judges by stamps only: without GTIDs, or with a driver that does not report them. */
    static SimulatedRun withoutGtidsOfCommits(boolean hasGtids) {
        return new SimulatedRun(false, hasGtids, false, false, new LedgerMemory(64 << 20), ConsumerProbe.named("shop"));
    }

    /** Returns the first run of a probe whose consumer may already have printed lines. */
    static SimulatedRun judging(ConsumerProbe probe) {
        return new SimulatedRun(true, true, true, false, new LedgerMemory(64 << 20), probe);
    }

    /** Starts the next run with the same probe and server. This run must have ended. */
    SimulatedRun nextRun() {
        SimulatedRun next = nextRunOnNewServer();
        next.nextNumber = nextNumber;
        next.offset = offset;
        next.file = file;
        next.fileName = fileName;
        return next;
    }

    /** Starts the next run with the same probe. Its server uses the same GTIDs again. */
    SimulatedRun nextRunOnNewServer() {
        return new SimulatedRun(mariaDb, hasGtids, tracksCommits, remoteWorkers, new LedgerMemory(64 << 20), probe);
    }

    private SimulatedRun(
            boolean mariaDb,
            boolean hasGtids,
            boolean tracksCommits,
            boolean remoteWorkers,
            LedgerMemory memory,
            ConsumerProbe probe) {
        this.probe = probe;
        this.tracksCommits = tracksCommits;
        this.remoteWorkers = remoteWorkers;
        this.mariaDb = mariaDb;
        this.hasGtids = hasGtids;
        judge = new ConsumerJudge(List.of(probe), mariaDb, true, hasGtids, true, memory, () -> nowMicros);
        judge.transactions().watch().setCursor(cursor);
        judge.listen();
        Stamps stamps = remoteWorkers
                ? new Stamps(
                        delayedSink(judge.transactions().remoteCommits()),
                        judge.transactions().stamps().reserve(4))
                : judge.transactions().stamps();
        for (int i = 0; i < 4; i++) {
            writers.add(new StatementTally(stamps.writer(null)));
        }
    }

    private Stamps.Sink delayedSink(RemoteCommits received) {
        return new Stamps.Sink() {
            @Override
            public void onStamped(long sequence, long rows) {
                long number = hasGtids ? nextNumber - 1 : 0;
                long time = nowMicros;
                pendingReports.add(() -> received.stamped(high(), low(), "", number, sequence, rows, time));
            }
        };
    }

    /** Delivers at most {@code max} reports of remote workers, two per commit. Returns the number of pending reports. */
    int deliverRemoteReports(int max) {
        int count = Math.min(max, pendingReports.size());
        pendingReports.subList(0, count).forEach(Runnable::run);
        pendingReports.subList(0, count).clear();
        return pendingReports.size();
    }

    /** Simulates the loss of all remote workers. Their pending reports are dropped. */
    void loseWorkers() {
        lostCommits = pendingReports.size() / 2; // a commit and its stamp are two reports
        pendingReports.clear();
        judge.transactions().remoteCommits().onWritersLost(0, writers.size());
    }

    private static String name(int file) {
        return "binlog.%06d".formatted(file);
    }

    void openWindow() {
        deliverRemoteReports(pendingReports.size());
        judge.transactions().watch().onWindowOpened();
        judge.windowOpens();
        commits.clear();
        streamedCount = 0;
    }

    void advanceClock(long micros) {
        nowMicros += micros;
    }

    /** Makes the next transaction longer. */
    void extendNextTransaction(long bytes) {
        offset += bytes;
    }

    /** Commits transactions of one to four rows. Neither the run's own stream nor the consumer reads them yet. */
    void commit(int transactions, Random random) {
        commit(transactions, random, 200);
    }

    void commit(int transactions, Random random, int keys) {
        for (int i = 0; i < transactions; i++) {
            int writer = random.nextInt(writers.size());
            long sequence = writers.get(writer).stamp();
            List<Change> changes = new ArrayList<>();
            for (int row = random.nextInt(4); row >= 0; row--) {
                changes.add(new Change("k" + random.nextInt(keys), sequence));
            }
            if (random.nextInt(500) == 0) {
                fileName = name(++file); // formatted once per file, because there are millions of commits
                offset = 4;
            }
            offset += 100 + random.nextInt(1_000);
            commits.add(new Committed(nextNumber++, fileName, offset, changes));
            long number = nextNumber - 1;
            long time = nowMicros;
            if (tracksCommits && remoteWorkers) {
                pendingReports.add(
                        () -> judge.transactions().remoteCommits().committed(high(), low(), "", number, time));
            } else if (tracksCommits) {
                judge.transactions().commits().onCommit(high(), low(), "", number);
            }
            writers.get(writer).inserted("t", changes.size());
            writers.get(writer).onCommit();
        }
    }

    /** Adds commits without a stamped row, such as deletes. */
    void commitUnstamped(int transactions) {
        unstamped += transactions;
    }

    /** Commits transactions that only delete, which the run's own stream reads immediately. */
    void commitDeletes(int transactions) {
        commitUnstamped(transactions);
        for (int i = 0; i < transactions; i++) {
            long number = nextNumber;
            commitOfOtherClient();
            judge.transactions().commits().onCommit(high(), low(), "", number);
        }
    }

    /** Makes the run's own stream read the next transactions, at most {@code max}. */
    void readOwnStream(int max) {
        for (int i = 0; i < max && streamedCount < commits.size(); i++) {
            Committed next = commits.get(streamedCount++);
            cursor.moveTo(next.file(), next.end());
            judge.transactions().watch().onBegin();
            judge.transactions().watch().onCommitTime(mariaDb ? CommitTimes.UNKNOWN : nowMicros - 1_000);
            judge.transactions()
                    .watch()
                    .onEnd(hasGtids ? high() : 0, hasGtids ? low() : 0, "", hasGtids ? next.number() : 0, -1);
        }
    }

    /** Commits a transaction of another client, which the run's own stream reads immediately. Returns its GTID. */
    String commitOfOtherClient() {
        streamAll();
        offset += 500;
        Committed transaction = new Committed(nextNumber++, fileName, offset, List.of());
        cursor.moveTo(transaction.file(), transaction.end());
        judge.transactions().watch().onBegin();
        judge.transactions().watch().onEnd(high(), low(), "", transaction.number(), -1);
        return gtid(transaction.number());
    }

    void streamAll() {
        readOwnStream(Integer.MAX_VALUE);
    }

    private long high() {
        return mariaDb ? 0 : HIGH;
    }

    private long low() {
        return mariaDb ? 1 : LOW;
    }

    String gtid(long number) {
        return new Gtid(mariaDb, high(), low(), "", number).toString();
    }

    /** Reports a transaction to the consumer's probe. */
    void reportToProbe(Committed transaction, Identity identity) {
        switch (identity) {
            case GTID -> probe.recordTransaction(gtid(transaction.number()));
            case POSITION -> probe.recordPosition(transaction.file(), transaction.end());
            case ROW -> transaction.changes().forEach(change -> probe.recordRow("t", change.key(), change.sequence()));
        }
    }

    ConsumerResult result() {
        return result(null);
    }

    ConsumerResult result(@Nullable String error) {
        deliverRemoteReports(pendingReports.size());
        judge.close();
        String notTracked = tracksCommits ? null : "the server has no GTIDs";
        return judge.results(
                        new JudgedRun((long) commits.size() - lostCommits + unstamped, 0L, false, notTracked, error, 1))
                .get(0);
    }
}

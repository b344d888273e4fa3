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
 * Simulates a run without a server. A seed determines the order in which commits are acknowledged, read by the run's
 * own stream and sent to a consumer. The clock is a number. Remote workers report their commits on request.
 */
final class SimulatedRun {

    static final long HIGH = 0x3e11fa4771ca11e1L;
    static final long LOW = 0x9e33c80aa9429562L;

    /** A change of a row. */
    record Change(String key, long sequence) {}

    /** A committed transaction. */
    record Committed(long number, String file, long end, List<Change> changes) {}

    final ConsumerProbe probe = ConsumerProbe.named("shop");
    final ConsumerJudge judge;
    final List<Committed> all = new ArrayList<>();

    private final boolean mariaDb;
    private final boolean tracked;
    private final boolean remoteWorkers;
    private final List<Runnable> unreportedCommits = new ArrayList<>();
    private final LogCursor cursor = new LogCursor();
    private final List<StatementTally> writers = new ArrayList<>();
    private long now = 1_800_000_000_000_000L;
    private long nextNumber = 1;
    private long offset = 4;
    private int file = 1;
    private String fileName = name(file);
    private int streamed;
    private int lost;
    private int unstamped;

    SimulatedRun(boolean mariaDb) {
        this(mariaDb, false);
    }

    SimulatedRun(boolean mariaDb, boolean remoteWorkers) {
        this(mariaDb, true, remoteWorkers, new LedgerMemory(64 << 20));
    }

    SimulatedRun(boolean mariaDb, boolean tracked, LedgerMemory memory) {
        this(mariaDb, tracked, false, memory);
    }

    private SimulatedRun(boolean mariaDb, boolean tracked, boolean remoteWorkers, LedgerMemory memory) {
        this.remoteWorkers = remoteWorkers;
        this.mariaDb = mariaDb;
        this.tracked = tracked;
        judge = new ConsumerJudge(List.of(probe), mariaDb, true, tracked, true, memory, () -> now);
        judge.watch().setCursor(cursor);
        judge.listen();
        Stamps stamps = remoteWorkers
                ? new Stamps(delayedSink(judge.remoteCommits()), judge.stamps().reserve(4))
                : judge.stamps();
        for (int i = 0; i < 4; i++) {
            writers.add(new StatementTally(stamps.writer(null)));
        }
    }

    private Stamps.Sink delayedSink(RemoteCommits received) {
        return new Stamps.Sink() {
            @Override
            public void stamped(long sequence, long rows) {
                long number = tracked ? nextNumber - 1 : 0;
                long time = now;
                unreportedCommits.add(() -> received.stamped(high(), low(), "", number, sequence, rows, time));
            }
        };
    }

    /** Reports at most {@code max} commits of remote workers. Returns the number of unreported commits. */
    int reportRemoteCommits(int max) {
        int count = Math.min(max, unreportedCommits.size());
        unreportedCommits.subList(0, count).forEach(Runnable::run);
        unreportedCommits.subList(0, count).clear();
        return unreportedCommits.size();
    }

    /** Simulates the loss of all remote workers, whose unreported commits are never reported. */
    void loseWorkers() {
        lost = unreportedCommits.size() / 2; // two reports per commit: the commit and its stamp
        unreportedCommits.clear();
        judge.remoteCommits().onWritersLost(0, writers.size());
    }

    private static String name(int file) {
        return "binlog.%06d".formatted(file);
    }

    void openWindow() {
        reportRemoteCommits(unreportedCommits.size());
        judge.watch().onWindowOpened();
        judge.windowOpens();
        all.clear();
        streamed = 0;
    }

    void advanceClock(long micros) {
        now += micros;
    }

    /** Commits transactions of one to four rows, which neither the run's own stream nor the consumer has read yet. */
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
                fileName = name(++file); // not per commit, because there are millions
                offset = 4;
            }
            offset += 100 + random.nextInt(1_000);
            all.add(new Committed(nextNumber++, fileName, offset, changes));
            long number = nextNumber - 1;
            long time = now;
            if (tracked && remoteWorkers) {
                unreportedCommits.add(() -> judge.remoteCommits().committed(high(), low(), "", number, time));
            } else if (tracked) {
                judge.commits().committed(high(), low(), "", number);
            }
            writers.get(writer).inserted("t", changes.size());
            writers.get(writer).logged();
        }
    }

    /** Adds commits without a stamped row, such as deletions. */
    void commitUnstamped(int transactions) {
        unstamped += transactions;
    }

    /** Lets the run's own stream read the next transactions. */
    void readOwnStream(int max) {
        for (int i = 0; i < max && streamed < all.size(); i++) {
            Committed next = all.get(streamed++);
            cursor.moveTo(next.file(), next.end());
            judge.watch().onBegin();
            judge.watch().onCommitTime(mariaDb ? CommitTimes.UNKNOWN : now - 1_000);
            judge.watch().onEnd(tracked ? high() : 0, tracked ? low() : 0, "", tracked ? next.number() : 0, -1);
        }
    }

    /** Commits a transaction of another client and lets the run's own stream read it. Returns its GTID. */
    String commitForeign() {
        streamAll();
        offset += 500;
        Committed other = new Committed(nextNumber++, fileName, offset, List.of());
        cursor.moveTo(other.file(), other.end());
        judge.watch().onBegin();
        judge.watch().onEnd(high(), low(), "", other.number(), -1);
        return gtid(other.number());
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
    void reportToConsumer(Committed transaction, Identity identity) {
        switch (identity) {
            case GTID -> probe.recordTransaction(gtid(transaction.number()));
            case POSITION -> probe.recordPosition(transaction.file(), transaction.end());
            case ROW -> transaction.changes().forEach(change -> probe.recordRow("t", change.key(), change.sequence()));
        }
    }

    ConsumerResult result() {
        return result(null);
    }

    ConsumerResult result(@Nullable String broke) {
        reportRemoteCommits(unreportedCommits.size());
        judge.close();
        String notTracked = tracked ? null : "the server has no GTIDs";
        return judge.results(new JudgedRun((long) all.size() - lost + unstamped, 0L, false, notTracked, broke, 1))
                .get(0);
    }
}

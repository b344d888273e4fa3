// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.simulation;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.internal.judge.simulation.ConsumerOutput.Item;
import io.github.cdctester.internal.judge.simulation.ConsumerOutput.ItemType;
import io.github.cdctester.internal.judge.simulation.Scenario.Ending;
import io.github.cdctester.internal.judge.simulation.Scenario.FaultKind;
import io.github.cdctester.internal.judge.simulation.Scenario.Owner;
import io.github.cdctester.internal.judge.simulation.Scenario.Row;
import io.github.cdctester.internal.judge.simulation.Scenario.Settings;
import io.github.cdctester.internal.judge.simulation.Scenario.TableNames;
import io.github.cdctester.internal.judge.simulation.Scenario.Transaction;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.workload.StatementTally;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Executes a scenario with the real judge. */
final class ScenarioPlayer {

    private static final long SOURCE_HIGH = 0x3e11fa4771ca11e1L;
    private static final long SOURCE_LOW = 0x9e33c80aa9429562L;
    private static final long START_MICROS = 1_800_000_000_000_000L;
    private static final int WRITER_COUNT = 4;
    private static final String FILE = "binlog.000007";

    private final Scenario scenario;
    private final Settings settings;
    private final Random schedule;
    private final ConsumerProbe probe = ConsumerProbe.named("shop");
    private final ConsumerJudge judge;
    private final ConsumerLines lines;
    private final LogCursor cursor = new LogCursor();
    private final List<StatementTally> writers = new ArrayList<>();
    private final List<Deque<Runnable>> acknowledgements = new ArrayList<>();
    /** Delayed reports of writers in other processes. */
    private final Deque<Runnable> reports = new ArrayDeque<>();

    private final long[] stamps;
    private int loggedCount;
    private int streamedCount;
    private int consumedCount;
    private int readSinceWarmUp;
    private long now = START_MICROS;

    /** GTID for the next stamp of a remote writer; 0 if the server did not report the GTID. */
    private long reportedGtidNumber;

    private ScenarioPlayer(Scenario scenario) {
        this.scenario = scenario;
        settings = scenario.settings();
        schedule = new Random(scenario.scheduleSeed());
        stamps = new long
                [scenario.transactions().stream()
                                .mapToInt(Transaction::id)
                                .max()
                                .orElse(0)
                        + 1];
        judge = new ConsumerJudge(
                List.of(probe),
                settings.mariaDb(),
                true,
                settings.tracked(),
                true,
                new LedgerMemory(settings.memoryBytes()),
                () -> now);
        lines = ConsumerLines.to(probe, settings.form().shape(settings.identity()));
        judge.transactions()
                .setTables(new WorkloadTables(
                        "shop", List.of("t"), isCopyKnown() ? List.of("shop.t", "shop.audit") : List.of("shop.t")));
        judge.transactions().watch().setCursor(cursor);
        judge.listen();
        Stamps stampSource = settings.remoteWriters()
                ? new Stamps(remoteSink(), judge.transactions().stamps().reserve(WRITER_COUNT))
                : judge.transactions().stamps();
        for (int i = 0; i < WRITER_COUNT; i++) {
            writers.add(new StatementTally(stampSource.writer(null)));
            acknowledgements.add(new ArrayDeque<>());
        }
    }

    static ConsumerResult play(Scenario scenario) {
        return new ScenarioPlayer(scenario).result();
    }

    private ConsumerResult result() {
        if (settings.ending() == Ending.ASSUMED || settings.ending() == Ending.INTERRUPTED) {
            probe.assumeEnded();
        }
        List<Transaction> transactions = scenario.transactions();
        List<Item> output = ConsumerOutput.of(scenario);
        long warmUp = transactions.stream().filter(Transaction::warmUp).count();
        advance(output, transactions.subList(0, (int) warmUp));
        openWindow((int) warmUp);
        advance(output, transactions);
        acknowledgements.forEach(this::runAll);
        runAll(reports);
        readStream(Integer.MAX_VALUE);
        if (settings.beforeMark() > 0 && readSinceWarmUp <= settings.beforeMark()) {
            judge.transactions().watch().onWindowOpened();
        }
        judge.windowCloses();
        while (consumedCount < output.size()) {
            report(output.get(consumedCount++));
        }
        lines.pause();
        if (settings.ending() == Ending.ENDED) {
            probe.ended();
        }
        now += 10_000_000;
        judge.takeReports();
        judge.endWait(settings.ending() != Ending.INTERRUPTED);
        return judge.results(judgedRun()).get(0);
    }

    private JudgedRun judgedRun() {
        List<Transaction> measuredTransactions = scenario.transactions().stream()
                .filter(transaction -> !transaction.warmUp())
                .toList();
        boolean isWholeLog = measuredTransactions.stream()
                .noneMatch(transaction ->
                        transaction.owner() == Owner.OTHER_CLIENT || transaction.owner() == Owner.RUN_UNKNOWN);
        return new JudgedRun(
                measuredTransactions.stream().filter(Transaction::isRunCommit).count(),
                measuredTransactions.stream()
                        .filter(transaction -> transaction.owner() == Owner.RUN_UNKNOWN)
                        .count(),
                isWholeLog,
                settings.tracked() ? null : "the server has no GTIDs",
                null,
                1);
    }

    /** Acknowledgements, stream and consumer advance at the same time, but may end later. */
    private void advance(List<Item> output, List<Transaction> transactionsToLog) {
        while (loggedCount < transactionsToLog.size()) {
            for (int i = schedule.nextInt(5); i > 0 && loggedCount < transactionsToLog.size(); i--) {
                log(transactionsToLog.get(loggedCount++));
            }
            for (int i = schedule.nextInt(6); i > 0; i--) {
                Runnable next =
                        acknowledgements.get(schedule.nextInt(WRITER_COUNT)).poll();
                if (next != null) {
                    next.run();
                }
            }
            for (int i = schedule.nextInt(4); i > 0 && !reports.isEmpty(); i--) {
                reports.poll().run();
            }
            readStream(schedule.nextInt(6));
            for (int i = schedule.nextInt(8);
                    i > 0 && consumedCount < output.size() && isLogged(output.get(consumedCount));
                    i--) {
                report(output.get(consumedCount++));
            }
            now += schedule.nextInt(2_000);
            if (schedule.nextInt(3) == 0) {
                judge.takeReports();
            }
        }
    }

    private boolean isLogged(Item item) {
        return scenario.transactions().indexOf(item.transaction()) < loggedCount;
    }

    private void runAll(Deque<Runnable> waiting) {
        while (!waiting.isEmpty()) {
            waiting.poll().run();
        }
    }

    /** The stream's measured part may open a few transactions earlier or later. */
    private void openWindow(int warmUp) {
        acknowledgements.forEach(this::runAll);
        runAll(reports);
        judge.windowOpens();
        readStream(warmUp - streamedCount + Math.min(0, settings.beforeMark()));
        if (settings.beforeMark() <= 0) {
            judge.transactions().watch().onWindowOpened();
        }
        readStream(warmUp - streamedCount);
    }

    /**
     * If no row names the workload's table, the judge counts the rows of all unknown tables, and needs the names of the trigger's tables.
     */
    private boolean isCopyKnown() {
        return settings.copiesKnown()
                || settings.tableNames() == TableNames.RENAMED
                || scenario.has(FaultKind.ONLY_TRIGGER_ROWS);
    }

    private void log(Transaction transaction) {
        StatementTally writer = writers.get(transaction.writer());
        boolean isOfRun = transaction.isRunCommit() || transaction.owner() == Owner.RUN_UNKNOWN;
        if (!isOfRun) {
            return;
        }
        runAll(acknowledgements.get(transaction.writer())); // a writer waits for the answer to its last commit
        stamps[transaction.id()] = transaction.owner() == Owner.RUN_UNSTAMPED ? 0 : writer.stamp();
        acknowledgements.get(transaction.writer()).add(() -> acknowledge(transaction, writer));
    }

    private void acknowledge(Transaction transaction, StatementTally writer) {
        boolean isReported = settings.tracked() && transaction.acknowledged() && transaction.isRunCommit();
        if (isReported) {
            long number = transaction.id() + 1L;
            if (settings.remoteWriters()) {
                long time = now;
                reports.add(() -> judge.transactions().remoteCommits().committed(high(), low(), "", number, time));
            } else {
                judge.transactions().commits().onCommit(high(), low(), "", number);
            }
        }
        if (transaction.owner() == Owner.RUN_UNKNOWN) {
            writer.onUnknownOutcome();
            return;
        }
        if (transaction.owner() == Owner.RUN) {
            reportedGtidNumber = isReported ? transaction.id() + 1L : 0;
            writer.inserted(
                    "t", transaction.rows().stream().filter(Row::ofWorkload).count());
        }
        writer.onCommit();
    }

    private Stamps.Sink remoteSink() {
        RemoteCommits commits = judge.transactions().remoteCommits();
        return new Stamps.Sink() {
            @Override
            public void onStamped(long sequence, long rows) {
                long number = reportedGtidNumber;
                long time = now;
                reports.add(() -> commits.stamped(high(), low(), "", number, sequence, rows, time));
            }

            @Override
            public void onUnknown(long sequence) {
                reports.add(() -> commits.unknown(sequence));
            }
        };
    }

    private void readStream(int transactions) {
        for (int i = 0; i < transactions && streamedCount < loggedCount; i++) {
            Transaction next = scenario.transactions().get(streamedCount++);
            if (!next.warmUp() && settings.beforeMark() > 0 && ++readSinceWarmUp == settings.beforeMark() + 1) {
                judge.transactions().watch().onWindowOpened();
            }
            cursor.moveTo(FILE, start(next));
            judge.transactions().watch().onBegin();
            if (next.streamBreaks()) {
                judge.transactions().watch().onBegin();
            }
            cursor.moveTo(FILE, end(next));
            judge.transactions().watch().onCommitTime(settings.mariaDb() ? Long.MIN_VALUE : now - 1_000);
            judge.transactions()
                    .watch()
                    .onEnd(
                            settings.tracked() ? high() : 0,
                            settings.tracked() ? low() : 0,
                            "",
                            settings.tracked() ? next.id() + 1L : 0,
                            next.owner() == Owner.HEARTBEAT ? next.id() : -1);
        }
    }

    private static long start(Transaction transaction) {
        return 1_000L * (transaction.id() + 1);
    }

    private static long end(Transaction transaction) {
        return start(transaction) + 900;
    }

    private void report(Item item) {
        if (item.kind() == ItemType.GARBAGE) {
            lines.line("{\"type\":\"UPSERT\",\"data\":{\"id\":1}}");
            return;
        }
        Transaction transaction = item.transaction();
        Row row = item.row();
        boolean isStray = item.kind() == ItemType.STRAY;
        if (row != null) {
            String table = row.ofWorkload() ? settings.tableNames().name : "audit";
            // a stray report has a stamp that the writer has not used yet
            long stamp = isStray ? writers.get(0).stamp() + 1_000_000 : stamps[transaction.id()];
            reportRow(table, row.key(), stamp);
        } else {
            reportTransaction(transaction, isStray);
        }
    }

    private void reportRow(String table, String key, long stamp) {
        if (settings.form() == Form.PROBE) {
            probe.recordRow(table, key, stamp);
        } else {
            lines.line(settings.form().line(table, key, stamp));
        }
    }

    private void reportTransaction(Transaction transaction, boolean isStray) {
        boolean isByGtid = settings.identity() == Identity.GTID;
        String gtid = new Gtid(settings.mariaDb(), high(), low(), "", transaction.id() + (isStray ? 1_000_001L : 1L))
                .toString();
        long position = end(transaction) + (isStray ? 7 : 0);
        if (settings.form() == Form.DEBEZIUM_BY_GTID) {
            for (int i = 0; i < transaction.rows().size(); i++) {
                lines.line(Form.transactionRowLine(transaction.rows().get(i).key(), gtid, start(transaction), i));
            }
        } else if (settings.form().printsLines()) {
            lines.line(isByGtid ? gtid : FILE + ":" + position);
        } else if (isByGtid) {
            probe.recordTransaction(gtid);
        } else {
            probe.recordPosition(FILE, position);
        }
    }

    private long high() {
        return settings.mariaDb() ? 0 : SOURCE_HIGH;
    }

    private long low() {
        return settings.mariaDb() ? 1 : SOURCE_LOW;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import io.github.cdctester.workload.transfer.Transfers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the other nodes take over the load of a lost worker node, and return it to a replacement node. */
@Timeout(300)
final class TakeoverIT extends ThreeWorkersContract {

    private static final Duration CLEANUP_TIMEOUT = Duration.ofMinutes(2);
    private static final String WRITER_CONNECTIONS_QUERY =
            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB IS NOT NULL AND ID <> CONNECTION_ID()";

    private static RunListener atSecond(int second, Runnable action) {
        return new RunListener() {
            private int sampleCount;

            @Override
            public void sample(SampleRow sample) {
                if (++sampleCount == second) {
                    action.run();
                }
            }
        };
    }

    private static List<Note> moveNotes(RunResult result) {
        return result.notes().stream().filter(TakeoverIT::isMove).toList();
    }

    /** A load that begins less than 50 ms late is not reported as late. */
    private static void assertScheduled(RunResult result, long ratePerSecond, int seconds) {
        assertScheduled(result, ratePerSecond, seconds, 50);
    }

    /** @param unreportedMillis the tolerated delay of a load that is not reported as late, in ms */
    static void assertScheduled(RunResult result, long ratePerSecond, int seconds, double unreportedMillis) {
        double lateMillis = result.notes().stream()
                .filter(note -> note.code() == Code.LOAD_LATE)
                .mapToDouble(note -> (double) note.arguments().get("lateMillis"))
                .findFirst()
                .orElse(unreportedMillis);
        assertThat(result.summary().write().scheduled())
                .isBetween(
                        ratePerSecond * seconds - (long) Math.ceil(ratePerSecond * lateMillis / 1_000),
                        ratePerSecond * seconds);
    }

    private static double takeoverSecond(Note move) {
        return (double) move.arguments().get("second");
    }

    private static RunListener onTakeoverBy(String node, Runnable action) {
        return new RunListener() {
            private boolean hasRun;

            @Override
            public void note(Note note) {
                if (!hasRun && isMove(note) && note.arguments().get("to").equals(node)) {
                    hasRun = true;
                    action.run();
                }
            }
        };
    }

    private void assertNothingLeft() {
        Eventually.assertThat(CLEANUP_TIMEOUT, () -> server.queryNumber(WRITER_CONNECTIONS_QUERY), count -> count == 0);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    @Nightly
    void restoresRateWithoutDuplicateIds() {
        WorkerProcess victim = workers.get(1);
        RunResult result = RoundTripChecks.run(plan(
                        nodes(),
                        Sysbench.oltpInsert().autoInc(false).tables(2),
                        openLoop(6, Rate.perSecond(300)),
                        15,
                        atSecond(3, () -> victim.process().kill()))
                .cleanupAfter());
        WriteSummary write = result.summary().write();
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().method()).isEqualTo("exact");
        assertThat(write.errorsPerCode()).isEmpty();
        assertScheduled(result, 300, 15);
        assertThat(moveNotes(result)).hasSize(2).allSatisfy(move -> {
            assertThat(move.arguments()).containsEntry("node", victim.address()).containsEntry("threads", 1L);
            assertThat((double) move.arguments().get("ratePerSecond")).isEqualTo(50);
            assertThat(takeoverSecond(move)).isBetween(2.5, 15.0);
        });
        // the lost node does not report its last second of work, and its transactions until the takeover are not
        // started
        assertThat(write.transactions() + write.notStarted()).isBetween(write.scheduled() - 120, write.scheduled());
        assertThat(write.notStarted())
                .as("starts of the lost node until the takeover, and at most one second of starts at the end")
                .isLessThan((long) (100 * takeoverSecond(moveNotes(result).get(0))) + 300);
        assertThat(result.summary().tester().nodes())
                .filteredOn(node -> node.lost() == null)
                .extracting(NodeSummary::threads)
                .containsExactly(3, 3);
        assertNothingLeft();
    }

    /** The stalled transactions lock rows of the only warehouse. */
    @Test
    @Nightly
    void releasesLocksOfStalledNode() {
        WorkerProcess victim = workers.get(2);
        StopSignal stop = new StopSignal();
        RunListener listener = new RunListener() {
            private int takeoverCount;
            private int seconds;

            @Override
            public void note(Note note) {
                takeoverCount += isMove(note) ? 1 : 0;
            }

            @Override
            public void sample(SampleRow sample) {
                seconds += takeoverCount == 2 && sample.write().transactions() > 0 ? 1 : 0;
                if (seconds == 3) {
                    stop.raise();
                }
            }
        };
        RunResult result = RoundTripChecks.run(plan(
                        nodes().withTimeout(Duration.ofSeconds(3)),
                        Tpcc.warehouses(1),
                        closedLoop(6),
                        200,
                        atSecond(3, () -> victim.process().pause()).andThen(listener))
                .stopSignal(stop)
                .cleanupAfter());
        victim.process().resume();
        victim.await(Pattern.compile("has left"));
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(moveNotes(result)).hasSize(2);
        assertThat(stop.isRaised()).as("the remaining nodes wrote for 3 s").isTrue();
        assertNothingLeft();
    }

    /** SIGTERM cancels the node's workers and waits until they end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Nightly
    void otherNodesExecuteRemainingTransactions(boolean usesSigterm) {
        WorkerProcess victim = workers.get(0);
        RunListener stopNode = atSecond(2, () -> {
            if (usesSigterm) {
                victim.process().terminate();
            } else {
                victim.process().kill();
            }
        });
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(openLoop(6, Rate.perSecond(300)))
                .workers(nodes())
                .window(new Window(Duration.ZERO, Duration.ZERO, 1_500, Duration.ofSeconds(60)))
                .listener(stopNode)
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.summary().write().transactions()).isEqualTo(1_500);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(moveNotes(result)).hasSize(2);
        assertNothingLeft();
    }

    @Test
    @Nightly
    void lateAndReturningNodesReceiveLoad() {
        WorkerNodes nodes = nodes();
        WorkerProcess lateNode = workers.remove(2);
        String lateAddress = lateNode.address();
        lateNode.close();
        WorkerProcess victim = workers.get(1);
        RunResult result = RoundTripChecks.run(plan(
                        nodes.takingLateNodes(),
                        Sysbench.oltpInsert().autoInc(false).tables(2),
                        openLoop(6, Rate.perSecond(300)),
                        70, // a busy machine needs 10 s to 20 s to start a process
                        atSecond(2, () -> workers.add(WorkerProcess.startAt(lateAddress, tempDirectory, secret)))
                                .andThen(onTakeoverBy(lateAddress, () -> {
                                    victim.process().kill();
                                    workers.add(WorkerProcess.startAt(victim.address(), tempDirectory, secret));
                                })))
                .cleanupAfter());
        WriteSummary write = result.summary().write();
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().method()).isEqualTo("exact");
        assertThat(write.errorsPerCode()).isEmpty();
        assertScheduled(result, 300, 70);
        assertThat(result.notes())
                .filteredOn(note -> note.code() == Code.NODE_ABSENT)
                .extracting(note -> note.arguments().get("node"))
                .containsExactly(lateAddress);
        assertThat(moveNotes(result))
                .filteredOn(move -> move.arguments().get("second").equals(0.0))
                .extracting(move -> move.arguments().get("node"))
                .containsExactly(lateAddress, lateAddress);
        assertThat(moveNotes(result))
                .extracting(move -> move.arguments().get("to"))
                .contains(lateAddress, victim.address());
        assertThat(result.summary().tester().nodes())
                .extracting(NodeSummary::address)
                .hasSize(4);
        assertThat(result.summary().tester().nodes())
                .filteredOn(node -> node.lost() == null)
                .allMatch(node -> node.threads() >= 2 && node.transactions() > 0);
        assertNothingLeft();
    }

    /** Tests workloads with numbers per worker, and with rows that any worker may change. */
    @ParameterizedTest
    @MethodSource("otherWorkloads")
    @Nightly
    void otherNodesContinueWorkload(WorkloadSpec workload, String query) {
        WorkerProcess victim = workers.get(1);
        PlanBuilder plan = plan(
                nodes(),
                workload,
                openLoop(6, Rate.perSecond(300)),
                12,
                atSecond(3, () -> victim.process().kill()));
        RunResult result = RoundTripChecks.run(plan);
        try {
            assertThat(result.verdict().status())
                    .as(result.verdict().toString())
                    .isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(result.summary().write().errorsPerCode()).isEmpty();
            assertScheduled(result, 300, 12);
            assertThat(moveNotes(result)).hasSize(2);
            assertThat(server.queryNumber(query)).as(query).isOne();
        } finally {
            plan.cleanup();
        }
        assertNothingLeft();
    }

    static Stream<Arguments> otherWorkloads() {
        return Stream.of(
                Arguments.of(Scripted.yaml("next", """
                            tables:
                              item:
                                columns: {id: INT PRIMARY KEY, n: INT NOT NULL UNIQUE}
                                rows: 100
                                values: {id: {sequence: 1}, n: {sequence: 1}}
                            transactions:
                              add:
                                values: {id: {next: item.id}, n: {sequence: 500}}
                                statements: ["INSERT INTO item (id, n) VALUES (:id, :n)"]
                            """), "SELECT COUNT(*) > 2000 FROM item WHERE n >= 500"),
                Arguments.of(
                        Transfers.between(1_000),
                        "SELECT SUM(changes) > 2000 AND SUM(balance) = 1000000 FROM accounts"));
    }

    @Test
    @Nightly
    void dividesNextPhaseAmongRemainingNodes(@TempDir Path directory) throws IOException {
        Path plan = Files.writeString(directory.resolve("phases.yaml"), """
                prepare: {workload: oltp_insert, table-size: 100}
                cleanup: true
                defaults: {workload: oltp_insert, auto-inc: off, threads: 6, rate: 300}
                phases:
                  - loads: {first: {time: 15s}}
                  - observe: 1s
                  - loads: {second: {time: 3s}}
                """);
        try (CliProcess run = CommandLines.start(
                directory,
                server,
                "plan",
                plan.toString(),
                "--out=" + directory.resolve("out"),
                "--workers=" + addresses(),
                "--secret-file=" + secret,
                "--tolerate-worker-loss")) {
            run.awaitOutput("[   2s ]");
            workers.get(1).process().kill();
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        }
        RunResult result = StoredResult.read(directory.resolve("out").resolve("result.json"))
                .run();
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.summary().write().errorsPerCode()).isEmpty();
        assertThat(moveNotes(result)).hasSize(2);
        assertThat(result.summary().write().workloads())
                .extracting(load -> load.name() + " " + load.write().scheduled())
                .containsExactly("first 4500", "second 900");
        assertNothingLeft();
    }
}

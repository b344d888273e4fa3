// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.Summary.NodeSummary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Others go on with the part of a worker node that is lost, and give it back to one that comes in its place. */
@Timeout(300)
final class TakeoverIT extends ServerContract {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String WRITERS =
            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB IS NOT NULL AND ID <> CONNECTION_ID()";

    private final List<WorkerProcess> workers = new ArrayList<>();
    private Path secret = Path.of("");
    private Path files = Path.of("");

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeEach
    void startWorkers(@TempDir Path directory) {
        files = directory;
        secret = WorkerProcess.newSecret(directory);
        workers.addAll(WorkerProcess.start(3, directory, secret));
    }

    @AfterEach
    void stopWorkers() {
        workers.forEach(WorkerProcess::close);
        workers.clear();
    }

    private String addresses() {
        return workers.stream().map(WorkerProcess::address).collect(Collectors.joining(","));
    }

    private WorkerNodes nodes() {
        return WorkerNodes.parse(addresses(), secret)
                .silentFor(Duration.ofSeconds(20))
                .toleratingLoss();
    }

    /** Does something when so many seconds of the load have passed. */
    private static RunListener at(int second, Runnable what) {
        return new RunListener() {
            private int seen;

            @Override
            public void sample(SampleRow sample) {
                if (++seen == second) {
                    what.run();
                }
            }
        };
    }

    private PlanBuilder plan(
            WorkerNodes nodes, WorkloadSpec workload, LoadSpec load, int seconds, RunListener listener) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(workload)
                .load(load)
                .workers(nodes)
                .window(new Window(Duration.ofSeconds(1), Duration.ofSeconds(seconds), 0, Duration.ofSeconds(60)))
                .listener(listener)
                .prepareFirst()
                .cleanupAfter();
    }

    private static List<Note> moves(RunResult result) {
        return result.notes().stream()
                .filter(note -> note.code() == Code.NODE_PART_MOVED)
                .toList();
    }

    private void assertNothingLeft() {
        Eventually.assertThat(SOON, () -> server.number(WRITERS), count -> count == 0);
        assertThat(server.rows("SHOW TABLES")).isEmpty();
    }

    @Test
    @Nightly
    void theRateIsRestoredAndNoIdIsGivenTwice() {
        WorkerProcess victim = workers.get(1);
        RunResult result = Checked.run(plan(
                nodes(),
                Sysbench.oltpInsert().autoInc(false).tables(2),
                openLoop(6, Rate.perSecond(300)),
                7,
                at(3, () -> victim.process().kill())));
        WriteSummary write = result.summary().write();
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().method()).isEqualTo("exact");
        assertThat(write.errorsPerCode()).isEmpty();
        assertThat(write.scheduled()).isEqualTo(2_100);
        // a second's work that was not told of, and what was due until the others went on
        assertThat(write.transactions() + write.notStarted()).isBetween(1_980L, 2_100L);
        assertThat(write.transactions()).isGreaterThan(1_700);
        assertThat(moves(result)).hasSize(2).allSatisfy(move -> {
            assertThat(move.arguments()).containsEntry("node", victim.address()).containsEntry("threads", 1L);
            assertThat((double) move.arguments().get("ratePerSecond")).isEqualTo(50);
            assertThat((double) move.arguments().get("second")).isBetween(2.5, 6.0);
        });
        assertThat(result.summary().tester().nodes())
                .filteredOn(node -> node.lost() == null)
                .extracting(NodeSummary::threads)
                .containsExactly(3, 3);
        assertNothingLeft();
    }

    /** It stands still in its transactions, and all rows are in one warehouse. */
    @Test
    @Nightly
    void whatItHasLockedIsGivenUp() {
        WorkerProcess victim = workers.get(2);
        List<Long> after = new ArrayList<>();
        RunResult result = Checked.run(plan(
                nodes().silentFor(Duration.ofSeconds(3)),
                Tpcc.warehouses(1),
                closedLoop(6),
                12,
                at(3, () -> victim.process().pause()).andThen(new RunListener() {
                    @Override
                    public void sample(SampleRow sample) {
                        after.add(sample.write().transactions());
                    }
                })));
        victim.process().resume();
        victim.await(Pattern.compile("has left"));
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(moves(result)).hasSize(2);
        assertThat(after.subList(9, 12)).as("%s", after).allMatch(transactions -> transactions > 0);
        assertNothingLeft();
    }

    @Test
    @Nightly
    void theOthersMakeTheTransactionsThatItHasLeft() {
        WorkerProcess victim = workers.get(0);
        RunResult result = Checked.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(openLoop(6, Rate.perSecond(300)))
                .workers(nodes())
                .window(new Window(Duration.ZERO, Duration.ZERO, 1_500, Duration.ofSeconds(60)))
                .listener(at(2, () -> victim.process().kill()))
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.summary().write().transactions()).isEqualTo(1_500);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(moves(result)).hasSize(2);
        assertNothingLeft();
    }

    @Test
    @Nightly
    void aNodeThatComesLateAndOneThatComesBackHaveTheirPart() {
        String all = addresses();
        WorkerProcess late = workers.remove(2);
        String lateAddress = late.address();
        late.close();
        WorkerProcess victim = workers.get(1);
        RunResult result = Checked.run(plan(
                WorkerNodes.parse(all, secret).takingLateNodes(),
                Sysbench.oltpInsert().autoInc(false).tables(2),
                openLoop(6, Rate.perSecond(300)),
                12,
                at(2, () -> workers.add(WorkerProcess.startAt(lateAddress, files, secret)))
                        .andThen(at(6, () -> {
                            victim.process().kill();
                            workers.add(WorkerProcess.startAt(victim.address(), files, secret));
                        }))));
        WriteSummary write = result.summary().write();
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().method()).isEqualTo("exact");
        assertThat(write.errorsPerCode()).isEmpty();
        assertThat(write.scheduled()).isEqualTo(3_600);
        assertThat(result.notes())
                .filteredOn(note -> note.code() == Code.NODE_ABSENT)
                .extracting(note -> note.arguments().get("node"))
                .containsExactly(lateAddress);
        assertThat(moves(result))
                .filteredOn(move -> move.arguments().get("second").equals(0.0))
                .extracting(move -> move.arguments().get("node"))
                .containsExactly(lateAddress, lateAddress);
        assertThat(moves(result))
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

    @Test
    @Nightly
    void aCoordinatorThatIsKilledThenLeavesNoLoad(@TempDir Path directory) {
        try (CliProcess run = CommandLines.against(
                directory,
                server,
                "run",
                "--prepare",
                "--table-size=10",
                "--threads=6",
                "--rate=100",
                "--time=200",
                "--workers=" + addresses(),
                "--secret-file=" + secret,
                "--tolerate-worker-loss")) {
            run.awaitOutput("[   2s ]");
            workers.get(0).process().kill();
            run.awaitOutput("took over").kill();
            for (WorkerProcess worker : workers.subList(1, 3)) {
                worker.await(Pattern.compile("has left: .*; its workers here end"));
            }
            Eventually.assertThat(Duration.ofSeconds(10), () -> server.number(WRITERS), count -> count == 0);
        } finally {
            server.rows("SHOW TABLES").forEach(table -> server.execute("DROP TABLE " + table.get(0)));
        }
    }
}

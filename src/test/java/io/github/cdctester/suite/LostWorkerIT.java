// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks runs that lose a worker node or the coordinator. No load may continue after the run. {@code LostNodeTest}, {@code
 * RemoteFillersTest} and {@code WorkerNodeTest} cover these cases in every build.
 */
@Nightly
@Timeout(400)
final class LostWorkerIT extends ServerContract {

    /** Processes may pause for long on a machine that runs four suites in parallel. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final Duration LEFTOVERS_TIMEOUT = Duration.ofMinutes(2);
    private static final String WRITERS_QUERY =
            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB IS NOT NULL" + " AND ID <> CONNECTION_ID()";

    private List<WorkerProcess> workers = List.of();
    private Path secret = Path.of("");

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeEach
    void startWorkers(@TempDir Path directory) {
        secret = WorkerProcess.newSecret(directory);
        workers = WorkerProcess.start(2, directory, secret);
    }

    @AfterEach
    void stopWorkers() {
        workers.forEach(WorkerProcess::close);
    }

    private String addresses() {
        return workers.stream().map(WorkerProcess::address).collect(Collectors.joining(","));
    }

    private PlanBuilder plan(WorkerNodes nodes, StopSignal stop, RunListener listener) {
        return plan(false, nodes, stop, listener);
    }

    private PlanBuilder plan(boolean isStamped, WorkerNodes nodes, StopSignal stop, RunListener listener) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10).stamp(isStamped))
                .load(openLoop(4, Rate.perSecond(100)))
                .workers(nodes)
                .window(new Window(Duration.ZERO, Duration.ofMinutes(3), 0, Duration.ofSeconds(60)))
                .stopSignal(stop)
                .listener(listener)
                .prepareFirst()
                .cleanupAfter();
    }

    /** Runs after two seconds of load. */
    private static final class DelayedAction implements RunListener {
        private final Runnable action;
        private final AtomicBoolean hasRun = new AtomicBoolean();

        DelayedAction(Runnable action) {
            this.action = action;
        }

        @Override
        public void sample(SampleRow sample) {
            if (sample.second() >= 2 && hasRun.compareAndSet(false, true)) {
                action.run();
            }
        }
    }

    private static RunListener stopperOnLoss(StopSignal stop) {
        return new RunListener() {
            @Override
            public void note(Note note) {
                if (note.code() == Code.NODE_LOST) {
                    stop.raise();
                }
            }
        };
    }

    private void assertNoWritersOrTablesLeft() {
        Eventually.assertThat(LEFTOVERS_TIMEOUT, () -> server.queryNumber(WRITERS_QUERY), count -> count == 0);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void killedWorkerEndsRunAndIsReported() {
        WorkerNodes nodes = WorkerNodes.parse(addresses(), secret).withTimeout(TIMEOUT);
        WorkerProcess victim = workers.get(1);
        RunListener killer = new DelayedAction(() -> victim.process().kill());
        RunFailedException failure = catchThrowableOfType(
                RunFailedException.class,
                () -> plan(nodes, new StopSignal(), killer).run());
        assertThat(failure).hasMessageStartingWith("worker " + victim.address() + " was lost: ");
        workers.get(0).await(Pattern.compile("has left"));
        assertNoWritersOrTablesLeft();
    }

    @Test
    void pausedWorkerIsDroppedIfTolerated() {
        WorkerNodes nodes =
                WorkerNodes.parse(addresses(), secret).withTimeout(TIMEOUT).toleratingLoss();
        WorkerProcess victim = workers.get(1);
        StopSignal stop = new StopSignal();
        RunListener pauser = new DelayedAction(() -> victim.process().pause()).andThen(stopperOnLoss(stop));
        RunResult result = RoundTripChecks.run(plan(nodes, stop, pauser));
        assertThat(result.notes())
                .filteredOn(note -> note.code() == Code.NODE_WORK_NOT_COUNTED)
                .extracting(Note::text)
                .anyMatch(text -> text.startsWith("worker " + victim.address() + " has not answered for "));
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        // a node may report the GTIDs of commits before it counts the commits
        assertThat(result.verdict().committed())
                .isGreaterThanOrEqualTo(result.summary().write().logged());
        assertThat(result.verdict().observed())
                .isGreaterThanOrEqualTo(result.verdict().committed());
        assertThat(result.notes()).extracting(Note::code).doesNotContain(Code.OTHERS_WROTE);
        victim.process().resume();
        victim.await(Pattern.compile("has left"));
        assertNoWritersOrTablesLeft();
    }

    /** The lost node's commits after its last report belong to no known writer. */
    @ParameterizedTest
    @EnumSource(Identity.class)
    void killedWorkerCausesNoConsumerFault(Identity identity) {
        WorkerNodes nodes =
                WorkerNodes.parse(addresses(), secret).withTimeout(TIMEOUT).toleratingLoss();
        WorkerProcess victim = workers.get(1);
        StopSignal stop = new StopSignal();
        RunListener killer = new DelayedAction(() -> victim.process().kill()).andThen(stopperOnLoss(stop));
        ConsumerProbe probe = ConsumerProbe.named("connector");
        try (ConnectorConsumer consumer = ConnectorConsumer.follow(server, probe, identity, number -> false)) {
            assertThat(consumer).isNotNull();
            ConsumerResult consumerResult = RoundTripChecks.run(
                            plan(true, nodes, stop, killer).consumer(probe))
                    .consumers()
                    .get(0);
            assertThat(consumerResult.verdict().status())
                    .as(consumerResult.toString())
                    .isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(consumerResult.verdict().committed()).isPositive().isEqualTo(consumerResult.transactions());
            assertThat(consumerResult.stray()).isZero();
        }
        assertNoWritersOrTablesLeft();
    }

    @Test
    void stoppedWorkerIsReported() {
        WorkerNodes nodes = WorkerNodes.parse(addresses(), secret).withTimeout(TIMEOUT);
        WorkerProcess victim = workers.get(0);
        RunListener terminator = new DelayedAction(() -> victim.process().terminate());
        RunFailedException failure = catchThrowableOfType(
                RunFailedException.class,
                () -> plan(nodes, new StopSignal(), terminator).run());
        assertThat(failure).hasMessageContaining("worker " + victim.address()).hasMessageContaining("it was stopped");
        assertThat(victim.process().exitCode())
                .as("Kubernetes replaces only failed pods")
                .isEqualTo(1);
        assertNoWritersOrTablesLeft();
    }

    /** Runs the action once after the first rows. Returns the resulting failure. */
    private RunFailedException fillUntilFailure(Runnable action, StopSignal stop) {
        AtomicBoolean hasRun = new AtomicBoolean();
        return catchThrowableOfType(
                RunFailedException.class,
                () -> CdcTester.plan()
                        .endpoint(server.endpoint())
                        .workload(Sysbench.oltpInsert().tables(4).tableSize(2_000_000))
                        .load(openLoop(4, Rate.perSecond(100)))
                        .workers(WorkerNodes.parse(addresses(), secret).withTimeout(TIMEOUT))
                        .stopSignal(stop)
                        .listener(new RunListener() {
                            @Override
                            public void rows(long rowsDone, long rowsTotal) {
                                if (hasRun.compareAndSet(false, true)) {
                                    action.run();
                                }
                            }
                        })
                        .prepare());
    }

    @Test
    void killedWorkerDuringFillDropsTables() {
        WorkerProcess victim = workers.get(1);
        RunFailedException failure = fillUntilFailure(() -> victim.process().kill(), new StopSignal());
        assertThat(failure)
                .hasMessageStartingWith("worker " + victim.address() + " was lost: ")
                .hasMessageEndingWith("; it was filling tables")
                .hasNoSuppressedExceptions();
        assertNoWritersOrTablesLeft();
    }

    @Test
    void stopDuringFillLeavesNoTables() {
        StopSignal stop = new StopSignal();
        assertThat(fillUntilFailure(stop::raise, stop))
                .hasMessage("stopped while preparing; the tables made so far were dropped");
        assertNoWritersOrTablesLeft();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void killedCoordinatorLeavesNoLoad(boolean isAfterTakeover, @TempDir Path directory) {
        List<WorkerProcess> remainingWorkers = isAfterTakeover ? workers.subList(1, 2) : workers;
        try (CliProcess run = CommandLines.start(
                directory,
                server,
                "run",
                "--prepare",
                "--table-size=10",
                "--threads=4",
                "--rate=100",
                "--time=200",
                "--workers=" + addresses(),
                "--secret-file=" + secret,
                "--worker-timeout=20",
                "--tolerate-worker-loss")) {
            run.awaitOutput("[   2s ]");
            if (isAfterTakeover) {
                workers.get(0).process().kill();
                run.awaitOutput("took over");
            }
            run.kill();
            for (WorkerProcess worker : remainingWorkers) {
                worker.await(Pattern.compile("has left: .*; its workers here end"));
            }
            Eventually.assertThat(LEFTOVERS_TIMEOUT, () -> server.queryNumber(WRITERS_QUERY), count -> count == 0);
        } finally {
            // the killed coordinator could not drop the heartbeat table
            server.queryRows("SHOW TABLES").forEach(table -> server.execute("DROP TABLE " + table.get(0)));
        }
    }

    @Test
    void servesOneCoordinatorAtATime() {
        WorkerNodes nodes = WorkerNodes.parse(addresses(), secret).withTimeout(TIMEOUT);
        RunFailedException[] secondRunFailure = new RunFailedException[1];
        StopSignal stop = new StopSignal();
        RunListener secondRunStarter = new DelayedAction(() -> {
            secondRunFailure[0] = catchThrowableOfType(
                    RunFailedException.class,
                    () -> CdcTester.plan()
                            .endpoint(server.endpoint())
                            .workload(Sysbench.oltpInsert().tableSize(10))
                            .load(openLoop(4, Rate.perSecond(100)))
                            .workers(nodes)
                            .run());
            stop.raise();
        });
        RunResult firstRun = RoundTripChecks.run(plan(nodes, stop, secondRunStarter));
        assertThat(secondRunFailure[0]).hasMessageContaining("refuses: it works for 127.0.0.1:");
        assertThat(firstRun.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(firstRun.summary().write().transactions()).isPositive();
        assertNoWritersOrTablesLeft();
    }
}

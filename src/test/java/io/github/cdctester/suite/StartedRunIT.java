// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.RunScope;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.run.RunOverdueException;
import io.github.cdctester.run.RunningRun;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Tests runs in separate threads. After each test, no thread, table or interrupt status is left. */
@Timeout(value = 120, threadMode = ThreadMode.SAME_THREAD) // keeps the interrupt status until @AfterEach
final class StartedRunIT extends ServerContract {

    private static final Duration LONG_DURATION = Duration.ofSeconds(600);

    private List<String> threadsBefore;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeEach
    void listThreads() {
        threadsBefore = threads();
    }

    @AfterEach
    @Timeout(value = 120, threadMode = ThreadMode.SAME_THREAD)
    void assertNothingLeft() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        Eventually.assertThat(
                Duration.ofSeconds(60),
                StartedRunIT::threads,
                currentThreads -> threadsBefore.containsAll(currentThreads));
    }

    @Test
    void scopeDropsTablesOfRunThatDidNotMeasure() {
        IllegalStateException failure = new IllegalStateException("mine");
        try (RunScope scope = new RunScope()) {
            PlanBuilder plan = scope.plan()
                    .endpoint(server.endpoint())
                    .workload(Sysbench.oltpInsert().tableSize(10))
                    .prepareFirst()
                    .listener(new RunListener() {
                        @Override
                        public void step(String name) {
                            if (name.endsWith(" worker")) {
                                throw failure;
                            }
                        }
                    });
            assertThatThrownBy(plan::run).isSameAs(failure);
            assertThat(server.queryRows("SHOW TABLES")).isNotEmpty();
            scope.dropTables();
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void receiverOfResultCanDropTables() {
        List<RunScope> scopes = new ArrayList<>();
        List<List<String>> tablesAtResult = new ArrayList<>();
        try (RunScope scope = new RunScope(result -> {
            scopes.get(0).dropTables();
            tablesAtResult.addAll(server.queryRows("SHOW TABLES"));
        })) {
            scopes.add(scope);
            RunResult result = scope.plan()
                    .endpoint(server.endpoint())
                    .workload(Sysbench.oltpInsert().tableSize(10))
                    .prepareFirst()
                    .window(Window.warmUp(Duration.ZERO), Window.measure(Duration.ofMillis(100)))
                    .run();
            assertThat(scope.results()).containsExactly(result);
            assertThat(tablesAtResult).isEmpty();
        }
    }

    @Test
    void failureOfReceiverDoesNotReplaceFailureOfRun() {
        IllegalStateException failure = new IllegalStateException("mine");
        IllegalStateException failureOfReceiver = new IllegalStateException("of the receiver");
        try (RunScope scope = new RunScope(result -> {
            throw failureOfReceiver;
        })) {
            PlanBuilder plan = scope.plan()
                    .endpoint(server.endpoint())
                    .workload(Sysbench.oltpInsert().tableSize(10))
                    .prepareFirst()
                    .window(Window.warmUp(Duration.ZERO), Window.measure(LONG_DURATION))
                    .listener(new RunListener() {
                        @Override
                        public void sample(SampleRow sample) {
                            throw failure;
                        }
                    });
            assertThatThrownBy(plan::run)
                    .isSameAs(failure)
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).contains(failureOfReceiver));
            assertThat(scope.results()).hasSize(1);
            scope.dropTables();
        }
    }

    @Test
    void awaitReturnsResult() {
        try (RunningRun run = writingPlan(Duration.ofSeconds(1)).start()) {
            assertThat(threads()).contains("cdc-tester-run");
            RunResult result = run.await(Duration.ofSeconds(60));

            assertThat(result.interrupted()).isFalse();
            assertThat(run.hasEnded()).isTrue();
            assertThat(run.await()).isSameAs(result);
            assertThat(run.lastSample())
                    .contains(result.samples().get(result.samples().size() - 1));
        }
    }

    @Test
    void awaitStopsOverdueRunAndThrows() {
        PlanBuilder plan = writingPlan(LONG_DURATION);
        try (RunningRun run = plan.start()) {
            awaitFirstSample(run);
            assertThatExceptionOfType(RunOverdueException.class)
                    .isThrownBy(() -> run.await(Duration.ofMillis(10)))
                    .withMessageMatching("the run took longer than 10 ms and was stopped \\(.*, in second \\d+\\): .*")
                    .satisfies(overdue -> assertThat(
                                    overdue.partialResult().orElseThrow().interrupted())
                            .isTrue());
            assertThat(run.hasEnded()).isTrue();
        }
        // the run had its own stop signal, so the builder can start another run
        assertThat(plan.window(Window.warmUp(Duration.ZERO), Window.measure(Duration.ofSeconds(1)))
                        .run()
                        .interrupted())
                .isFalse();
    }

    @Test
    void stopsOnRequest() {
        try (RunningRun run = writingPlan(LONG_DURATION).start()) {
            awaitFirstSample(run);
            run.stop();
            RunResult result = run.await();

            assertThat(result.interrupted()).isTrue();
            assertThat(result.verdict().committed()).isPositive();
        }
    }

    @Test
    void closeEndsRunAtAnyMoment() {
        RunningRun newRun = writingPlan(LONG_DURATION).start();
        newRun.close(); // probably before the measured part
        assertThat(newRun.hasEnded()).isTrue();

        RunningRun measuringRun = writingPlan(LONG_DURATION).start();
        awaitFirstSample(measuringRun);
        measuringRun.close();
        assertThat(measuringRun.await().interrupted()).isTrue();
    }

    @Test
    void awaitRestoresInterrupt() {
        try (RunningRun run = writingPlan(LONG_DURATION).start()) {
            awaitFirstSample(run);
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(RunInterruptedException.class)
                    .isThrownBy(run::await)
                    .withMessage("the run was interrupted");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(run.hasEnded()).isTrue();
        }
    }

    @Test
    void closeRestoresInterrupt() {
        RunningRun run = writingPlan(LONG_DURATION).start();
        awaitFirstSample(run);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(RunInterruptedException.class).isThrownBy(run::close);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(run.hasEnded()).isTrue();
    }

    @Test
    void closeThrowsUnreportedFailure() {
        AssertionError thrown = new AssertionError("of the listener");
        RunningRun run =
                writingPlan(LONG_DURATION).listener(throwingListener(thrown)).start();
        Eventually.assertThat(Duration.ofSeconds(60), run::hasEnded, ended -> ended);

        assertThatExceptionOfType(AssertionError.class).isThrownBy(run::close).isSameAs(thrown);
        run.close(); // a second close() throws nothing
        assertThatExceptionOfType(AssertionError.class).isThrownBy(run::await).isSameAs(thrown);
        assertThat(RunInterruptedException.resultOf(thrown)).isPresent();
    }

    @Test
    void planWithoutEndpointFailsAtOnce() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> CdcTester.plan().start())
                .withMessageStartingWith("endpoint: missing, must be given");
    }

    @Test
    void scopeEndsItsRuns() throws Exception {
        List<RunResult> receivedResults = new ArrayList<>();
        RunScope scope = new RunScope(receivedResults::add);
        CountDownLatch measuring = new CountDownLatch(1);
        FutureTask<RunResult> otherRun =
                new FutureTask<>(writingPlan(scope.plan(), LONG_DURATION).listener(countingListener(measuring))::run);
        Thread thread = new Thread(otherRun, "run of another thread");
        thread.start();
        measuring.await();
        RunningRun newRun = readingPlan(scope.plan()).start();
        awaitFirstSample(newRun);

        scope.close();

        assertThat(newRun.hasEnded()).isTrue();
        assertThat(otherRun.get().interrupted()).isTrue();
        assertThat(receivedResults).hasSize(2).isEqualTo(scope.results());
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> writingPlan(scope.plan(), LONG_DURATION).run())
                .withMessage("the scope of this run is closed: begin runs before that");
        thread.join();
    }

    @Test
    void scopeRestoresInterrupt() {
        RunScope scope = new RunScope();
        RunningRun run = writingPlan(scope.plan(), LONG_DURATION).start();
        awaitFirstSample(run);
        Thread.currentThread().interrupt();
        scope.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(run.await().interrupted()).isTrue();
    }

    private PlanBuilder writingPlan(Duration measuredTime) {
        return writingPlan(CdcTester.plan(), measuredTime);
    }

    private PlanBuilder writingPlan(PlanBuilder plan, Duration measuredTime) {
        return readingPlan(plan)
                .workload(Sysbench.oltpInsert().tableSize(10))
                .window(Window.warmUp(Duration.ZERO), Window.measure(measuredTime))
                .prepareFirst()
                .cleanupAfter();
    }

    private PlanBuilder readingPlan(PlanBuilder plan) {
        return plan.endpoint(server.endpoint()).window(Window.UNLIMITED);
    }

    private static void awaitFirstSample(RunningRun run) {
        Eventually.assertThat(Duration.ofSeconds(60), run::lastSample, second -> second.isPresent() || run.hasEnded());
    }

    private static RunListener throwingListener(AssertionError error) {
        return new RunListener() {
            @Override
            public void sample(SampleRow sample) {
                throw error;
            }
        };
    }

    private static RunListener countingListener(CountDownLatch seconds) {
        return new RunListener() {
            @Override
            public void sample(SampleRow sample) {
                seconds.countDown();
            }
        };
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("cdc-") || name.startsWith("Hikari"))
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.StoppedEarlyException;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of runs call {@link RunScope#close()}, and must not wait for themselves. */
@Timeout(60)
class RunScopeTest {

    private final RunScope scope = new RunScope();

    @Test
    void closeThrowsFailureOfListenerThatClosedScope() throws InterruptedException {
        IllegalStateException failure = new IllegalStateException("mine");
        CountDownLatch closedByListener = new CountDownLatch(1);
        plan(() -> {
                    scope.close();
                    closedByListener.countDown();
                    throw failure;
                })
                .start();
        assertThat(closedByListener.await(50, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(scope::close).isSameAs(failure);
        scope.close(); // a failure is thrown once
    }

    @Test
    void closeInWorkerOfForegroundRunOnlyRequestsStop() {
        AtomicBoolean workerEnded = new AtomicBoolean();
        IllegalStateException failure = new IllegalStateException("mine");
        PlanBuilder plan = plan(() -> {
            Thread worker = new Thread(scope::close, "cdc-tester-writer-0");
            worker.start();
            workerEnded.set(Threads.await(worker, Duration.ofSeconds(20)));
            throw failure;
        });
        assertThatThrownBy(plan::run).isSameAs(failure);
        assertThat(workerEnded).isTrue();
    }

    @Test
    void rejectsRunsAfterClose() {
        PlanBuilder plan = plan(() -> {});
        scope.close();
        for (ThrowingCallable action : List.<ThrowingCallable>of(plan::run, plan::start)) {
            assertThatThrownBy(action)
                    .isInstanceOf(RunFailedException.class)
                    .hasMessage("the scope of this run is closed: begin runs before that");
        }
    }

    @Test
    void stoppedRunInClosedScopeIsReportedAsStopped() {
        StopSignal stop = new StopSignal();
        PlanBuilder plan = plan(() -> {}).stopSignal(stop);
        scope.close();
        stop.raise();
        assertThatThrownBy(plan::run)
                .isInstanceOf(StoppedEarlyException.class)
                .hasMessage("stopped before anything was measured");
    }

    /** In most rounds, the scope is closed before the run's thread begins the run. */
    @Test
    void closeStopsRunsThatHaveJustStarted() {
        for (int round = 0; round < 200; round++) {
            StopSignal stop = new StopSignal();
            try (RunScope closedAtOnce = new RunScope()) {
                plan(closedAtOnce, () -> waitUntilInterrupted(stop))
                        .stopSignal(stop)
                        .start();
            }
            assertThat(stop.isRaised()).isTrue();
        }
    }

    /** Ends a run that has begun like a run that is stopped while it connects. */
    private static void waitUntilInterrupted(StopSignal stop) {
        try {
            stop.await(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        Thread.currentThread().interrupt();
    }

    /** {@code onStep} is called before the run connects. */
    private PlanBuilder plan(Runnable onStep) {
        return plan(scope, onStep);
    }

    private static PlanBuilder plan(RunScope owner, Runnable onStep) {
        return owner.plan()
                .endpoint(Endpoint.of("jdbc:mysql://127.0.0.1:1/test", "user", ""))
                .listener(new RunListener() {
                    @Override
                    public void step(String name) {
                        onStep.run();
                    }
                });
    }
}

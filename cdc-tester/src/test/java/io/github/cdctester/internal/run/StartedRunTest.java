// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The run's own threads must not wait for their own end. */
@Timeout(60)
class StartedRunTest {

    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(50);
    private static final RunResult RESULT = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);

    private final StopSignal stop = new StopSignal();

    @Test
    void closeInListenerOnlyRequestsStop() {
        StartedRun run = StartedRun.start(stop, started -> {
            started.close();
            return RESULT;
        });
        assertThat(run.await(LONG_TIMEOUT)).isSameAs(RESULT);
        assertThat(stop.isRaised()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cdc-tester-writer-0", "cdc-fault-injector", "cdc-action", "cdc-probe-lag", "cdc-cost-app"})
    void closeInThreadOfRunOnlyRequestsStop(String name) {
        AtomicBoolean workerEnded = new AtomicBoolean();
        StartedRun run = StartedRun.start(stop, started -> {
            Thread worker = new Thread(started::close, name);
            worker.start();
            workerEnded.set(Threads.await(worker, Duration.ofSeconds(20)));
            return RESULT;
        });
        assertThat(run.await(LONG_TIMEOUT)).isSameAs(RESULT);
        assertThat(workerEnded).isTrue();
        assertThat(stop.isRaised()).isTrue();
    }

    @Test
    void workerOfOtherRunReceivesFailure() {
        IllegalStateException failure = new IllegalStateException("mine");
        StartedRun run = StartedRun.start(stop, started -> {
            awaitStop();
            throw failure;
        });
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        StartedRun otherRun = StartedRun.start(new StopSignal(), started -> {
            Thread worker = new Thread(() -> thrown.set(catchThrowable(run::close)), "cdc-tester-writer-0");
            worker.start();
            Threads.await(worker, LONG_TIMEOUT);
            return RESULT;
        });
        otherRun.await(LONG_TIMEOUT);
        assertThat(thrown).hasValue(failure);
    }

    @Test
    void userThreadCanAwaitRunThatStartedIt() throws Exception {
        AtomicReference<FutureTask<RunResult>> awaiting = new AtomicReference<>();
        StartedRun run = StartedRun.start(stop, started -> {
            awaiting.set(new FutureTask<>(() -> started.await(LONG_TIMEOUT)));
            new Thread(awaiting.get(), "thread of a user").start();
            return RESULT;
        });
        run.await(LONG_TIMEOUT);
        assertThat(awaiting.get().get()).isSameAs(RESULT);
    }

    @Test
    void awaitInListenerIsRejected() {
        StartedRun run = StartedRun.start(stop, StartedRun::await);
        assertThatThrownBy(() -> run.await(LONG_TIMEOUT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in a thread of the run");
    }

    @Test
    void threadOfRunCanAwaitAndCloseEndedRun() {
        StartedRun endedRun = StartedRun.start(stop, started -> RESULT);
        endedRun.await(LONG_TIMEOUT);
        StartedRun run = StartedRun.start(new StopSignal(), started -> {
            endedRun.close();
            return endedRun.await(LONG_TIMEOUT);
        });
        assertThat(run.await(LONG_TIMEOUT)).isSameAs(RESULT);
    }

    @Test
    void closeReportsFailureAfterStopBeforeMeasurement() {
        RunFailedException tableRemains = new RunFailedException("the table remains");
        StartedRun run = StartedRun.start(stop, started -> {
            awaitStop();
            StoppedEarlyException stopped = new StoppedEarlyException();
            stopped.addSuppressed(tableRemains);
            throw stopped;
        });
        assertThatThrownBy(run::close).isInstanceOf(StoppedEarlyException.class).hasSuppressedException(tableRemains);
    }

    @Test
    void closeIgnoresStopBeforeMeasurement() {
        StartedRun run = StartedRun.start(stop, started -> {
            awaitStop();
            throw new StoppedEarlyException();
        });
        run.close();
        assertThat(run.hasEnded()).isTrue();
    }

    private void awaitStop() {
        try {
            assertThat(stop.await(LONG_TIMEOUT.toNanos())).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests calls of a run's methods by the run's own threads, which would wait for themselves. */
@Timeout(60)
class StartedRunTest {

    private static final Duration LONG = Duration.ofSeconds(50);
    private static final RunResult RESULT = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);

    private final StopSignal stop = new StopSignal();

    @Test
    void closeInListenerOnlyRequestsStop() {
        StartedRun run = StartedRun.start(stop, started -> {
            started.close();
            return RESULT;
        });
        assertThat(run.await(LONG)).isSameAs(RESULT);
        assertThat(stop.isRaised()).isTrue();
    }

    @Test
    void closeInWorkerOnlyRequestsStop() {
        AtomicBoolean workerEnded = new AtomicBoolean();
        StartedRun run = StartedRun.start(stop, started -> {
            Thread worker = new Thread(started::close, "cdc-tester-writer-0");
            worker.start();
            workerEnded.set(Threads.await(worker, Duration.ofSeconds(20)));
            return RESULT;
        });
        assertThat(run.await(LONG)).isSameAs(RESULT);
        assertThat(workerEnded).isTrue();
        assertThat(stop.isRaised()).isTrue();
    }

    @Test
    void awaitInListenerIsRejected() {
        StartedRun run = StartedRun.start(stop, StartedRun::await);
        assertThatThrownBy(() -> run.await(LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in a thread of the run");
    }

    @Test
    void threadOfRunMayAwaitAndCloseEndedRun() {
        StartedRun ended = StartedRun.start(stop, started -> RESULT);
        ended.await(LONG);
        StartedRun run = StartedRun.start(new StopSignal(), started -> {
            ended.close();
            return ended.await(LONG);
        });
        assertThat(run.await(LONG)).isSameAs(RESULT);
    }
}

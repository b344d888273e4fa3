// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.run.RunListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /** {@code onStep} is called before the run connects. */
    private PlanBuilder plan(Runnable onStep) {
        return scope.plan()
                .endpoint(Endpoint.of("jdbc:mysql://127.0.0.1:1/test", "user", ""))
                .listener(new RunListener() {
                    @Override
                    public void step(String name) {
                        onStep.run();
                    }
                });
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.time.NanoClock;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LoopTimerTest {

    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private final SynchronousQueue<Long> calls = new SynchronousQueue<>();

    private final LoopTimer timer = new LoopTimer(this::call, NanoClock.SYSTEM, 0);

    private void call() {
        long nanos = System.nanoTime();
        timer.callAt(LoopTimer.NEVER);
        try {
            calls.put(nanos);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void start() {
        timer.start();
    }

    @AfterEach
    void end() throws Exception {
        timer.end();
        timer.thread().join();
    }

    @Test
    void doesNotRunTaskEarly() throws Exception {
        for (int round = 0; round < 200; round++) {
            long dueNanos = System.nanoTime() + round * 5_000L;
            timer.callAt(dueNanos);
            assertThat(calls.take()).isGreaterThanOrEqualTo(dueNanos);
        }
    }

    @Test
    void earlierTimeReplacesLaterTime() throws Exception {
        timer.callAt(System.nanoTime() + HOUR_NANOS);
        while (timer.thread().getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        timer.callAt(System.nanoTime() + 1_000_000);
        assertThat(calls.take()).isNotNull();
    }

    @Test
    void laterTimeReplacesEarlierTime() throws Exception {
        long lateNanos = System.nanoTime() + 1_020_000_000;
        timer.callAt(System.nanoTime() + 1_000_000_000);
        timer.callAt(lateNanos);
        assertThat(calls.take()).isGreaterThanOrEqualTo(lateNanos);
    }

    @Test
    void pastTimeRunsTaskImmediately() throws Exception {
        timer.callAt(System.nanoTime() - HOUR_NANOS);
        assertThat(calls.take()).isNotNull();
    }
}

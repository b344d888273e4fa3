// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DeadlineTest {

    private static final Duration ONE_MILLI = Duration.ofMillis(1);

    @Test
    void abortsLateTaskWhileAnotherAbortBlocks() throws InterruptedException {
        CountDownLatch blocking = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch aborted = new CountDownLatch(1);
        try (Deadline first = new Deadline(ONE_MILLI, () -> {
            blocking.countDown();
            await(release);
        })) {
            await(blocking);
            try (Deadline second = new Deadline(ONE_MILLI, aborted::countDown)) {
                assertThat(aborted.await(10, TimeUnit.SECONDS)).isTrue();
                assertThat(second.isExpired()).isTrue();
            }
            assertThat(first.isExpired()).isTrue();
        } finally {
            release.countDown();
        }
    }

    @Test
    void doesNotAbortTaskThatEndsInTime() throws InterruptedException {
        Set<Thread> earlierThreads = Thread.getAllStackTraces().keySet();
        AtomicBoolean called = new AtomicBoolean();
        Deadline deadline = new Deadline(Duration.ofHours(1), () -> called.set(true));
        Thread deadlineThread = Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        !earlierThreads.contains(thread) && thread.getName().equals("cdc-tester-deadline"))
                .findFirst()
                .orElseThrow();
        deadline.close();
        deadlineThread.join();
        assertThat(deadline.isExpired()).isFalse();
        assertThat(called).isFalse();
    }

    @Test
    void reportsFailedAbortOnClose() throws InterruptedException {
        AtomicReference<Thread> watch = new AtomicReference<>();
        CountDownLatch aborting = new CountDownLatch(1);
        Deadline deadline = new Deadline(ONE_MILLI, () -> {
            watch.set(Thread.currentThread());
            aborting.countDown();
            throw new AssertionError("no end");
        });
        await(aborting);
        watch.get().join();
        assertThatThrownBy(deadline::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no end");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class GateTest {

    private static final int WORKER_COUNT = 8;

    private final Gate gate = new Gate(WORKER_COUNT);
    private final AtomicInteger passedCount = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void endThreads() throws InterruptedException {
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
    }

    @Test
    void blocksEveryWorkerUntilItOpens() throws InterruptedException {
        startWorkers(WORKER_COUNT, 1);
        assertThat(gate.awaitAll(Long.MAX_VALUE)).isTrue();
        assertThat(gate.isClosed()).isTrue();
        assertThat(passedCount).hasValue(0);
        gate.open();
        assertThat(gate.awaitEnded(TimeUnit.SECONDS.toNanos(15))).isTrue();
        assertThat(passedCount).hasValue(WORKER_COUNT);
    }

    @Test
    void doesNotWaitForEndedWorkers() throws InterruptedException {
        startWorkers(WORKER_COUNT - 3, 1);
        gate.leave();
        gate.leave();
        gate.leave();
        assertThat(gate.awaitAll(Long.MAX_VALUE)).isTrue();
        assertThat(passedCount).hasValue(0);
    }

    @Test
    void reportsEndOfAllWorkers() throws InterruptedException {
        for (int i = 0; i < WORKER_COUNT; i++) {
            assertThat(gate.awaitEnded(0)).isFalse();
            gate.leave();
        }
        assertThat(gate.awaitAll(0)).isTrue();
        assertThat(gate.awaitEnded(0)).isTrue();
    }

    @Test
    void waitsForPauseUpToTimeout() throws InterruptedException {
        startWorkers(WORKER_COUNT - 1, 1);
        assertThat(gate.awaitAll(1_000_000)).isFalse();
        gate.leave();
        assertThat(gate.awaitAll(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void waitsForEndUpToTimeout() throws InterruptedException {
        assertThat(gate.awaitEnded(1_000_000)).isFalse();
        assertThat(gate.awaitEnded(-1)).isFalse();
    }

    @Test
    void blocksWorkersEachTimeItCloses() throws InterruptedException {
        startWorkers(WORKER_COUNT, Integer.MAX_VALUE);
        gate.awaitAll(Long.MAX_VALUE);
        int initialPassCount = passedCount.get();
        for (int round = 0; round < 500; round++) {
            gate.open();
            gate.close();
            assertThat(gate.awaitAll(Long.MAX_VALUE)).isTrue();
            int passedBeforeClose = passedCount.get();
            Thread.yield();
            assertThat(passedCount).hasValue(passedBeforeClose);
        }
        assertThat(passedCount.get()).isGreaterThanOrEqualTo(initialPassCount);
        assertThat(failure).hasValue(null);
    }

    @Test
    void countsWorkersOfEventLoops() throws InterruptedException {
        startWorkers(WORKER_COUNT - 3, 1);
        gate.arrive(2);
        gate.arrive(2);
        gate.withdraw(1);
        assertThat(gate.awaitAll(Long.MAX_VALUE)).isTrue();
        assertThat(gate.tryPass(3)).isFalse();
        gate.leave();
        gate.withdraw(1);
        assertThat(gate.awaitAll(Long.MAX_VALUE)).isTrue();
        gate.open();
        assertThat(gate.tryPass(2)).isTrue();
        gate.leave();
        gate.leave();
        assertThat(gate.awaitEnded(TimeUnit.SECONDS.toNanos(15))).isTrue();
        assertThat(passedCount).hasValue(WORKER_COUNT - 3);
    }

    private void startWorkers(int count, int passesPerWorker) {
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> work(passesPerWorker));
            threads.add(thread);
            thread.start();
        }
    }

    private void work(int passesPerWorker) {
        try {
            for (int i = 0; i < passesPerWorker; i++) {
                gate.pass();
                passedCount.incrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure.set(e);
        } finally {
            gate.leave();
        }
    }
}

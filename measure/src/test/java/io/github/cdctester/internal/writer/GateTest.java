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

    private static final int WORKERS = 8;

    private final Gate gate = new Gate(WORKERS);
    private final AtomicInteger passed = new AtomicInteger();
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
        startWorkers(WORKERS, 1);
        assertThat(gate.awaitAll()).isTrue();
        assertThat(gate.isClosed()).isTrue();
        assertThat(passed).hasValue(0);
        gate.open();
        assertThat(gate.awaitEnded(TimeUnit.SECONDS.toNanos(15))).isTrue();
        assertThat(passed).hasValue(WORKERS);
    }

    @Test
    void doesNotWaitForEndedWorkers() throws InterruptedException {
        startWorkers(WORKERS - 3, 1);
        gate.leave();
        gate.leave();
        gate.leave();
        assertThat(gate.awaitAll()).isTrue();
        assertThat(passed).hasValue(0);
    }

    @Test
    void reportsEndOfAllWorkers() throws InterruptedException {
        for (int i = 0; i < WORKERS; i++) {
            assertThat(gate.awaitEnded(0)).isFalse();
            gate.leave();
        }
        assertThat(gate.awaitAll()).isFalse();
        assertThat(gate.awaitEnded(0)).isTrue();
    }

    @Test
    void waitsForEndUpToTimeout() throws InterruptedException {
        assertThat(gate.awaitEnded(1_000_000)).isFalse();
        assertThat(gate.awaitEnded(-1)).isFalse();
    }

    @Test
    void blocksWorkersEachTimeItCloses() throws InterruptedException {
        startWorkers(WORKERS, Integer.MAX_VALUE);
        gate.awaitAll();
        int initialPasses = passed.get();
        for (int round = 0; round < 500; round++) {
            gate.open();
            gate.close();
            assertThat(gate.awaitAll()).isTrue();
            int passedBeforeClose = passed.get();
            Thread.yield();
            assertThat(passed).hasValue(passedBeforeClose);
        }
        assertThat(passed.get()).isGreaterThanOrEqualTo(initialPasses);
        assertThat(failure).hasValue(null);
    }

    @Test
    void countsWorkersOfEventLoops() throws InterruptedException {
        startWorkers(WORKERS - 3, 1);
        gate.arrive(2);
        gate.arrive(2);
        gate.withdraw(1);
        assertThat(gate.awaitAll()).isTrue();
        assertThat(gate.tryPass(3)).isFalse();
        gate.leave();
        gate.withdraw(1);
        assertThat(gate.awaitAll()).isTrue();
        gate.open();
        assertThat(gate.tryPass(2)).isTrue();
        gate.leave();
        gate.leave();
        assertThat(gate.awaitEnded(TimeUnit.SECONDS.toNanos(15))).isTrue();
        assertThat(passed).hasValue(WORKERS - 3);
    }

    private void startWorkers(int count, int times) {
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> work(times));
            threads.add(thread);
            thread.start();
        }
    }

    private void work(int times) {
        try {
            for (int i = 0; i < times; i++) {
                gate.pass();
                passed.incrementAndGet();
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

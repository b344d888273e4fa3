// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class LoadWorkerTest {

    private static final int DEADLOCK = 1213;
    private static final int READ_ONLY = 1290;

    private final FakeWorkload workload = new FakeWorkload((worker, number) -> {});

    @Test
    void closedLoopEndsAfterExactCount() throws InterruptedException {
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(8), Set.of())) {
            crew.state.limitTo(50_000);
            crew.start();
            assertThat(workload.executed).hasValue(0);
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            assertThat(workload.executed).hasValue(50_000);
            assertThat(crew.transactions).hasSize(50_000).allMatch(transaction -> transaction.writes() == 1);
            assertThat(crew.state.failure()).isNull();
        }
        assertThat(workload.openSessions).hasValue(0);
    }

    @Test
    void closedLoopStartsAtEndOfPreviousTransaction() throws InterruptedException {
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of())) {
            crew.state.limitTo(20);
            crew.start();
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            List<WorkerCrew.ReportedTransaction> reported = List.copyOf(crew.transactions);
            assertThat(reported)
                    .hasSize(20)
                    .allMatch(transaction -> transaction.intendedNanos() == transaction.startNanos());
            for (int i = 1; i < reported.size(); i++) {
                assertThat(reported.get(i).startNanos())
                        .isEqualTo(reported.get(i - 1).endNanos());
            }
        }
    }

    @Test
    void openLoopStartsAtIntendedStarts() throws InterruptedException {
        LoadSpec load = LoadSpec.openLoop(4, Rate.perSecond(10_000));
        try (WorkerCrew crew = new WorkerCrew(workload, load, Set.of())) {
            crew.state.limitTo(300);
            crew.start();
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            long origin = crew.pacer.intendedStartNanos(0);
            List<Long> intendedStarts = crew.transactions.stream()
                    .map(WorkerCrew.ReportedTransaction::intendedNanos)
                    .sorted()
                    .toList();
            // a delayed worker keeps its start while the others reach the limit, so up to three of the first 303 starts
            // may be missing
            assertThat(intendedStarts)
                    .hasSize(300)
                    .doesNotHaveDuplicates()
                    .isSubsetOf(LongStream.range(0, 303)
                            .mapToObj(n -> origin + n * 100_000)
                            .toList());
            assertThat(crew.transactions)
                    .allMatch(transaction -> transaction.startNanos() >= transaction.intendedNanos()
                            && transaction.endNanos() >= transaction.startNanos());
        }
    }

    @Test
    void executesEachStartOfSchedule() throws InterruptedException {
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.openLoop(1, Rate.perSecond(10_000)), Set.of())) {
            crew.state.limitTo(300);
            crew.start();
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            long origin = crew.pacer.intendedStartNanos(0);
            assertThat(crew.transactions.stream().map(WorkerCrew.ReportedTransaction::intendedNanos))
                    .containsExactlyElementsOf(LongStream.range(0, 300)
                            .mapToObj(n -> origin + n * 100_000)
                            .toList());
        }
    }

    @Test
    void keepsScheduleOfLateTransactions() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        FakeWorkload slowWorkload = new FakeWorkload((worker, number) -> await(release));
        try (WorkerCrew crew = new WorkerCrew(slowWorkload, LoadSpec.openLoop(1, Rate.perSecond(100_000)), Set.of())) {
            crew.state.limitTo(100);
            crew.start();
            crew.open();
            long origin = crew.pacer.intendedStartNanos(0);
            while (System.nanoTime() < origin + 20_000_000) {
                Thread.onSpinWait();
            }
            release.countDown();
            assertThat(crew.awaitEnd()).isTrue();
            // all starts were due in the first ms, before the first transaction had ended
            assertThat(crew.transactions)
                    .hasSize(100)
                    .allMatch(transaction -> transaction.intendedNanos() <= origin + 990_000);
            assertThat(crew.transactions.stream().skip(1))
                    .allMatch(transaction -> transaction.startNanos() - transaction.intendedNanos() >= 19_000_000);
        }
    }

    @Test
    void pauseStopsWorkersBetweenTransactions() throws InterruptedException {
        for (LoadSpec load : new LoadSpec[] {LoadSpec.closedLoop(6), LoadSpec.openLoop(6, Rate.perSecond(50_000))}) {
            try (WorkerCrew crew = new WorkerCrew(workload, load, Set.of())) {
                crew.start();
                for (int round = 0; round < 20; round++) {
                    crew.open();
                    int executedBefore = workload.executed.get();
                    while (workload.executed.get() == executedBefore) {
                        Thread.onSpinWait();
                    }
                    assertThat(crew.pause()).isTrue();
                    assertThat(workload.running).hasValue(0);
                    int executedAtPause = workload.executed.get();
                    int receivedCount = crew.transactions.size();
                    Thread.yield();
                    assertThat(workload.executed).hasValue(executedAtPause);
                    assertThat(crew.transactions).hasSize(receivedCount);
                    crew.transactions.clear(); // on a busy machine, millions of them would fill the heap
                }
            }
        }
    }

    @Test
    void stopEndsWaitForDistantStart() throws InterruptedException {
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.openLoop(4, Rate.perSecond(0.001)), Set.of())) {
            crew.start();
            crew.open();
            while (crew.transactions.isEmpty()) {
                Thread.onSpinWait();
            }
        }
        // close() has ended the workers; only the first start was due
        assertThat(workload.executed).hasValue(1);
    }

    @Test
    void waitsForThinkTimeOfWorkload() throws InterruptedException {
        workload.waitNanos = 5_000_000;
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of())) {
            crew.state.limitTo(20);
            crew.start();
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            List<WorkerCrew.ReportedTransaction> reported = List.copyOf(crew.transactions);
            assertThat(reported)
                    .hasSize(20)
                    .allMatch(transaction -> transaction.intendedNanos() == transaction.startNanos());
            for (int i = 1; i < reported.size(); i++) {
                assertThat(reported.get(i).startNanos() - reported.get(i - 1).endNanos())
                        .isGreaterThanOrEqualTo(5_000_000);
            }
        }
    }

    @Test
    void stopOrPauseEndsWaitImmediately() throws InterruptedException {
        workload.waitNanos = TimeUnit.HOURS.toNanos(1);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(4), Set.of())) {
            crew.start();
            crew.open();
            assertThat(crew.pause()).isTrue();
            crew.open();
        }
        // close() has joined the workers
        assertThat(workload.executed).hasValue(0);
    }

    @Test
    void startsNothingIfThinkTimeLastsUntilEnd() throws InterruptedException {
        workload.waitNanos = TimeUnit.HOURS.toNanos(1); // one hour of real time, so that no worker wakes up earlier
        AtomicLong nanos = new AtomicLong(77);
        for (long extraNanos = 0; extraNanos <= 1; extraNanos++) {
            LoadSpec load = LoadSpec.closedLoop(3);
            try (WorkerCrew crew = new WorkerCrew(workload, load, Set.of(), WorkerCrew::connection, nanos::get)) {
                crew.pacer.endAt(nanos.get() + workload.waitNanos + extraNanos);
                crew.start();
                crew.open();
                crew.awaitParked();
                assertThat(crew.pause()).isTrue();
                nanos.addAndGet(5 * workload.waitNanos);
                crew.open();
                crew.awaitParked();
                assertThat(workload.executed).hasValue(extraNanos == 0 ? 0 : 3);
            }
        }
    }

    @Test
    void retriesAfterIgnoredError() throws InterruptedException {
        FakeWorkload deadlockingWorkload = new FakeWorkload((worker, number) -> failEachThird(number));
        try (WorkerCrew crew = new WorkerCrew(deadlockingWorkload, LoadSpec.closedLoop(3), Set.of(DEADLOCK))) {
            crew.state.limitTo(2_000);
            crew.start();
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            assertThat(crew.transactions).hasSize(2_000);
            assertThat(crew.errors).isNotEmpty().containsOnly(DEADLOCK).hasSize(deadlockingWorkload.resets.get());
            assertThat(deadlockingWorkload.executed.get()).isEqualTo(2_000 + crew.errors.size());
            assertThat(crew.state.failure()).isNull();
            long writes = crew.transactions.stream()
                    .mapToLong(WorkerCrew.ReportedTransaction::writes)
                    .sum();
            assertThat(writes).as("statements of failed tries count").isEqualTo(deadlockingWorkload.executed.get());
        }
    }

    @Test
    void reportsDurationOfRepeatedRefusals() throws InterruptedException {
        FakeWorkload readOnlyWorkload = new FakeWorkload((worker, number) -> {
            if (number < 9) {
                throw new SQLException("--read-only", "HY000", READ_ONLY);
            }
        });
        try (WorkerCrew crew = new WorkerCrew(readOnlyWorkload, LoadSpec.closedLoop(1), Set.of(READ_ONLY))) {
            crew.state.limitTo(2);
            crew.start();
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            assertThat(crew.errors).hasSize(8);
            // parking may return early, so the lengths of the pauses are not checked
            assertThat(crew.refusedNanos.get()).isPositive();
            assertThat(crew.transactions).hasSize(2);
        }
    }

    private static void failEachThird(int number) throws SQLException {
        if (number % 3 == 0) {
            throw new SQLException("Deadlock found", "40001", DEADLOCK);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.StatementTally;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how a run controls a load, with a clock that the test advances. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class LoadDriverTest {

    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(77);
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicInteger committedCount = new AtomicInteger();
    private final FakeWorkload workload = new FakeWorkload((worker, number) -> {});

    private long skippedCount;

    @Test
    void connectsAllWorkersBeforeStart() throws InterruptedException {
        try (LoadDriver driver = driver(LoadSpec.closedLoop(16))) {
            driver.start();
            assertThat(connected()).isEqualTo(16);
            assertThat(openSessions()).isEqualTo(16);
            assertThat(workload.executed).hasValue(0);
        }
        assertThat(isClosed()).isTrue();
        assertThat(openSessions()).isZero();
    }

    int connected() {
        return connections.get();
    }

    int openSessions() {
        return workload.openSessions.get();
    }

    boolean isClosed() {
        return closed.get();
    }

    @Test
    void executesExactNumberOfTransactions() throws InterruptedException {
        try (LoadDriver driver = driver(LoadSpec.closedLoop(4))) {
            driver.start();
            driver.limitTo(1_000);
            driver.open();
            assertThat(driver.awaitEnd(15 * SECOND)).isTrue();
            assertThat(committedCount).hasValue(1_000);
            assertThat(driver.scheduledStarts(nanos.get())).isZero();
            assertThat(driver.waitingStarts(nanos.get()).count()).isZero();
            assertThat(driver.failure()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void executesOnlyDueStarts(Arrivals arrivals) throws InterruptedException {
        LoadSpec load = LoadSpec.openLoop(3, Rate.ramp(0, 1_000, Duration.ofSeconds(10)), arrivals);
        try (LoadDriver driver = driver(load)) {
            driver.start();
            driver.open();
            nanos.addAndGet(10 * SECOND);
            long scheduledCount = pauseAfterAllDueStarts(driver);
            int dueCount = committedCount.get();
            // 5,000 starts, with a tolerance of ten standard deviations of a Poisson process
            assertThat(dueCount).isBetween(4_300, 5_700);
            // tolerance 1: a start may be due at exactly this nanosecond
            assertThat(scheduledCount).isBetween(dueCount - 1L, (long) dueCount);

            nanos.addAndGet(3_600 * SECOND); // a planned pause shifts the schedule
            driver.open();
            nanos.addAndGet(SECOND);
            scheduledCount = pauseAfterAllDueStarts(driver);
            int startsInOneSecond = committedCount.get() - dueCount;
            assertThat(startsInOneSecond).isBetween(680, 1_320);
            assertThat(scheduledCount).isBetween(startsInOneSecond - 1L, startsInOneSecond + 1L);
        }
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void skipsLateStartsBeforePause(Arrivals arrivals) throws Exception {
        Semaphore answers = new Semaphore(0);
        FakeWorkload slowWorkload = new FakeWorkload((worker, number) -> answers.acquireUninterruptibly());
        try (LoadDriver driver = driver(slowWorkload, LoadSpec.openLoop(2, Rate.perSecond(1_000), arrivals))) {
            driver.start();
            driver.open();
            nanos.addAndGet(SECOND); // the server does not answer during this time
            while (answers.getQueueLength() < 2) {
                Thread.onSpinWait(); // waits until both workers are inside a transaction
            }
            Thread pausing = new Thread(() -> pause(driver));
            pausing.start();
            while (pausing.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // in this state, the pause has closed the gate
            }
            answers.release(2);
            pausing.join();
            int committedBeforePause = committedCount.get();
            assertThat(driver.waitingStarts(nanos.get()).count()).isGreaterThan(100);

            driver.open();
            answers.release(100_000);
            nanos.addAndGet(SECOND);
            long scheduledCount = pauseAfterAllDueStarts(driver);
            assertThat((long) committedCount.get() - committedBeforePause)
                    .as("after %s late starts", committedBeforePause)
                    .isBetween(scheduledCount - 1, scheduledCount + 1);
            assertThat(scheduledCount).isBetween(680L, 1_320L); // ten standard deviations of a Poisson process
        }
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void continuesScheduleAndCountsMissedStarts(Arrivals arrivals) throws InterruptedException {
        try (LoadDriver driver = driver(LoadSpec.openLoop(2, Rate.perSecond(100), arrivals))) {
            driver.start();
            long startNanos = nanos.get() - 60 * SECOND;
            driver.endScheduleAt(nanos.get() + 10 * SECOND);
            driver.open(new ScheduleProgress(startNanos - SECOND, startNanos, nanos.get() - 5 * SECOND, nanos.get()));
            assertThat(driver.skippedStarts().count()).isEqualTo(500);
            assertThat(driver.skippedStarts().nanos().applyAsLong(0)).isBetween(49 * SECOND / 10, 5 * SECOND);
            nanos.addAndGet(3_600 * SECOND);
            long scheduledCount = pauseAfterAllDueStarts(driver);
            assertThat(committedCount.get()).isBetween(680, 1_320);
            assertThat(scheduledCount).isBetween(committedCount.get() + 5_999L, committedCount.get() + 6_001L);
            driver.open();
            assertThat(driver.skippedStarts().count()).isZero();
        }
    }

    private static void pause(LoadDriver driver) {
        try {
            driver.pause(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void endsWorkersAtRateZero() throws InterruptedException {
        try (LoadDriver driver = driver(LoadSpec.openLoop(2, Rate.ramp(100, 0, Duration.ofSeconds(1))))) {
            driver.start();
            driver.open();
            nanos.addAndGet(3_600 * SECOND);
            assertThat(pauseAfterAllDueStarts(driver)).isEqualTo(committedCount.get());
            assertThat(committedCount.get() + skippedCount).isEqualTo(50);
            assertThat(driver.stop(Duration.ofSeconds(10))).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void startsNothingDueAtEndOfSchedule(Arrivals arrivals) throws InterruptedException {
        try (LoadDriver driver = driver(LoadSpec.openLoop(2, Rate.perSecond(100), arrivals))) {
            driver.start();
            driver.endScheduleAt(nanos.get() + SECOND);
            driver.open();
            nanos.addAndGet(3_600 * SECOND);
            long scheduledCount = pauseAfterAllDueStarts(driver);
            if (arrivals == Arrivals.CONSTANT) {
                assertThat(scheduledCount + skippedCount).isEqualTo(100);
            }
            assertThat((long) committedCount.get()).isBetween(scheduledCount - 1, scheduledCount + 1);
            assertThat(scheduledCount).isBetween(10L, 300L);
        }
    }

    @Test
    void countsDueStartsIfAllWorkersFailed() throws InterruptedException {
        FakeWorkload failingWorkload = new FakeWorkload((worker, number) -> {
            throw new IllegalStateException("on request");
        });
        try (LoadDriver driver = driver(failingWorkload, LoadSpec.openLoop(2, Rate.perSecond(100)))) {
            driver.start();
            driver.open();
            nanos.addAndGet(SECOND);
            assertThat(driver.awaitEnd(15 * SECOND)).isTrue(); // the workers have ended because of the failure
            assertThat(driver.failure()).containsInstanceOf(IllegalStateException.class);
            nanos.addAndGet(SECOND);
            long unfinishedStartCount = driver.waitingStarts(nanos.get()).count();
            assertThat(driver.scheduledStarts(nanos.get())).isBetween(199L, 201L);
            // a worker's last transaction may be reported separately
            assertThat(unfinishedStartCount).isBetween(197L, 201L);
            assertThat(committedCount).hasValue(0);
        }
    }

    /**
     * Returns the number of starts that were not skipped. Counts are exact only while all workers are paused, because workers check the
     * clock again when their real waiting time is over.
     */
    private long pauseAfterAllDueStarts(LoadDriver driver) throws InterruptedException {
        long scheduledCount = 0;
        while (true) {
            while (driver.waitingStarts(nanos.get()).count() > 0) {
                Thread.onSpinWait();
            }
            assertThat(driver.pause(Long.MAX_VALUE)).isTrue();
            long waiting = driver.waitingStarts(nanos.get()).count();
            scheduledCount += driver.scheduledStarts(nanos.get()) - waiting;
            skippedCount += waiting;
            if (waiting == 0) {
                return scheduledCount;
            }
            driver.open();
        }
    }

    private LoadDriver driver(LoadSpec load) {
        return driver(workload, load);
    }

    private LoadDriver driver(FakeWorkload workload, LoadSpec load) {
        return new LoadDriver(
                workers(workload), load, LoadSpec.IgnoredErrors.DEFAULT, sink(), nanos::get, 0, LoadShare.ALL);
    }

    Workers.Factory workers(FakeWorkload workload) {
        ConnectionSource source = new ConnectionSource() {
            @Override
            public Connection connection() {
                connections.incrementAndGet();
                return WorkerCrew.connection();
            }

            @Override
            public void close() {
                closed.set(true);
            }
        };
        return LoadDriver.jdbcWorkers(workload, source);
    }

    private WriteSink sink() {
        return new WriteSink() {
            @Override
            public void transaction(
                    int kind, long intendedNanos, long startNanos, long endNanos, StatementTally tally) {
                committedCount.incrementAndGet();
            }

            @Override
            public void error(int code) {
                throw new AssertionError(code);
            }

            @Override
            public void reconnected() {
                throw new AssertionError();
            }

            @Override
            public void connectionRenewed() {}

            @Override
            public void transactionUnfinished(StatementTally tally) {}

            @Override
            public void unknownOutcome() {
                throw new AssertionError();
            }
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.StatementTally;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests an open loop whose server is down for eleven seconds, with a clock that the test advances. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class WaitingStartsTest {

    private static final long ORIGIN_NANOS = 77;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long OUTAGE_NANOS = 11 * SECOND_NANOS;
    private static final int STARTS_PER_SECOND = 300;

    private final AtomicLong nanos = new AtomicLong(ORIGIN_NANOS);
    final AtomicBoolean serverDown = new AtomicBoolean();
    private final AtomicInteger refusedCount = new AtomicInteger();
    private final CountDownLatch workersWithoutServer = new CountDownLatch(2);

    /** While the server is down, each transaction fails before its commit. */
    private final FakeWorkload workload = new FakeWorkload(
            (worker, number) -> {
                if (serverDown.get()) {
                    workersWithoutServer.countDown();
                    throw new SQLException("gone", "08S01");
                }
            },
            false);

    private final ConnectionSource source = new ConnectionSource() {
        @Override
        public Connection connection() throws SQLException {
            if (serverDown.get()) {
                refusedCount.incrementAndGet();
                throw new SQLException("refused", "08001");
            }
            return WorkerCrew.connection();
        }

        @Override
        public void close() {}
    };

    @Test
    void measuresOutageFromIntendedStart() throws InterruptedException {
        Latencies latencies = new Latencies();
        try (LoadDriver driver = driver(Arrivals.CONSTANT, latencies)) {
            startLoadAndStopServer(driver);
            nanos.addAndGet(OUTAGE_NANOS + SECOND_NANOS / STARTS_PER_SECOND / 2); // between two starts
            long dueCount = (nanos.get() - ORIGIN_NANOS) * STARTS_PER_SECOND / SECOND_NANOS + 1;
            serverDown.set(false);
            // the number of waiting starts is exact only if no worker is about to take a start
            while (latencies.count.get() < dueCount) {
                Thread.onSpinWait();
            }
            assertThat(driver.stop(Duration.ofSeconds(10))).isTrue();
            assertThat(driver.waitingStarts(nanos.get()).count()).isZero();
            // tolerance 1: a start may be due at exactly this nanosecond
            assertThat(latencies.count.get() - driver.scheduledStarts(nanos.get()))
                    .isBetween(0L, 1L);
            assertThat(latencies.longestNanos).hasValueGreaterThanOrEqualTo(OUTAGE_NANOS);
        }
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void reportsWaitingTimesOfUnfinishedStarts(Arrivals arrivals) throws InterruptedException {
        Latencies latencies = new Latencies();
        try (LoadDriver driver = driver(arrivals, latencies)) {
            startLoadAndStopServer(driver);
            nanos.addAndGet(OUTAGE_NANOS);
            assertThat(driver.stop(Duration.ofSeconds(10))).isTrue();

            WaitingStarts waiting = driver.waitingStarts(nanos.get());
            assertThat(latencies.longestNanos)
                    .as("latencies do not include the outage")
                    .hasValueLessThan(OUTAGE_NANOS);
            assertThat(waiting.count()).isEqualTo(driver.scheduledStarts(nanos.get()) - latencies.count.get());
            assertThat(waiting.count()).isGreaterThan(STARTS_PER_SECOND * 10);
            assertThat(waiting.nanos().applyAsLong(0)).isGreaterThanOrEqualTo(OUTAGE_NANOS);
            for (long i = 1; i < waiting.count(); i++) {
                assertThat(waiting.nanos().applyAsLong(i))
                        .isBetween(0L, waiting.nanos().applyAsLong(i - 1));
            }
            Distribution times = Distribution.of(waiting);
            assertThat(times.count()).isEqualTo(waiting.count());
            assertThat(times.maxMillis()).isGreaterThanOrEqualTo(11_000);
            assertThat(times.percentileMillis(50)).isCloseTo(5_500, within(700.0));
        }
    }

    @Test
    void countsManyMillionsQuickly() {
        Pacer pacer = new Pacer(LoadSpec.openLoop(1, Rate.perSecond(1_000_000)), LoadShare.ALL);
        pacer.start(ORIGIN_NANOS);
        WaitingStarts hour = pacer.waitingStarts(ORIGIN_NANOS + 3_600 * SECOND_NANOS, new double[0]);
        assertThat(hour.count()).isEqualTo(3_600_000_000L);
        Distribution times = Distribution.of(hour);
        assertThat(times.count()).isEqualTo(3_600_000_000L);
        assertThat(times.maxMillis()).isCloseTo(3_600_000, within(3_600.0));
        assertThat(times.percentileMillis(50)).isCloseTo(1_800_000, within(1_800.0));
    }

    @Test
    void closedLoopHasNoWaitingStarts() {
        Pacer pacer = new Pacer(LoadSpec.closedLoop(1), LoadShare.ALL);
        pacer.start(ORIGIN_NANOS);
        assertThat(pacer.waitingStarts(ORIGIN_NANOS + SECOND_NANOS, new double[0]))
                .isSameAs(WaitingStarts.NONE);
        assertThat(Distribution.of(WaitingStarts.NONE).count()).isZero();
    }

    private void startLoadAndStopServer(LoadDriver driver) throws InterruptedException {
        driver.start();
        driver.open();
        nanos.addAndGet(SECOND_NANOS);
        while (driver.waitingStarts(nanos.get()).count() > 0) {
            Thread.onSpinWait();
        }
        serverDown.set(true);
        nanos.addAndGet(SECOND_NANOS / 10); // 30 starts are due, so that each worker takes one
        workersWithoutServer.await();
        while (refused() < 2) {
            Thread.onSpinWait();
        }
    }

    int refused() {
        return refusedCount.get();
    }

    Workers.Factory workers(FakeWorkload executed) {
        return LoadDriver.jdbcWorkers(executed, source);
    }

    private LoadDriver driver(Arrivals arrivals, WriteSink sink) {
        return new LoadDriver(
                workers(workload),
                LoadSpec.openLoop(2, Rate.perSecond(STARTS_PER_SECOND), arrivals),
                LoadSpec.IgnoredErrors.DEFAULT,
                sink,
                nanos::get,
                0,
                LoadShare.ALL);
    }

    private static final class Latencies implements WriteSink {

        final AtomicInteger count = new AtomicInteger();
        final AtomicLong longestNanos = new AtomicLong();

        @Override
        public void transaction(int kind, long intendedNanos, long startNanos, long endNanos, StatementTally tally) {
            count.incrementAndGet();
            longestNanos.accumulateAndGet(endNanos - intendedNanos, Math::max);
        }

        @Override
        public void error(int code) {
            throw new AssertionError(code);
        }

        @Override
        public void reconnected() {}

        @Override
        public void connectionRenewed() {}

        @Override
        public void transactionUnfinished(StatementTally tally) {}

        @Override
        public void unknownOutcome() {
            throw new AssertionError("nothing was at its commit");
        }
    }
}

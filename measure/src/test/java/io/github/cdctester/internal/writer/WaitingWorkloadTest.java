// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.IgnoredErrors;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The workload waits for something else than its connection when the load is closed. */
@Timeout(value = 15, unit = TimeUnit.SECONDS) // less than the time limit for the end of a worker
class WaitingWorkloadTest {

    private final CountDownLatch waitLatch = new CountDownLatch(1);
    private final AtomicBoolean isConnectionClosed = new AtomicBoolean();
    private final AtomicBoolean wasClosedBeforeInterrupt = new AtomicBoolean();
    private final CountingSink sink = new CountingSink();

    @Test
    void interruptEndsWait() throws InterruptedException {
        close(new FakeWorkload((worker, number) -> await()));
        assertThat(wasClosedBeforeInterrupt).as("no statement is interrupted").isTrue();
        assertThat(sink.transactions).as("the workload reported a commit").hasValue(1);
        assertThat(sink.unknownOutcomes).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void outcomeOfInterruptedCommitIsUnknown(boolean mayHaveCommitted) throws InterruptedException {
        close(new FakeWorkload(
                (worker, number) -> {
                    await();
                    throw new IllegalStateException("interrupted");
                },
                mayHaveCommitted));
        assertThat(sink.transactions).hasValue(0);
        assertThat(sink.unknownOutcomes).hasValue(mayHaveCommitted ? 1 : 0);
        assertThat(sink.unfinishedLogged)
                .as("commits that the workload has counted")
                .hasValue(1);
    }

    @Test
    void outcomeOfBrokenCommitIsUnknown() throws InterruptedException {
        close(new FakeWorkload((worker, number) -> {
            await();
            throw new SQLException("the connection is closed", "08003");
        }));
        assertThat(sink.transactions).hasValue(0);
        assertThat(sink.unknownOutcomes).hasValue(1);
    }

    /** The first transaction ends only by the interrupt of {@link LoadDriver#close()}. */
    private void close(FakeWorkload workload) throws InterruptedException {
        ConnectionSource source = new ConnectionSource() {
            @Override
            public Connection connection() {
                return WorkerCrew.connection();
            }

            @Override
            public void close() {
                isConnectionClosed.set(true);
            }
        };
        LoadDriver driver = new LoadDriver(
                LoadDriver.jdbcWorkers(workload, source),
                LoadSpec.closedLoop(1),
                IgnoredErrors.DEFAULT,
                sink,
                NanoClock.SYSTEM,
                0,
                LoadShare.ALL);
        try (driver) {
            driver.start();
            driver.open();
            waitLatch.await();
            assertThat(driver.stop(Duration.ZERO)).isFalse();
        }
        assertThat(driver.failure()).isEmpty();
        assertThat(sink.errors).isEmpty();
        assertThat(sink.reconnects).hasValue(0);
        assertThat(sink.renewals).hasValue(0);
        assertThat(driver.awaitEnd(0)).isTrue();
        assertThat(workload.openSessions).hasValue(0);
        assertThat(workload.executed).hasValue(1);
    }

    private void await() {
        waitLatch.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            wasClosedBeforeInterrupt.set(isConnectionClosed.get());
            Thread.currentThread().interrupt();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loads connect phase by phase, with real workers and a clock that the test advances. */
@Timeout(30)
class PhasedLoadsTest {

    private static final long SECOND_NANOS = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(5 * SECOND_NANOS);
    private final FakeTransactions transactions = new FakeTransactions();
    private final RunningLoad firstLoad = load("first", ZERO, ofSeconds(2), 0);
    private final RunningLoad secondLoad = load("second", ofSeconds(1), ofSeconds(3), 0);
    private final RunningLoad limitedLoad = load("number", ZERO, ZERO, 100);

    private PhasedLoads loads = new PhasedLoads(List.of(firstLoad, secondLoad, limitedLoad), this::connect);

    private RunningLoad load(String name, Duration start, Duration length, long maxTransactions) {
        NamedLoad plannedLoad = new NamedLoad(
                name,
                Sysbench.oltpInsert(),
                LoadSpec.openLoop(2, Rate.perSecond(1_000)),
                start,
                length,
                maxTransactions,
                false);
        return new RunningLoad(plannedLoad, transactions, 0, maxTransactions, "db:3306", nanos::get);
    }

    private void connect(RunningLoad load) throws InterruptedException {
        load.connect(FakeTransactions.pools(nanos::get), LoadSpec.IgnoredErrors.DEFAULT, null, () -> {});
    }

    @AfterEach
    void close() {
        loads.end();
        List.of(firstLoad, secondLoad, limitedLoad).forEach(RunningLoad::close);
    }

    private void settle() {
        while (!loads.isSettled()) {
            Thread.onSpinWait();
        }
    }

    private void awaitLoadEnd(String name) throws InterruptedException {
        while (!loads.isOver(name)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void eachLoadCountsOnlySecondsInWhichItWrites() throws InterruptedException {
        loads.connect(List.of("first"));
        settle();
        assertThat(firstLoad.wasConnected()).isTrue();
        assertThat(secondLoad.wasConnected()).isFalse();
        assertThat(secondLoad.hasEnded()).as("the load has not started").isFalse();
        loads.begin(List.of("first"), nanos.get());
        nanos.addAndGet(2 * SECOND_NANOS);
        firstLoad.advance(nanos.get());
        awaitLoadEnd("first");
        loads.disconnect(List.of("first"));
        settle();
        assertThat(firstLoad.metered().isWriting().getAsBoolean()).isFalse();

        nanos.addAndGet(60 * SECOND_NANOS);
        loads.connect(List.of("second"));
        settle();
        loads.begin(List.of("second"), nanos.get());
        assertThat(secondLoad.advance(nanos.get())).isEqualTo(SECOND_NANOS);
        assertThat(secondLoad.lateNanos()).isZero();
        assertThat(secondLoad.metered().isWriting().getAsBoolean())
                .as("before the start of the load")
                .isFalse();
        nanos.addAndGet(SECOND_NANOS + 7);
        secondLoad.advance(nanos.get());
        assertThat(secondLoad.metered().isWriting().getAsBoolean()).isTrue();
        assertThat(secondLoad.lateNanos()).isEqualTo(7);
        nanos.addAndGet(3 * SECOND_NANOS - 7);
        secondLoad.advance(nanos.get());
        awaitLoadEnd("second");
        nanos.addAndGet(60 * SECOND_NANOS);

        assertThat(firstLoad.seconds(nanos.get())).isEqualTo(2);
        assertThat(secondLoad.seconds(nanos.get())).isBetween(2.9, 3.0);
        assertThat(limitedLoad.seconds(nanos.get())).isZero();
        assertThat(limitedLoad.fromSecond(0)).as("the load never started").isNull();
        assertThat(secondLoad.fromSecond(nanos.get() - 64 * SECOND_NANOS)).isEqualTo(1.000000007);
        for (RunningLoad load : List.of(firstLoad, secondLoad)) {
            RunningLoad.end(List.of(load), new StopSignal());
            assertThat(load.scheduledTransactions()).isBetween(1_999L, 3_001L);
        }
    }

    @Test
    void transactionCountEndsLoad() throws InterruptedException {
        loads.connect(List.of("number"));
        settle();
        loads.begin(List.of("number"), nanos.get());
        nanos.addAndGet(SECOND_NANOS);
        awaitLoadEnd("number");
        assertThat(loads.hasReachedLimit("number")).isTrue();
    }

    @Test
    void failedLoadIsNotOver() throws InterruptedException {
        transactions.failsTransactions = true;
        loads.connect(List.of("first"));
        settle();
        loads.begin(List.of("first"), nanos.get());
        nanos.addAndGet(SECOND_NANOS);
        assertThatThrownBy(() -> awaitLoadEnd("first"))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("fails on demand");
    }

    @Test
    void stopEndsLoadEarly() throws InterruptedException {
        loads.connect(List.of("first"));
        settle();
        loads.begin(List.of("first"), nanos.get());
        loads.stop("first");
        awaitLoadEnd("first");
        assertThat(loads.hasReachedLimit("first")).isFalse();
    }

    @Test
    void throwsConnectFailure() {
        loads = new PhasedLoads(List.of(firstLoad), load -> {
            throw new RunFailedException("refused");
        });
        loads.connect(List.of("first"));
        assertThatThrownBy(this::settle).isInstanceOf(RunFailedException.class).hasMessage("refused");
    }

    @Test
    void rethrowsErrorOfConnectUnchanged() {
        OutOfMemoryError error = new OutOfMemoryError("unable to create native thread");
        loads = new PhasedLoads(List.of(firstLoad), load -> {
            throw error;
        });
        loads.connect(List.of("first"));
        assertThatThrownBy(this::settle).isSameAs(error);
    }

    @Test
    void endInterruptsWorkersThatWaitForConnections() throws InterruptedException {
        CountDownLatch attempts = new CountDownLatch(2);
        CountDownLatch closeLatch = new CountDownLatch(1);
        ConnectionSource unresponsiveServer = new ConnectionSource() {
            @Override
            public Connection connection() throws SQLException {
                attempts.countDown();
                try {
                    closeLatch.await();
                } catch (InterruptedException e) {
                    throw new SQLException(e);
                }
                throw new SQLException("closed");
            }

            @Override
            public void close() {
                closeLatch.countDown();
            }
        };
        loads = new PhasedLoads(
                List.of(firstLoad),
                load -> load.connect(
                        FakeTransactions.pools(unresponsiveServer, nanos::get),
                        LoadSpec.IgnoredErrors.DEFAULT,
                        null,
                        () -> {}));
        loads.connect(List.of("first"));
        attempts.await();
        loads.end();
        awaitLoadEnd("first");
        RunningLoad.end(List.of(firstLoad), new StopSignal());
        assertThat(firstLoad.metered().isWriting().getAsBoolean()).isFalse();
    }

    @Test
    void stopInterruptsConnecting() throws InterruptedException {
        CountDownLatch workersConnected = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        loads = new PhasedLoads(List.of(firstLoad), load -> {
            connect(load);
            workersConnected.countDown();
            never.await();
        });
        loads.connect(List.of("first"));
        workersConnected.await();
        loads.abandon();
        firstLoad.abandon();
        loads.end();
        awaitLoadEnd("first");
        assertThat(firstLoad.seconds(nanos.get())).as("the load never started").isZero();
    }

    @Test
    void loadIsNotOverBeforeItsEnd() throws InterruptedException {
        loads.connect(List.of("first"));
        settle();
        loads.begin(List.of("first"), nanos.get());
        assertThat(loads.isOver("first")).isFalse();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcome of a transaction on a broken connection depends on the failed statement. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class BrokenConnectionTest {

    private static final int DEADLOCK = 1213;
    private static final int TRANSACTIONS_PER_BREAK = 100;

    private final FakeConnections source = new FakeConnections();

    @ParameterizedTest
    @CsvSource({"08S01, 0", "08000, 1213", "HY000, 2006", "HY000, 2011", "HY000, 2013", "HY000, 2055", "70100, 1927"})
    void repeatsTransactionOnNewConnection(String state, int code) throws InterruptedException {
        FakeWorkload workload = failingPeriodically(new SQLException("gone", state, code), false);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(4), Set.of(DEADLOCK), source)) {
            crew.state.limitTo(2_000);
            run(crew);
            assertThat(crew.state.failure()).isNull();
            assertThat(crew.transactions)
                    .as("retried, as nothing was committed")
                    .hasSize(2_000);
            assertThat(crew.unknownOutcomes).hasValue(0);
            int breaks = workload.executed.get() - 2_000;
            assertThat(breaks).isBetween(20, 21);
            assertThat(crew.reconnects).hasValue(breaks);
            assertThat(source.discarded).hasValue(breaks);
            assertThat(source.handedOut).hasValue(4 + breaks);
            assertThat(crew.errors).as("the server refused nothing").isEmpty();
        }
        assertThat(workload.openSessions).hasValue(0);
    }

    @Test
    void doesNotRepeatPossiblyCommittedTransaction() throws InterruptedException {
        FakeWorkload workload = failingPeriodically(new SQLException("gone", "08S01"), true);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(4), Set.of(), source)) {
            crew.state.limitTo(2_000);
            run(crew);
            assertThat(crew.unknownOutcomes).hasValue(20);
            assertThat(crew.transactions).hasSize(1_980);
            assertThat(workload.executed).hasValue(2_000);
            assertThat(crew.reconnects).hasValue(20);
            assertThat(crew.transactions)
                    .as("statements of transactions with an unknown outcome are not counted in others")
                    .allMatch(transaction -> transaction.writes() == 1);
        }
    }

    @Test
    void nextLatencyOfClosedLoopIncludesOutage() throws InterruptedException {
        FakeWorkload workload = failingPeriodically(new SQLException("gone", "08S01"), true);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source)) {
            crew.state.limitTo(5 * TRANSACTIONS_PER_BREAK + 1);
            run(crew);
            assertThat(crew.unknownOutcomes).hasValue(5);
            long lastEndNanos = -1;
            for (WorkerCrew.ReportedTransaction transaction : crew.transactions) {
                if (lastEndNanos >= 0) {
                    assertThat(transaction.intendedNanos()).isEqualTo(lastEndNanos);
                    assertThat(transaction.startNanos()).isEqualTo(lastEndNanos);
                }
                lastEndNanos = transaction.endNanos();
            }
        }
    }

    @Test
    void replacesClosedConnectionAfterAmbiguousError() throws InterruptedException {
        source.responds = false;
        FakeWorkload workload =
                failingPeriodically(new SQLException("Query execution was interrupted", "70100", 1317), false);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(DEADLOCK), source)) {
            crew.state.limitTo(TRANSACTIONS_PER_BREAK);
            run(crew);
            assertThat(crew.state.failure()).isNull();
            assertThat(crew.reconnects).hasValue(1);
        }
    }

    @Test
    void repeatsTransactionOfKilledStatement() throws InterruptedException {
        SQLException killed = new SQLException("Query execution was interrupted", "70100", 1317);
        try (WorkerCrew crew =
                new WorkerCrew(failingPeriodically(killed, true), LoadSpec.closedLoop(1), Set.of(DEADLOCK), source)) {
            crew.state.limitTo(TRANSACTIONS_PER_BREAK);
            run(crew);
            assertThat(crew.state.failure()).isNull();
            assertThat(crew.errors).containsExactly(1317);
            assertThat(crew.transactions).hasSize(TRANSACTIONS_PER_BREAK);
            assertThat(crew.unknownOutcomes).hasValue(0);
            assertThat(crew.reconnects).hasValue(0);
        }
    }

    @Test
    void repeatsTransactionThatServerDidNotRead() throws InterruptedException {
        FakeWorkload workload =
                failingPeriodically(new SQLException("disconnected because of inactivity", "HY000", 4031), true);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source)) {
            crew.state.limitTo(TRANSACTIONS_PER_BREAK);
            run(crew);
            assertThat(crew.unknownOutcomes).hasValue(0);
            assertThat(crew.transactions).hasSize(TRANSACTIONS_PER_BREAK);
            assertThat(crew.reconnects).hasValue(1);
        }
    }

    @Test
    void replacesClosedIdleConnectionBeforeNextStart() throws InterruptedException {
        FakeWorkload workload = new FakeWorkload((worker, number) -> {});
        workload.waitNanos = TimeUnit.MILLISECONDS.toNanos(1_100);
        source.responds = false;
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source, NanoClock.SYSTEM)) {
            crew.state.limitTo(1);
            run(crew);
            assertThat(crew.reconnects)
                    .as("one for each wait; the second one is for the transaction beyond the limit")
                    .hasPositiveValue();
            assertThat(crew.transactions).hasSize(1);
            assertThat(crew.unknownOutcomes).hasValue(0);
        }
    }

    @Test
    void replacesConnectionClosedDuringPause() throws InterruptedException {
        FakeWorkload workload = new FakeWorkload((worker, number) -> {});
        source.responds = false;
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source, source)) {
            crew.state.limitTo(1);
            crew.start();
            source.nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            assertThat(crew.reconnects).hasValue(1);
            assertThat(crew.transactions).hasSize(1);
        }
    }

    @Test
    void closeOfLostConnectionIsNoFailure() throws InterruptedException {
        FakeWorkload workload = new FakeWorkload((worker, number) -> {});
        workload.closeFailure = new SQLException("Connection is closed", "08003");
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source)) {
            crew.state.limitTo(1);
            run(crew);
            assertThat(crew.state.failure()).isNull();
            assertThat(source.discarded).hasValue(1);
        }
    }

    @Test
    void retriesUntilServerIsBack() throws InterruptedException {
        source.refusals.set(5);
        FakeWorkload workload = failingPeriodically(new SQLException("gone", "08S01"), false);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source)) {
            crew.state.limitTo(TRANSACTIONS_PER_BREAK);
            run(crew);
            assertThat(crew.transactions).hasSize(TRANSACTIONS_PER_BREAK);
            assertThat(crew.reconnects).hasValue(1);
            assertThat(source.refusals.get()).isNegative();
        }
    }

    @Test
    void failsIfServerStaysDown() throws InterruptedException {
        source.refusals.set(Integer.MAX_VALUE);
        source.nanosPerRefusal = TimeUnit.SECONDS.toNanos(9);
        FakeWorkload workload = failingPeriodically(new SQLException("gone", "08S01"), false);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source, source)) {
            run(crew);
            assertThat(crew.state.failure())
                    .hasMessageContaining("within " + Defaults.RECONNECT_TIMEOUT.toSeconds() + " s")
                    .hasMessageContaining("Connection refused");
            assertThat(Integer.MAX_VALUE - source.refusals.get()).as("attempts").isEqualTo(4);
        }
    }

    @Test
    void failsIfNoConnectionLastsUntilCommit() throws InterruptedException {
        SQLException tooLarge = new SQLException("Got a packet bigger than 'max_allowed_packet' bytes", "08S01", 1153);
        source.nanosPerConnection = TimeUnit.SECONDS.toNanos(9);
        FakeWorkload workload = new FakeWorkload(
                (worker, number) -> {
                    throw tooLarge;
                },
                false);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source, source)) {
            run(crew);
            assertThat(crew.state.failure()).hasMessageContaining("max_allowed_packet");
            assertThat(workload.openSessions).hasValue(0);
        }
    }

    /** For example, the server is read-only for 40 s after a restart, and then restarts again. */
    @Test
    void breakAfterLongRefusalIsNewOutage() throws InterruptedException {
        FakeWorkload workload = new FakeWorkload(
                (worker, number) -> {
                    if (number == 1 || number == 6) {
                        throw new SQLException("gone", "08S01");
                    } else if (number < 6) {
                        source.nanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
                        throw new SQLException("Deadlock found", "40001", DEADLOCK);
                    }
                },
                false);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(DEADLOCK), source, source)) {
            crew.state.limitTo(1);
            run(crew);
            assertThat(crew.state.failure()).isNull();
            assertThat(crew.reconnects).hasValue(2);
            assertThat(crew.errors).hasSize(4);
            assertThat(crew.transactions).hasSize(1);
        }
    }

    /** For example, the load is slow, and a load balancer cuts two of its connections. */
    @Test
    void secondBreakLongAfterReconnectIsNewOutage() throws InterruptedException {
        FakeWorkload workload = new FakeWorkload((worker, number) -> {
            if (number <= 2) {
                source.nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
                throw new SQLException("gone", "08S01");
            }
        });
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source, source)) {
            crew.state.limitTo(3);
            run(crew);
            assertThat(crew.state.failure()).isNull();
            assertThat(crew.unknownOutcomes).hasValue(2);
            assertThat(crew.reconnects).hasValue(2);
            assertThat(crew.transactions).hasSize(1);
        }
    }

    @Test
    void failsIfSlowTransactionsAlwaysBreakTheirConnections() throws InterruptedException {
        FakeWorkload workload = new FakeWorkload((worker, number) -> {
            source.nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
            throw new SQLException("gone", "08S01");
        });
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source, source)) {
            run(crew);
            assertThat(crew.state.failure())
                    .hasMessage("the connection broke 3 times without a commit in between: gone");
            assertThat(crew.unknownOutcomes).hasValue(3);
        }
    }

    /** The commit was 29 s after the break, and the server is down for 2 s when the worker renews its connection. */
    @Test
    void failedRenewalAfterCommitIsNewOutage() throws InterruptedException {
        FakeWorkload workload = new FakeWorkload(
                (worker, number) -> {
                    if (number == 1) {
                        source.nanosPerConnection = TimeUnit.SECONDS.toNanos(29);
                        throw new SQLException("gone", "08S01");
                    }
                    source.nanosPerConnection = 0;
                    source.nanosPerRefusal = TimeUnit.MILLISECONDS.toNanos(900);
                    source.refusals.set(2);
                },
                false);
        workload.transactionsPerConnection = 1;
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source, source)) {
            crew.state.limitTo(1);
            run(crew);
            assertThat(crew.state.failure()).isNull();
            assertThat(crew.transactions).hasSize(1);
            assertThat(crew.reconnects).hasValue(2);
        }
    }

    @Test
    void refusalByNewConnectionDoesNotEndOutage() throws InterruptedException {
        source.nanosPerConnection = TimeUnit.SECONDS.toNanos(9);
        FakeWorkload workload = new FakeWorkload(
                (worker, number) -> {
                    throw number % 2 == 0
                            ? new SQLException("Deadlock found", "40001", DEADLOCK)
                            : new SQLException("gone", "08S01");
                },
                false);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(DEADLOCK), source, source)) {
            run(crew);
            assertThat(crew.state.failure()).hasMessageContaining("no stable one could be made within 30 s");
            assertThat(crew.errors).isNotEmpty();
        }
    }

    @Test
    void stopEndsWaitForServer() throws InterruptedException {
        source.refusals.set(Integer.MAX_VALUE);
        FakeWorkload workload = failingPeriodically(new SQLException("gone", "08S01"), false);
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), source)) {
            crew.start();
            crew.open();
            while (source.refusals.get() == Integer.MAX_VALUE) {
                Thread.onSpinWait();
            }
            crew.state.stop();
            assertThat(crew.awaitEnd()).isTrue();
            assertThat(crew.state.failure()).isNull();
        }
    }

    @Test
    void replacesConnectionBrokenInRollback() throws InterruptedException {
        FakeWorkload workload = failingPeriodically(new SQLException("Deadlock found", "40001", DEADLOCK), false);
        workload.resetFailure = new SQLException("gone", "08S01");
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(DEADLOCK), source)) {
            crew.state.limitTo(TRANSACTIONS_PER_BREAK);
            run(crew);
            assertThat(crew.errors).containsExactly(DEADLOCK);
            assertThat(crew.reconnects).hasValue(1);
            assertThat(crew.unknownOutcomes).hasValue(0);
            assertThat(crew.transactions).hasSize(TRANSACTIONS_PER_BREAK);
        }
    }

    private static void run(WorkerCrew crew) throws InterruptedException {
        crew.start();
        crew.open();
        assertThat(crew.awaitEnd()).isTrue();
    }

    private static FakeWorkload failingPeriodically(SQLException failure, boolean failsAtCommit) {
        return new FakeWorkload(
                (worker, number) -> {
                    if (number % TRANSACTIONS_PER_BREAK == 0) {
                        throw failure;
                    }
                },
                failsAtCommit);
    }

    /** The source can refuse attempts. The clock advances by a set time per attempt. */
    private static final class FakeConnections implements ConnectionSource, NanoClock {
        final AtomicInteger handedOut = new AtomicInteger();
        final AtomicInteger discarded = new AtomicInteger();
        final AtomicInteger refusals = new AtomicInteger();
        final AtomicLong nanos = new AtomicLong();
        boolean responds = true;
        long nanosPerRefusal;
        long nanosPerConnection;

        @Override
        public Connection connection() throws SQLException {
            if (handedOut.get() > 0 && refusals.getAndDecrement() > 0) {
                nanos.addAndGet(nanosPerRefusal);
                throw new SQLException("Connection refused", "08001");
            }
            handedOut.incrementAndGet();
            nanos.addAndGet(nanosPerConnection);
            return WorkerCrew.connection(responds);
        }

        @Override
        public void discard(Connection brokenConnection) {
            discarded.incrementAndGet();
        }

        @Override
        public long nanoTime() {
            return nanos.get();
        }
    }
}

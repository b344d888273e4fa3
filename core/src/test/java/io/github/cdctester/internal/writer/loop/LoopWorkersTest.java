// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static io.github.cdctester.internal.writer.loop.FakeServer.CLOSE;
import static io.github.cdctester.internal.writer.loop.FakeServer.OK;
import static io.github.cdctester.internal.writer.loop.FakeServer.SILENCE;
import static io.github.cdctester.internal.writer.loop.FakeServer.error;
import static io.github.cdctester.internal.writer.loop.FakeStatements.BEGIN;
import static io.github.cdctester.internal.writer.loop.FakeStatements.COMMIT;
import static io.github.cdctester.internal.writer.loop.FakeStatements.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.WriteSink;
import io.github.cdctester.workload.StatementTally;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Event loops with a server whose answers the test decides. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LoopWorkersTest {

    private static final long SECOND = 1_000_000_000;
    private static final int DEADLOCK = 1213;

    private record Reported(long intendedNanos, long startNanos, long endNanos) {}

    private final ConcurrentLinkedQueue<Reported> transactions = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Integer> errors = new ConcurrentLinkedQueue<>();
    private final AtomicInteger reconnects = new AtomicInteger();
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicInteger unknownOutcomes = new AtomicInteger();
    private final AtomicInteger unfinished = new AtomicInteger();
    private final AtomicLong skippedNanos = new AtomicLong();
    private final AtomicBoolean once = new AtomicBoolean();
    private final FakeStatements workload = new FakeStatements(false);

    private final WriteSink sink = new WriteSink() {
        @Override
        public void transaction(int kind, long intended, long start, long end, StatementTally tally) {
            transactions.add(new Reported(intended, start, end));
        }

        @Override
        public void error(int code) {
            errors.add(code);
        }

        @Override
        public void reconnected() {
            reconnects.incrementAndGet();
        }

        @Override
        public void renewed() {
            renewals.incrementAndGet();
        }

        @Override
        public void unfinished(StatementTally tally) {
            unfinished.incrementAndGet();
        }

        @Override
        public void unknownOutcome() {
            unknownOutcomes.incrementAndGet();
        }
    };

    private LoadDriver driver(FakeServer server, LoadSpec load) {
        return driver(server, load, workload);
    }

    private LoadDriver driver(FakeServer server, LoadSpec load, FakeStatements statements) {
        NanoClock clock = () -> System.nanoTime() + skippedNanos.get();
        return new LoadDriver(
                NativeClient.open(server.endpoint(), statements, null),
                load,
                LoadSpec.IgnoredErrors.DEFAULT,
                sink,
                clock,
                0,
                LoadShare.ALL);
    }

    @AfterEach
    void leavesNoThread() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.isAlive() && thread.getName().startsWith("cdc-tester-"));
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    /** Executes transactions up to a limit. */
    private void execute(FakeServer server, int threads, int count) throws InterruptedException {
        try (LoadDriver driver = driver(server, LoadSpec.closedLoop(threads))) {
            driver.limitTo(count);
            driver.start();
            assertThat(server.statements).isEmpty();
            driver.open();
            assertThat(driver.awaitEnd(50 * SECOND)).isTrue();
            assertThat(driver.failure()).isEmpty();
            assertThat(transactions).hasSize(count);
        }
    }

    @Test
    void executesExactNumberOfTransactions() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) -> OK)) {
            execute(server, 8, 1_000);
            assertThat(Collections.frequency(server.statements, COMMIT)).isEqualTo(1_000);
            assertThat(server.statements).hasSize(3_000);
            assertThat(server.logins).hasValue(8);
            assertThat(transactions).allMatch(one -> one.intendedNanos() == one.startNanos());
            await(() -> server.openConnections() == 0);
        }
    }

    @Test
    void readsResponsesByteByByte() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) -> OK)) {
            server.byteByByte = true;
            execute(server, 2, 50);
            assertThat(server.statements).hasSize(150);
        }
    }

    @Test
    void repeatsTransactionAfterDeadlock() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) ->
                statement.equals(WORK) && once.compareAndSet(false, true) ? error(DEADLOCK, "40001") : OK)) {
            execute(server, 1, 2);
            assertThat(server.statements)
                    .containsExactly(BEGIN, WORK, "ROLLBACK", BEGIN, WORK, COMMIT, BEGIN, WORK, COMMIT);
            assertThat(errors).containsExactly(DEADLOCK);
            assertThat(reconnects).hasValue(0);
        }
    }

    @Test
    void repeatsTransactionWhoseConnectionBreaks() throws Exception {
        try (FakeServer server = new FakeServer(
                (connection, statement) -> statement.equals(WORK) && once.compareAndSet(false, true) ? CLOSE : OK)) {
            execute(server, 1, 2);
            assertThat(server.statements).containsExactly(BEGIN, WORK, BEGIN, WORK, COMMIT, BEGIN, WORK, COMMIT);
            assertThat(reconnects).hasValue(1);
            assertThat(unknownOutcomes).hasValue(0);
            assertThat(errors).isEmpty();
        }
    }

    @Test
    void doesNotRepeatTransactionWithUnknownOutcome() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) ->
                        statement.equals(COMMIT) && once.compareAndSet(false, true) ? CLOSE : OK);
                LoadDriver driver = driver(server, LoadSpec.closedLoop(1))) {
            driver.limitTo(3);
            driver.start();
            driver.open();
            assertThat(driver.awaitEnd(50 * SECOND)).isTrue();
            assertThat(driver.failure()).isEmpty();
            assertThat(transactions)
                    .as("the unknown one counts towards the limit")
                    .hasSize(2);
            assertThat(Collections.frequency(server.statements, COMMIT)).isEqualTo(3);
            assertThat(unknownOutcomes).hasValue(1);
            assertThat(unfinished).hasValue(1);
            assertThat(reconnects).hasValue(1);
        }
    }

    @Test
    void errorOutsideListEndsLoad() throws Exception {
        try (FakeServer server =
                        new FakeServer((connection, statement) -> statement.equals(WORK) ? error(1146, "42S02") : OK);
                LoadDriver driver = driver(server, LoadSpec.closedLoop(1))) {
            driver.start();
            driver.open();
            assertThat(driver.awaitEnd(50 * SECOND)).isTrue();
            assertThat(driver.failure()).get().asString().contains("refused");
            assertThat(errors).containsExactly(1146);
            assertThat(server.pings).as("the connection is tested first").hasValue(1);
        }
    }

    @Test
    void errorIsNoErrorIfConnectionIsGone() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) ->
                statement.equals(WORK) && once.compareAndSet(false, true) ? error(3169, "HY000") : OK)) {
            execute(server, 1, 2);
            assertThat(errors).isEmpty();
            assertThat(reconnects).hasValue(1);
        }
    }

    @Test
    void replacesConnectionsThatAreClosedAtGate() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) -> OK);
                LoadDriver driver = driver(server, LoadSpec.closedLoop(4))) {
            driver.limitTo(100);
            driver.start();
            server.sendError(1, ServerErrors.IDLE_TOO_LONG);
            server.closeConnections();
            await(() -> server.openConnections() == 0);
            driver.open();
            assertThat(driver.awaitEnd(50 * SECOND)).isTrue();
            assertThat(driver.failure()).isEmpty();
            assertThat(transactions).hasSize(100);
            assertThat(reconnects).hasValue(4);
            assertThat(unknownOutcomes).hasValue(0);
            assertThat(errors).isEmpty();
        }
    }

    @Test
    void testsIdleConnectionBeforeUse() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) -> OK);
                LoadDriver driver = driver(server, LoadSpec.closedLoop(3))) {
            driver.limitTo(30);
            driver.start();
            skippedNanos.addAndGet(2 * SECOND);
            driver.open();
            assertThat(driver.awaitEnd(50 * SECOND)).isTrue();
            assertThat(driver.failure()).isEmpty();
            assertThat(server.pings).hasValue(3);
            assertThat(reconnects).hasValue(0);
        }
    }

    @Test
    void openLoopStartsEachPlaceOnceAndNotTooEarly() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) -> OK);
                LoadDriver driver = driver(server, LoadSpec.openLoop(4, Rate.perSecond(1_000)))) {
            driver.limitTo(300);
            driver.start();
            long origin = driver.open(System.nanoTime());
            assertThat(driver.awaitEnd(50 * SECOND)).isTrue();
            assertThat(transactions)
                    .hasSize(300)
                    .allMatch(one -> one.startNanos() >= one.intendedNanos())
                    .allMatch(one -> (one.intendedNanos() - origin) % 1_000_000 == 0);
            assertThat(transactions.stream().map(Reported::intendedNanos)).doesNotHaveDuplicates();
        }
    }

    @Test
    void pauseHoldsWorkersBetweenTransactions() throws Exception {
        for (LoadSpec load : List.of(LoadSpec.closedLoop(5), LoadSpec.openLoop(5, Rate.perSecond(5_000)))) {
            try (FakeServer server = new FakeServer((connection, statement) -> OK);
                    LoadDriver driver = driver(server, load)) {
                driver.start();
                for (int round = 0; round < 10; round++) {
                    int before = transactions.size();
                    driver.open();
                    await(() -> transactions.size() > before);
                    assertThat(driver.pause()).isTrue();
                    int held = server.statements.size();
                    int reported = transactions.size();
                    assertThat(Collections.frequency(server.statements, BEGIN))
                            .isEqualTo(Collections.frequency(server.statements, COMMIT));
                    Thread.yield();
                    assertThat(server.statements).hasSize(held);
                    assertThat(transactions).hasSize(reported);
                }
                assertThat(driver.stop(Duration.ofSeconds(10))).isTrue();
                assertThat(driver.failure()).isEmpty();
            }
        }
    }

    @Test
    void unfinishedStartsOfStalledServerAreWaiting() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) -> statement.equals(WORK) ? SILENCE : OK);
                LoadDriver driver = driver(server, LoadSpec.openLoop(2, Rate.perSecond(1_000)))) {
            driver.start();
            long from = driver.open(System.nanoTime());
            await(() -> Collections.frequency(server.statements, WORK) == 2);
            long stopped = from + 100_500_000;
            await(() -> System.nanoTime() - stopped > 0);
            driver.endScheduleAt(stopped);
            assertThat(driver.waitingStarts(stopped).count()).isEqualTo(101);
            assertThat(driver.scheduled(stopped)).isEqualTo(101);
        }
        assertThat(unfinished).as("the transactions that closing ended").hasValue(2);
    }

    @Test
    void renewsConnectionWithinLatency() throws Exception {
        workload.transactionsPerConnection = 2;
        try (FakeServer server = new FakeServer((connection, statement) -> OK)) {
            execute(server, 1, 6);
            assertThat(renewals).hasValue(3);
            assertThat(reconnects).hasValue(0);
            assertThat(server.logins).hasValue(4);
        }
    }

    @Test
    void cancelInterruptsStatementAtServer() throws Exception {
        workload.cancellable = true;
        try (FakeServer server = new FakeServer((connection, statement) -> statement.equals(WORK) ? SILENCE : OK);
                LoadDriver driver = driver(server, LoadSpec.closedLoop(1))) {
            driver.start();
            driver.open();
            await(() -> server.statements.contains(WORK));
            driver.cancel();
            await(() -> server.statements.contains("KILL QUERY 1"));
            server.closeConnections();
            assertThat(driver.awaitEnd(50 * SECOND)).isTrue();
            assertThat(driver.failure()).isEmpty();
            assertThat(transactions).isEmpty();
            assertThat(unfinished).hasValue(1);
        }
    }

    @Test
    void closeEndsWorkersOfHangingServer() throws Exception {
        FakeStatements single = new FakeStatements(true);
        try (FakeServer server = new FakeServer((connection, statement) -> SILENCE)) {
            try (LoadDriver driver = driver(server, LoadSpec.closedLoop(3), single)) {
                driver.start();
                driver.open();
                await(() -> server.statements.size() == 3);
                assertThat(driver.stop(Duration.ofMillis(1))).isFalse();
            }
            assertThat(unknownOutcomes).hasValue(3);
            await(() -> server.openConnections() == 0);
        }
    }

    @Test
    void failureOfWorkloadEndsLoad() throws IOException, InterruptedException {
        byte[] noRow = OK.clone();
        noRow[5] = 0;
        try (FakeServer server = new FakeServer((connection, statement) -> noRow);
                LoadDriver driver = driver(server, LoadSpec.closedLoop(2))) {
            driver.start();
            driver.open();
            assertThat(driver.awaitEnd(50 * SECOND)).isTrue();
            assertThat(driver.failure()).get().asString().contains("a statement changed 0 rows");
        }
    }

    @Test
    void connectsManyWorkers() throws Exception {
        try (FakeServer server = new FakeServer((connection, statement) -> OK)) {
            execute(server, 500, 5_000);
            assertThat(server.logins).hasValue(500);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.workload.StatementWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers of event loops must behave like workers with JDBC connections. */
class LoopWorkerTest extends LoopLoads {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 17})
    void executesExactNumberOfTransactions(int threads) throws Exception {
        AtomicInteger commits = new AtomicInteger();
        try (FakeServer server = new FakeServer((connection, command) -> {
            commits.addAndGet(command.equals("COMMIT") ? 1 : 0);
            return OK;
        })) {
            try (LoadDriver load = load(server, IN_TRANSACTION, LoadSpec.closedLoop(threads))) {
                load.limitTo(1_000);
                load.start();
                load.open();
                assertThat(load.awaitEnd(15 * SECOND)).isTrue();
                assertThat(load.failure()).isEmpty();
            }
            server.awaitDisconnects();
            assertThat(server.accepted).hasValue(threads);
            assertThat(server.quits).hasValue(threads);
        }
        assertThat(commits).hasValue(1_000);
        assertThat(sink.transactions).hasValue(1_000);
    }

    @ParameterizedTest
    @EnumSource(names = {"DISABLED", "REQUIRED"})
    void repeatsTransactionAfterIgnoredError(SslMode mode) throws Exception {
        sslMode = mode;
        AtomicInteger writes = new AtomicInteger();
        AtomicInteger rollbacks = new AtomicInteger();
        try (FakeServer server = new FakeServer((connection, command) -> {
            rollbacks.addAndGet(command.equals("ROLLBACK") ? 1 : 0);
            return command.startsWith("WRITE") && writes.incrementAndGet() % 10 == 0
                    ? FakeServer.error(1213, "40001")
                    : OK;
        })) {
            run(server, IN_TRANSACTION, 4, 90);
        }
        assertThat(sink.transactions).hasValue(90);
        assertThat(sink.errors).hasSameSizeAs(new int[rollbacks.get()]).containsOnly(1213);
        assertThat(writes).hasValue(90 + rollbacks.get());
        assertThat(sink.reconnects).hasValue(0);
    }

    /** A server's default for autocommit can be 0. */
    @Test
    void setsAutocommitBeforeFirstStatement() throws Exception {
        Map<Integer, String> firstCommands = new ConcurrentHashMap<>();
        try (FakeServer server = new FakeServer((connection, command) -> {
            firstCommands.putIfAbsent(connection, command);
            return OK;
        })) {
            run(server, AUTOCOMMIT, 3, 30);
        }
        assertThat(firstCommands)
                .hasSize(3)
                .allSatisfy((connection, command) -> assertThat(command).isEqualTo("SET autocommit = 1"));
    }

    @Test
    void countsSeriesOfRefusalsOnce() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        try (FakeServer server = new FakeServer((connection, command) ->
                command.startsWith("WRITE") && writes.incrementAndGet() <= 6 ? FakeServer.error(1213, "40001") : OK)) {
            run(server, IN_TRANSACTION, 1, 2);
        }
        assertThat(sink.refusals).hasValue(1);
        assertThat(sink.errors).hasSize(6);
    }

    @Test
    void errorThatIsNotIgnoredEndsLoad() throws Exception {
        try (FakeServer server = new FakeServer(
                        (connection, command) -> command.startsWith("WRITE") ? FakeServer.error(1062, "23000") : OK);
                LoadDriver load = load(server, IN_TRANSACTION, LoadSpec.closedLoop(3))) {
            load.start();
            load.open();
            assertThat(load.awaitEnd(15 * SECOND)).isTrue();
            assertThat(load.failure().orElseThrow())
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(1062));
            assertThat(sink.errors).contains(1062);
        }
        assertThat(sink.transactions).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void outcomeIsUnknownOnlyIfLoadStopsDuringCommit(boolean stopsDuringCommit) throws Exception {
        CountDownLatch stuckLatch = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (FakeServer server = new FakeServer((connection, command) -> {
            if (command.startsWith(stopsDuringCommit ? "COMMIT" : "WRITE")) {
                stuckLatch.countDown();
                awaitLatch(release);
            }
            return OK;
        })) {
            try (LoadDriver load = load(server, IN_TRANSACTION, LoadSpec.closedLoop(1))) {
                load.start();
                load.open();
                awaitLatch(stuckLatch);
                assertThat(load.stop(Duration.ZERO)).isFalse();
            }
            release.countDown();
        }
        assertThat(sink.unknownOutcomes).hasValue(stopsDuringCommit ? 1 : 0);
        assertThat(sink.unfinished).hasValue(1);
        assertThat(sink.transactions).hasValue(0);
    }

    @Test
    void readsErrorThatArrivesDuringLongStatement() throws Exception {
        byte[] sql = "x".repeat(40 << 20).getBytes(StandardCharsets.US_ASCII);
        AtomicInteger attempts = new AtomicInteger();
        NumberedWrites largeWrites = new NumberedWrites(true) {
            @Override
            protected void write(int worker, StatementWriter statement) {
                if (attempts.incrementAndGet() == 1) {
                    statement.sql(sql, 0, sql.length);
                } else {
                    super.write(worker, statement);
                }
            }
        };
        try (FakeServer server = new FakeServer((connection, command) -> OK);
                LoadDriver load = load(server, largeWrites, LoadSpec.closedLoop(1))) {
            load.start();
            Socket socket = server.sockets.get(0);
            load.limitTo(1);
            load.open();
            await(() -> attempts.get() >= 1);
            socket.getOutputStream().write(FakeServer.error(1153, "08S01"));
            assertThat(load.awaitEnd(15 * SECOND)).isTrue();
            assertThat(load.failure()).isEmpty();
        }
        assertThat(sink.transactions).hasValue(1);
        assertThat(attempts.get()).isBetween(1, 2);
    }

    @ParameterizedTest
    @EnumSource(names = {"DISABLED", "REQUIRED"})
    void sendsLongStatementComplete(SslMode mode) throws Exception {
        sslMode = mode;
        byte[] sql = "y".repeat(40 << 20).getBytes(StandardCharsets.US_ASCII);
        AtomicInteger receivedLength = new AtomicInteger();
        NumberedWrites largeWrites = new NumberedWrites(true) {
            @Override
            protected void write(int worker, StatementWriter statement) {
                statement.sql(sql, 1, sql.length - 1);
            }
        };
        try (FakeServer server = new FakeServer((connection, command) -> {
            receivedLength.accumulateAndGet(command.length(), Math::max);
            return OK;
        })) {
            run(server, largeWrites, 2, mode == SslMode.DISABLED ? 4 : 2); // encryption takes seconds
        }
        assertThat(receivedLength).hasValue(sql.length - 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void exceptionOfWorkloadEndsLoad(boolean isError) throws Exception {
        Throwable mistake = isError ? new AssertionError("mistake") : new IllegalStateException("mistake");
        NumberedWrites failingWrites = new NumberedWrites(true) {
            @Override
            protected void onWriteResponse() {
                if (mistake instanceof Error error) {
                    throw error;
                }
                throw (IllegalStateException) mistake;
            }
        };
        try (FakeServer server = new FakeServer((connection, command) -> OK);
                LoadDriver load = load(server, failingWrites, LoadSpec.closedLoop(2))) {
            load.start();
            load.open();
            assertThat(load.awaitEnd(15 * SECOND)).isTrue();
            assertThat(load.failure()).containsSame(mistake);
        }
    }

    @Test
    void cancelRollsBackAndEnds() throws Exception {
        AtomicInteger rollbacks = new AtomicInteger();
        AtomicInteger commits = new AtomicInteger();
        CountDownLatch stuckLatch = new CountDownLatch(1);
        CountDownLatch killLatch = new CountDownLatch(1);
        try (FakeServer server = new FakeServer((connection, command) -> {
                    if (command.startsWith("WRITE")) {
                        stuckLatch.countDown();
                        awaitLatch(killLatch);
                        return FakeServer.error(1317, "70100");
                    }
                    if (command.equals("KILL QUERY 1")) {
                        killLatch.countDown();
                    }
                    rollbacks.addAndGet(command.equals("ROLLBACK") ? 1 : 0);
                    commits.addAndGet(command.equals("COMMIT") ? 1 : 0);
                    return OK;
                });
                LoadDriver load = load(server, IN_TRANSACTION, LoadSpec.closedLoop(1))) {
            load.start();
            load.open();
            awaitLatch(stuckLatch);
            load.cancel();
            assertThat(load.awaitEnd(15 * SECOND)).isTrue();
            assertThat(load.failure()).isEmpty();
        }
        assertThat(rollbacks).hasValue(1);
        assertThat(commits).hasValue(0);
        assertThat(sink.errors).isEmpty();
        assertThat(sink.unfinished).hasValue(1);
    }
}

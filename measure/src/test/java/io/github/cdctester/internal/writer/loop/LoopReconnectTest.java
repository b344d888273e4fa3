// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that event loops replace the connections of their workers in the same cases as with JDBC. */
class LoopReconnectTest extends LoopLoads {

    @Test
    void loginWithoutServerIsNotTransient() throws Exception {
        NativeClient client;
        int port;
        try (FakeServer server = new FakeServer((connection, command) -> OK)) {
            client = NativeClient.open(server.endpoint(), AUTOCOMMIT, null);
            client.close(); // closes the first connection, so that the next login opens another one
            port = server.endpoint().port();
        }
        try (Socket holder = new Socket()) { // does not listen: without it, another process could get the port
            holder.setReuseAddress(true);
            holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            assertThatThrownBy(client::logIn)
                    .satisfies(failure ->
                            assertThat(NativeClient.isTransient(failure)).isFalse());
        }
    }

    @Test
    void renewsConnections() throws Exception {
        try (FakeServer server = new FakeServer((connection, command) -> OK)) {
            run(server, new NumberedWrites(true, 5), 1, 50);
            assertThat(server.accepted).hasValue(11);
            server.awaitDisconnects();
            assertThat(server.quits).hasValue(11);
        }
        assertThat(sink.renewals).hasValue(10);
        assertThat(sink.reconnects).hasValue(0);
        assertThat(sink.transactions).hasValue(50);
    }

    /** Idle connections that the server closes are neither an outage nor a reason to reconnect immediately. */
    @Test
    void connectsIdleWorkersOnlyBeforeTheirStart() throws Exception {
        try (FakeServer server = new FakeServer((connection, command) -> OK);
                LoadDriver load = load(server, AUTOCOMMIT, LoadSpec.closedLoop(4))) {
            load.start();
            for (Socket socket : server.sockets) {
                socket.close();
            }
            await(() -> server.openConnections.get() == 0);
            assertThat(server.accepted).as("at a closed gate").hasValue(4);
            load.limitTo(100);
            load.open();
            assertThat(load.awaitEnd(15 * SECOND)).isTrue();
            assertThat(load.failure()).isEmpty();
            assertThat(sink.reconnects).hasValue(4);
            assertThat(sink.unknownOutcomes).hasValue(0);
            assertThat(sink.transactions).hasValue(100);
        }
    }

    @Test
    void closesConnectionOfUnstartedLoad() throws Exception {
        try (FakeServer server = new FakeServer((connection, command) -> OK)) {
            load(server, IN_TRANSACTION, LoadSpec.closedLoop(8)).close();
            server.awaitDisconnects();
            assertThat(server.accepted).hasValue(1);
            assertThat(server.quits).hasValue(1);
        }
    }

    /** The connections without a response to PREPARE outnumber the parallel logins. */
    @Test
    void silentServerDoesNotBlockOtherLogins() throws Exception {
        int silentConnections = 40;
        CountDownLatch prepareLatch = new CountDownLatch(1);
        try (FakeServer server = new FakeServer((connection, command) -> OK)) {
            server.beforePrepare = connection -> {
                if (connection < silentConnections) {
                    awaitOrInterrupt(prepareLatch);
                } else {
                    prepareLatch.countDown();
                }
            };
            run(server, new PreparedWrites(), silentConnections + 1, 500);
            assertThat(server.accepted).hasValue(silentConnections + 1);
        }
        assertThat(sink.transactions).hasValue(500);
    }

    private static final class PreparedWrites extends NumberedWrites {

        PreparedWrites() {
            super(false);
        }

        @Override
        public List<StatementTemplate> templates() {
            return super.templates().stream()
                    .map(template -> new StatementTemplate(template.sql(), Sending.PREPARED))
                    .toList();
        }
    }

    @Test
    @Timeout(8) // less than the time limit for a connection
    void closeEndsAttemptsToConnect() throws Exception {
        CountDownLatch stuckLatch = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        try (FakeServer server = new FakeServer((connection, command) -> OK)) {
            LoadDriver load = load(server, IN_TRANSACTION, LoadSpec.closedLoop(3));
            server.refusesConnections = () -> {
                stuckLatch.countDown();
                awaitOrInterrupt(release);
                return true;
            };
            Thread starting = new Thread(() -> {
                try {
                    load.start();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            starting.start();
            stuckLatch.await();
            load.close();
            starting.join();
            assertThat(load.failure()).isEmpty();
            release.countDown();
        }
    }

    @Test
    void unreachableServerEndsLoad() throws Exception {
        FakeServer server = new FakeServer((connection, command) -> OK);
        try (LoadDriver load = load(server, IN_TRANSACTION, LoadSpec.closedLoop(4))) {
            server.close(); // only the first connection was accepted
            load.start();
            load.open();
            assertThat(load.awaitEnd(15 * SECOND)).isTrue();
            assertThat(load.failure().orElseThrow()).hasMessageContaining("cannot connect to");
        }
    }

    @Test
    void stopEndsWorkersThatReconnect() throws Exception {
        FakeServer server = new FakeServer((connection, command) -> OK);
        try (LoadDriver load = load(server, IN_TRANSACTION, LoadSpec.closedLoop(4))) {
            load.start();
            load.open();
            await(() -> sink.transactions.get() > 10);
            server.close();
            assertThat(load.stop(Duration.ofSeconds(10))).isTrue();
            assertThat(load.failure()).isEmpty();
        }
        assertThat(sink.transactions.get()).isPositive();
    }

    @Test
    void openLoopReplacesConnectionsBeforeTheirNextStart() throws Exception {
        try (FakeServer server = new FakeServer((connection, command) -> OK);
                LoadDriver load = load(server, AUTOCOMMIT, LoadSpec.openLoop(20, Rate.perSecond(10)))) {
            load.start();
            for (Socket socket : server.sockets) {
                socket.close();
            }
            await(() -> server.openConnections.get() == 0);
            long openNanos = System.nanoTime();
            load.open();
            await(() -> sink.transactions.get() >= 2); // several at once on a slow machine
            int reconnectCount = sink.reconnects.get();
            int dueStartCount = 1
                    + (int) ((System.nanoTime() - openNanos)
                            / Duration.ofMillis(100).toNanos());
            int loopCount = 2 * Runtime.getRuntime().availableProcessors();
            assertThat(reconnectCount)
                    .as("each event loop replaces the connections for its next start and for starts within 100 ms")
                    .isBetween(2, 2 * loopCount + dueStartCount);
            assertThat(load.failure()).isEmpty();
        }
    }

    /** MySQL's error after KILL CONNECTION is the same as after KILL QUERY. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pingsConnectionAfterInterruptedStatement(boolean isOpen) throws Exception {
        AtomicInteger writes = new AtomicInteger();
        AtomicInteger pings = new AtomicInteger();
        try (FakeServer server = new FakeServer((connection, command) -> {
            if (command.equals("PING")) {
                pings.incrementAndGet();
                return isOpen ? OK : null;
            }
            return command.startsWith("WRITE") && writes.incrementAndGet() == 3 ? FakeServer.error(1317, "70100") : OK;
        })) {
            run(server, IN_TRANSACTION, 1, 10);
        }
        assertThat(pings).hasValue(1);
        assertThat(sink.transactions).hasValue(10);
        assertThat(sink.reconnects).hasValue(isOpen ? 0 : 1);
        assertThat(sink.errors).hasSize(isOpen ? 1 : 0);
        assertThat(sink.unknownOutcomes).hasValue(0);
    }

    /** For example, the server is read-only for 40 s after a restart, and then restarts again. */
    @Test
    void breakAfterLongRefusalIsNewOutage() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        try (FakeServer server = new FakeServer((connection, command) -> {
            int write = command.startsWith("WRITE") ? writes.incrementAndGet() : 0;
            if (write == 1 || write == 6) {
                return null;
            }
            if (write >= 2 && write <= 5) {
                skippedNanos += 10 * SECOND;
                return FakeServer.error(1213, "40001");
            }
            return OK;
        })) {
            run(server, IN_TRANSACTION, 1, 1);
        }
        assertThat(sink.reconnects).hasValue(2);
        assertThat(sink.errors).hasSize(4);
        assertThat(sink.transactions).hasValue(1);
    }

    /** For example, the load is slow, and a load balancer cuts two of its connections. */
    @Test
    void secondBreakLongAfterReconnectIsNewOutage() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        try (FakeServer server = new FakeServer((connection, command) -> {
            if (command.startsWith("WRITE") && writes.incrementAndGet() <= 2) {
                skippedNanos += 60 * SECOND;
                return null;
            }
            return OK;
        })) {
            run(server, AUTOCOMMIT, 1, 3);
        }
        assertThat(sink.unknownOutcomes).hasValue(2);
        assertThat(sink.reconnects).hasValue(2);
        assertThat(sink.transactions).hasValue(1);
    }

    @Test
    void failsIfEachTransactionBreaksIdleConnection() throws Exception {
        AtomicInteger pings = new AtomicInteger();
        try (FakeServer server = new FakeServer((connection, command) -> {
                    pings.addAndGet(command.equals("PING") ? 1 : 0);
                    return command.startsWith("WRITE") ? null : OK;
                });
                LoadDriver load = load(server, AUTOCOMMIT, LoadSpec.openLoop(1, Rate.perSecond(1)))) {
            load.start();
            for (int round = 1; load.failure().isEmpty(); round++) {
                assertThat(round).isLessThanOrEqualTo(3);
                int outcomes = sink.unknownOutcomes.get() + 1;
                skippedNanos += 60 * SECOND;
                load.open();
                await(() -> sink.unknownOutcomes.get() >= outcomes);
                load.pause(Long.MAX_VALUE);
            }
            assertThat(load.failure().orElseThrow())
                    .hasMessageMatching("the connection broke \\d+ times without a commit in between: .+");
        }
        assertThat(pings.get()).isGreaterThanOrEqualTo(3);
        assertThat(sink.unknownOutcomes.get()).isGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(names = {"DISABLED", "REQUIRED"})
    void reportsUnknownOutcomeOnlyForBrokenCommits(SslMode mode) throws Exception {
        sslMode = mode;
        AtomicInteger statements = new AtomicInteger();
        AtomicInteger commits = new AtomicInteger();
        AtomicInteger brokenCommits = new AtomicInteger();
        AtomicInteger breaks = new AtomicInteger();
        try (FakeServer server = new FakeServer((connection, command) -> {
            boolean isCommit = command.equals("COMMIT");
            if (command.startsWith("SET")) { // a break before the first transaction is no reconnect
                return OK;
            }
            if ((isCommit ? commits : statements).incrementAndGet() % 7 != 0) {
                return OK;
            }
            breaks.incrementAndGet();
            brokenCommits.addAndGet(isCommit ? 1 : 0);
            return null;
        })) {
            run(server, IN_TRANSACTION, 3, 60);
        }
        assertThat(sink.unknownOutcomes.get()).isPositive().isEqualTo(brokenCommits.get());
        assertThat(sink.reconnects.get())
                .as("a worker does not reconnect after the last transaction of the load")
                .isBetween(breaks.get() - 3, breaks.get());
        assertThat(sink.transactions.get() + sink.unknownOutcomes.get()).isEqualTo(60);
    }

    @Test
    void inactivityErrorIsNoUnknownOutcome() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        try (FakeServer server = new FakeServer(
                (connection, command) -> writes.incrementAndGet() == 5 ? FakeServer.error(4031, "HY000") : OK)) {
            run(server, AUTOCOMMIT, 1, 20);
        }
        assertThat(sink.unknownOutcomes).hasValue(0);
        assertThat(sink.reconnects).hasValue(1);
        assertThat(sink.transactions).hasValue(20);
    }
}

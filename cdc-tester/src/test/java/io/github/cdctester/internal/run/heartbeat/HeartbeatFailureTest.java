// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.server.ServerInfos;
import io.github.cdctester.workload.ConnectionSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the heartbeat writer handles failed statements, and that it always drops the heartbeat table. */
@Timeout(30)
class HeartbeatFailureTest {

    private static final Endpoint ENDPOINT = Endpoint.of("jdbc:mysql://db:3306/test", "root", "secret");

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile Throwable failure;
    private volatile SQLException dropFailure;

    /** First word of the statements that the server denies. */
    private volatile String deniedStatement = "none";

    private volatile SQLException denial;

    /** Number of statements that fail before the failure ends. If a test leaves it at 0, the failure never ends. */
    private volatile int remainingFailures;

    private final ConnectionSource connections = new ConnectionSource() {
        @Override
        public Connection connection() {
            return fakeObject(Connection.class);
        }

        @Override
        public void discard(Connection brokenConnection) {
            calls.add("discard");
        }

        @Override
        public void close() {
            calls.add("close");
        }
    };

    @Test
    void rethrowsError() {
        AssertionError error = new AssertionError("of a driver");
        HeartbeatWriter heartbeats = startWriter(error);
        assertThat(catchThrowable(() -> beatUntilFailure(heartbeats))).isSameAs(error);
        assertClosable(heartbeats);
    }

    @Test
    void reportsRejectionInOneLine() {
        HeartbeatWriter heartbeats = startWriter(new SQLException("read only", "HY000", 1290));
        assertThat(catchThrowable(() -> beatUntilFailure(heartbeats)))
                .hasMessage("writing a heartbeat to db:3306 failed: read only; with error 1290 in ignoreErrors it is"
                        + " retried until the server accepts writes");
        assertClosable(heartbeats);
    }

    @Test
    void retriesIgnoredAndInterruptedStatements() {
        for (int code : new int[] {1213, 1317}) {
            HeartbeatWriter heartbeats = startWriter(null);
            remainingFailures = 3;
            failure = new SQLException("once more", "HY000", code);
            assertThat(heartbeats.writeHeartbeat(Duration.ofSeconds(10))).isPositive();
            assertThat(remainingFailures).isZero();
            assertThat(heartbeats.reconnects()).isZero();
            assertClosable(heartbeats);
        }
    }

    @Test
    void storesSendTimesOfCommittedHeartbeats() {
        HeartbeatWriter heartbeats = startWriter(null);
        long beginMicros = EpochMicrosClock.SYSTEM.epochMicros();
        long number = heartbeats.writeHeartbeat(Duration.ofSeconds(10));
        assertThat(heartbeats.sentMicros(number)).isBetween(beginMicros, EpochMicrosClock.SYSTEM.epochMicros());
        assertThat(heartbeats.sentMicros(number + 1_000_000)).isEqualTo(Long.MAX_VALUE);
        assertClosable(heartbeats);
    }

    /** Otherwise, the age of a late stream's heartbeat would jump between 0 and the time of all stored heartbeats. */
    @Test
    void returnsOldestSendTimeInPlaceOfOverwrittenOne() {
        HeartbeatWriter heartbeats = startWriter(null);
        writeUntil(heartbeats, 1_000);
        long micros = EpochMicrosClock.SYSTEM.epochMicros();
        writeUntil(heartbeats, 5_000);
        assertThat(heartbeats.sentMicros(1)).isLessThanOrEqualTo(micros);
        assertClosable(heartbeats);
    }

    private static void writeUntil(HeartbeatWriter heartbeats, long number) {
        long newest = 0;
        while (newest < number) {
            newest = heartbeats.writeHeartbeat(Duration.ofSeconds(10));
        }
    }

    @Test
    void reportsServerErrorAfterTimeout() {
        HeartbeatWriter heartbeats = startWriter(new SQLException("deadlock for ever", "40001", 1213));
        assertThat(catchThrowable(() -> beatUntilFailure(heartbeats, Duration.ofMillis(50))))
                .hasMessageContaining("the server refuses it: deadlock for ever");
        assertClosable(heartbeats);
    }

    @Test
    void reportsTableThatRemains() {
        HeartbeatWriter heartbeats = startWriter(null);
        dropFailure = new SQLException("read only", "HY000", 1290);
        assertThatExceptionOfType(HeartbeatTableRemainsException.class)
                .isThrownBy(heartbeats::close)
                .withMessageStartingWith("could not drop the heartbeat table; DROP TABLE `test`.")
                .withMessageContaining(": read only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"INSERT", "UPDATE"})
    void dropsTablesAfterFailedCreation(String statement) {
        deniedStatement = statement;
        denial = new SQLException(statement + " command denied", "42000", 1142);
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT
                .streams(Stream.of("a", "b")
                        .map(host -> Endpoint.of("jdbc:mysql://" + host + ":3306/test", "root", "secret"))
                        .map(StreamSpec::at)
                        .toList())
                .streamsShare(Sharing.TABLES);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> createWriter(subscriber))
                .withMessageStartingWith("cannot create the heartbeat table test.cdc_tester_heartbeat_")
                .withMessageContaining(statement + " command denied; grant CREATE, DROP, INSERT and UPDATE there");
        List<String> createdTables = tablesOf("CREATE TABLE ");
        assertThat(createdTables).hasSize(statement.equals("INSERT") ? 1 : 32);
        assertThat(tablesOf("DROP TABLE IF EXISTS ")).containsExactlyInAnyOrderElementsOf(createdTables);
        assertThat(calls).contains("discard");
    }

    @Test
    void advisesOnlyAnotherStartIfNameIsTaken() {
        deniedStatement = "CREATE";
        denial = new SQLException("Table already exists", "42S01", 1050);
        assertThat(catchThrowable(() -> createWriter(SubscriberSpec.DEFAULT)))
                .hasMessageEndingWith(" exists already; start the run again, for another name");
    }

    @Test
    void advisesNoGrantIfSessionIsReadOnly() {
        deniedStatement = "CREATE";
        denial = new SQLException("Cannot execute statement in a READ ONLY transaction", "25006", 1792);
        assertThat(catchThrowable(() -> createWriter(SubscriberSpec.DEFAULT)))
                .hasMessageEndingWith("in a READ ONLY transaction; use " + Setting.DELAY_SOURCE + " event-header");
    }

    @Test
    void namesTableThatRemainsAfterFailedCreation() {
        deniedStatement = "INSERT";
        denial = new SQLException("INSERT command denied", "42000", 1142);
        dropFailure = new SQLException("DROP command denied", "42000", 1142);
        Throwable thrown = catchThrowable(() -> createWriter(SubscriberSpec.DEFAULT));
        assertThat(NotRemovedException.messageOf(thrown))
                .contains("INSERT command denied")
                .endsWith("not everything was removed: "
                        + tablesOf("CREATE TABLE ").get(0) + ": DROP command denied");
    }

    /** Returns the tables in statements of one kind, without schema and quotes. */
    private List<String> tablesOf(String statement) {
        return calls.stream()
                .filter(call -> call.startsWith(statement))
                .map(call -> call.substring(statement.length()).split(" ")[0])
                .map(name -> name.substring(name.indexOf('.') + 1).replace("`", ""))
                .toList();
    }

    private HeartbeatWriter createWriter(SubscriberSpec subscriber) {
        return HeartbeatWriter.create(
                connections,
                () -> calls.add("abort connections"),
                ServerInfos.mySql(),
                "test",
                Plan.of(ENDPOINT, Window.DEFAULT, List.of()).subscriber(subscriber));
    }

    private HeartbeatWriter startWriter(Throwable cause) {
        HeartbeatWriter heartbeats = createWriter(SubscriberSpec.DEFAULT.heartbeatInterval(Duration.ofMillis(1)));
        heartbeats.start();
        heartbeats.writeHeartbeat(Duration.ofSeconds(10));
        failure = cause;
        return heartbeats;
    }

    private static void beatUntilFailure(HeartbeatWriter heartbeats) {
        beatUntilFailure(heartbeats, Duration.ofSeconds(10));
    }

    private static void beatUntilFailure(HeartbeatWriter heartbeats, Duration timeout) {
        while (true) {
            heartbeats.writeHeartbeat(timeout);
        }
    }

    private void assertClosable(HeartbeatWriter heartbeats) {
        failure = null;
        heartbeats.close();
        assertThat(calls).last().asString().startsWith("DROP TABLE");
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("cdc-tester-heartbeat");
    }

    private <T> T fakeObject(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            switch (method.getName()) {
                case "createStatement":
                    return fakeObject(Statement.class);
                case "prepareStatement":
                    failIfDenied((String) args[0]);
                    return fakeObject(PreparedStatement.class);
                case "execute":
                    calls.add((String) args[0]);
                    failIfDenied((String) args[0]);
                    if (dropFailure != null && ((String) args[0]).startsWith("DROP TABLE")) {
                        throw dropFailure;
                    }
                    return false;
                case "executeUpdate":
                    Throwable thrown = failure;
                    if (remainingFailures > 0 && --remainingFailures == 0) {
                        failure = null;
                    }
                    if (thrown != null) {
                        throw thrown;
                    }
                    return 1;
                case "isValid":
                    return true;
                default:
                    return null;
            }
        }));
    }

    private void failIfDenied(String sql) throws SQLException {
        if (sql.startsWith(deniedStatement)) {
            throw denial;
        }
    }
}

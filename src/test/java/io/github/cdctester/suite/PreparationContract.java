// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.chance.ChanceRounds;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A preparation creates all tables or none, even if tables exist, the caller is interrupted, or an answer is lost. */
@Timeout(180)
abstract class PreparationContract extends ServerContract {

    @AfterEach
    void dropTables() {
        server.queryRows("SHOW TABLES").forEach(row -> server.execute("DROP TABLE " + row.get(0)));
    }

    @Test
    void createsNothingIfOneTableExists() {
        server.execute("CREATE TABLE sbtest3 (id INT)");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> prepare(Sysbench.oltpInsert().tables(8).tableSize(10), 4))
                .withMessage("table sbtest3 exists already; run 'cdc-tester cleanup' first, or run without prepare");
        assertThat(server.queryRows("SHOW TABLES")).containsExactly(List.of("sbtest3"));
    }

    @Test
    void interruptedCallerLeavesNoTables() throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<WorkloadSpec> workloads =
                List.of(Sysbench.oltpInsert().tables(20).tableSize(2_000_000), Tpcc.warehouses(10));
        for (int i = 0; i < ChanceRounds.count(4); i++) {
            WorkloadSpec workload = workloads.get(i % workloads.size());
            int threads = 1 + i % 3;
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    prepare(workload, threads);
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            caller.start();
            TimeUnit.MILLISECONDS.timedJoin(caller, 20 + random.nextInt(600));
            caller.interrupt();
            caller.join();

            String description = workload.name() + ", round " + i + ", seed " + seed;
            assertThat(thrown.get()).as(description).isInstanceOf(RunFailedException.class);
            assertThat(server.queryRows("SHOW TABLES")).as(description).isEmpty();
        }
    }

    @Test
    void dropsTableIfAnswerWasLost() throws SQLException {
        NewTables tables = new NewTables("advice");
        try (ConnectionPool pool = ConnectionPool.open(server.endpoint(), false, 2)) {
            try (Connection connection = pool.connection();
                    Statement statement = connection.createStatement()) {
                tables.rejectExisting(connection, List.of("parent", "child"));
                tables.create(statement, "parent", "CREATE TABLE parent (id INT PRIMARY KEY)");
                assertThatExceptionOfType(SQLNonTransientConnectionException.class)
                        .isThrownBy(() -> tables.create(
                                withLostAnswer(statement),
                                "child",
                                "CREATE TABLE child (id INT, FOREIGN KEY (id) REFERENCES parent (id))"));
            }
            assertThat(server.queryRows("SHOW TABLES")).hasSize(2);

            Exception failure = new IllegalStateException();
            Thread.currentThread().interrupt();
            tables.dropAfter(failure, pool);

            assertThat(Thread.interrupted())
                    .as("the interrupt status is restored")
                    .isTrue();
            assertThat(failure.getSuppressed()).isEmpty();
        }
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void keepsTableThatOtherClientCreated() throws SQLException {
        NewTables tables = new NewTables("do something");
        try (ConnectionPool pool = ConnectionPool.open(server.endpoint(), false, 1);
                Connection connection = pool.connection();
                Statement statement = connection.createStatement()) {
            tables.rejectExisting(connection, List.of("theirs"));
            server.execute("CREATE TABLE theirs (id INT)");
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> tables.create(statement, "theirs", "CREATE TABLE theirs (id INT)"))
                    .withMessage("table theirs exists already; do something");
            tables.dropAfter(new IllegalStateException(), pool);
        }
        assertThat(server.queryRows("SHOW TABLES")).containsExactly(List.of("theirs"));
    }

    @Test
    void failureReportsTableThatCannotBeDropped() throws SQLException {
        NewTables tables = new NewTables("advice");
        RunFailedException failure = new RunFailedException("no room");
        try (ConnectionPool pool = ConnectionPool.open(server.endpoint(), false, 1);
                Connection otherConnection = server.connect();
                Statement otherStatement = otherConnection.createStatement()) {
            try (Connection connection = pool.connection();
                    Statement statement = connection.createStatement()) {
                tables.create(statement, "held", "CREATE TABLE held (id INT)");
            }
            otherStatement.execute("BEGIN");
            otherStatement.executeQuery("SELECT * FROM held").close(); // holds a metadata lock on the table
            tables.dropAfter(failure, pool);
        }
        assertThat(NotRemovedException.messageOf(failure))
                .startsWith("no room; not everything was removed: held: ")
                .containsIgnoringCase("lock wait timeout");
    }

    @ParameterizedTest
    @EnumSource(
            value = JdbcDriver.class,
            names = {"MARIADB", "CONNECTOR_J"})
    void cancelsRunningStatement(JdbcDriver driver) {
        StopSignal stop = new StopSignal();
        try (ConnectionPool pool = ConnectionPool.open(server.endpoint().withJdbcDriver(driver), false, 2)) {
            Preparation preparation = new Preparation(pool, 2, stop, Preparation.Progress.SILENT);
            assertThatExceptionOfType(InterruptedException.class)
                    .isThrownBy(() -> SharedWork.run(preparation, 2, (piece, statement, checkpoint) -> {
                        stop.raise();
                        statement.executeQuery("SELECT SLEEP(3600)").close();
                    }));
        }
        assertThat(server.queryNumber("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%SLEEP(36%'"
                        + " AND id <> CONNECTION_ID()"))
                .isZero();
    }

    private void prepare(WorkloadSpec workload, int threads) {
        CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(workload)
                .load(closedLoop(threads))
                .prepare();
    }

    /** The server executes the statement, although its caller sees a broken connection. */
    private static Statement withLostAnswer(Statement statement) {
        return (Statement) Proxy.newProxyInstance(
                Statement.class.getClassLoader(), new Class<?>[] {Statement.class}, (proxy, method, arguments) -> {
                    try {
                        method.invoke(statement, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    throw new SQLNonTransientConnectionException("the connection broke", "08S01");
                });
    }
}

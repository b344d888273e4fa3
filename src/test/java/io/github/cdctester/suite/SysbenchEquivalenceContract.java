// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.suite.ComparedTool.TesterTool;
import io.github.cdctester.suite.process.SysbenchProcess;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.sysbench.StatementMix;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the real sysbench with the tester's sysbench workloads: tables, statements and binlog. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SysbenchEquivalenceContract {

    private static final int TABLES = 2;

    private static final Map<String, Long> STATEMENTS_OF_TEN_TRANSACTIONS = Map.of(
            "Com_begin", 10L,
            "Com_commit", 10L,
            "Com_delete", 10L,
            "Com_insert", 10L,
            "Com_select", 140L,
            "Com_update", 20L);

    private TestServer server;
    private StatementLog log;
    private ComparedTool sysbench;
    private final ComparedTool tester = TesterTool.NATIVE;

    /** Starts a server that writes its general log into a table. */
    abstract TestServer start();

    @BeforeAll
    void startServer(@TempDir Path directory) throws InterruptedException {
        SysbenchProcess.assumeInstalled();
        server = start();
        log = new StatementLog(server);
        sysbench = new ComparedTool.RealSysbench(directory);
    }

    @AfterAll
    void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void dropTables() {
        for (int table = 1; table <= TABLES; table++) {
            server.execute("DROP TABLE IF EXISTS sbtest" + table);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsSameStatements(SysbenchScript script) throws Exception {
        SysbenchSpec spec = SysbenchSpec.of(script).tables(TABLES).tableSize(200);
        sysbench.prepare(server, spec);
        for (PsMode mode : PsMode.values()) {
            assertSameStatements(spec.psMode(mode));
        }
    }

    static Stream<SysbenchSpec> variants() {
        SysbenchSpec readWrite = Sysbench.oltpReadWrite().tables(TABLES).tableSize(200);
        return Stream.of(
                readWrite.skipTrx(true),
                readWrite.skipTrx(true).psMode(PsMode.DISABLE),
                readWrite.mix(StatementMix.DEFAULT.rangeSelects(false)),
                readWrite
                        .mix(StatementMix.DEFAULT.rangeSize(7))
                        .statements(StatementGroup.POINT_SELECTS, 3)
                        .statements(StatementGroup.SUM_RANGES, 2)
                        .statements(StatementGroup.INDEX_UPDATES, 3)
                        .statements(StatementGroup.NON_INDEX_UPDATES, 2)
                        .statements(StatementGroup.DELETE_INSERTS, 2),
                Sysbench.oltpUpdateIndex().tables(TABLES).tableSize(200).statements(StatementGroup.INDEX_UPDATES, 4),
                Sysbench.oltpInsert().tables(TABLES).tableSize(200).autoInc(false),
                Sysbench.oltpWriteOnly().tables(TABLES).tableSize(200).indexes(true, true),
                Sysbench.oltpWriteOnly().tables(TABLES).tableSize(200).autoInc(false));
    }

    /** Unlike {@link #sendsSameStatements}, this test lets the tester prepare the tables. */
    @ParameterizedTest
    @MethodSource("variants")
    void sendsSameStatementsForEachVariant(SysbenchSpec spec) throws Exception {
        tester.prepare(server, spec);
        assertSameStatements(spec);
    }

    private void assertSameStatements(SysbenchSpec spec) throws Exception {
        StatementLog.SentStatements expected = statementsOf(sysbench, spec);
        assertThat(expected.executed()).hasSizeGreaterThanOrEqualTo(3);
        for (TesterTool side : TesterTool.all().toList()) {
            StatementLog.SentStatements actual = statementsOf(side, spec);
            assertThat(actual.executed()).as(side.toString()).isEqualTo(expected.executed());
            assertThat(actual.prepared()).as(side.toString()).isEqualTo(expected.prepared());
        }
    }

    private StatementLog.SentStatements statementsOf(ComparedTool side, SysbenchSpec spec) throws Exception {
        log.clear();
        side.executeTransactions(server, spec, 3);
        List<StatementLog.SentStatements> connections = log.connections();
        assertThat(connections).as(side.toString()).hasSize(1);
        return connections.get(0);
    }

    static Stream<TesterTool> clients() {
        return TesterTool.all();
    }

    /**
     * The general log omits rejected requests and requests without a statement, so this test compares command counters. The counts of a
     * short run are subtracted from the counts of a long run, so that the requests per connection cancel out.
     */
    @ParameterizedTest
    @MethodSource("clients")
    void sendsNoOtherCommands(TesterTool client) throws Exception {
        SysbenchSpec spec = Sysbench.oltpReadWrite().tables(TABLES).tableSize(200);
        tester.prepare(server, spec);
        try (Connection statusConnection = server.connect()) {
            Map<String, Long> countsAtStart = commandCounts(statusConnection);
            client.executeTransactions(server, spec, 1);
            Map<String, Long> countsAfterOne = commandCounts(statusConnection);
            ComparedTool.Queries queries = client.executeTransactions(server, spec, 11);
            Map<String, Long> countsAfterAll = commandCounts(statusConnection);

            Map<String, Long> countsOfTen = new TreeMap<>();
            countsAfterAll.forEach((name, value) -> {
                long countAfterOne = countsAfterOne.get(name);
                countsOfTen.put(name, (value - countAfterOne) - (countAfterOne - countsAtStart.get(name)));
            });
            countsOfTen.values().removeIf(difference -> difference == 0);
            assertThat(countsOfTen).containsExactlyInAnyOrderEntriesOf(STATEMENTS_OF_TEN_TRANSACTIONS);
            assertThat(queries).isEqualTo(new ComparedTool.Queries(11 * 14, 11 * 4, 11 * 2));
        }
    }

    /** Waits until all other connections have ended. */
    private static Map<String, Long> commandCounts(Connection statusConnection) {
        Eventually.assertThat(
                Duration.ofSeconds(30),
                () -> status(statusConnection, "Threads_connected"),
                connections -> connections.equals(Map.of("Threads_connected", 1L)));
        Map<String, Long> counts = status(statusConnection, "Com\\_%");
        counts.remove("Com_show_status");
        counts.remove("Com_stmt_execute"); // differs: BEGIN is text on MySQL, but prepared on MariaDB
        return counts;
    }

    private static Map<String, Long> status(Connection connection, String pattern) {
        Map<String, Long> values = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + pattern + "'")) {
            while (row.next()) {
                values.put(row.getString(1), row.getLong(2));
            }
            return values;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void transactionHasSameNumberOfQueries(SysbenchScript script) throws Exception {
        SysbenchSpec spec = SysbenchSpec.of(script).tables(TABLES).tableSize(200);
        sysbench.prepare(server, spec);
        int count = 10;

        long expected = sysbench.executeTransactions(server, spec, count).total();
        assertThat(expected % count)
                .as("each transaction has the same number of queries")
                .isZero();
        for (TesterTool side : List.of(TesterTool.NATIVE, new TesterTool(JdbcDriver.MARIADB))) {
            assertThat(side.executeTransactions(server, spec, count).total())
                    .as(side.toString())
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "OLTP_INSERT",
                "OLTP_WRITE_ONLY",
                "OLTP_READ_WRITE",
                "OLTP_DELETE",
                "OLTP_UPDATE_INDEX",
                "OLTP_UPDATE_NON_INDEX"
            })
    void writesSameBinlog(SysbenchScript script) throws Exception {
        SysbenchSpec spec = SysbenchSpec.of(script).tables(TABLES).tableSize(5_000);
        tester.prepare(server, spec);
        BinlogShape expected = binlogShape(sysbench, spec);
        for (TesterTool side : List.of(TesterTool.NATIVE, new TesterTool(JdbcDriver.MARIADB))) {
            BinlogShape actual = binlogShape(side, spec);
            // a DELETE of a missing row logs no transaction
            assertThat(actual.transactions()).as(side.toString()).isBetween(180L, 200L);
            assertThat(perTransaction(actual)).as(side.toString()).isEqualTo(perTransaction(expected));
            assertThat(actual.bytesPerTransaction())
                    .as(side.toString())
                    .isCloseTo(expected.bytesPerTransaction(), within(expected.bytesPerTransaction() / 100));
        }
    }

    private BinlogShape binlogShape(ComparedTool side, SysbenchSpec spec) throws Exception {
        List<String> start = BinlogShape.startNewFile(server);
        side.executeTransactions(server, spec, 200);
        return BinlogShape.countSince(server, start);
    }

    private static List<String> perTransaction(BinlogShape shape) {
        return shape.events().entrySet().stream()
                .map(event -> event.getKey() + " " + (double) event.getValue() / shape.transactions())
                .toList();
    }

    static Stream<SysbenchSpec> schemas() {
        SysbenchSpec spec = Sysbench.oltpReadWrite().tables(TABLES).tableSize(300);
        return Stream.of(
                spec,
                spec.autoInc(false),
                spec.indexes(true, true),
                spec.indexes(false, false),
                Sysbench.oltpInsert().tables(TABLES).autoInc(false));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void createsSameTables(SysbenchSpec spec) throws Exception {
        sysbench.prepare(server, spec);
        List<String> expected = tableDescriptions();
        dropTables();
        tester.prepare(server, spec);
        assertThat(tableDescriptions()).isEqualTo(expected);
    }

    private List<String> tableDescriptions() {
        List<String> descriptions = new ArrayList<>();
        for (int table = 1; table <= TABLES; table++) {
            // removes the comment by which cleanup recognizes the tester's tables
            descriptions.add(server.queryRows("SHOW CREATE TABLE sbtest" + table)
                    .get(0)
                    .get(1)
                    .replaceFirst(" COMMENT='made by cdc-tester[^']*'", ""));
            descriptions.addAll(server
                    .queryRows("SELECT COUNT(*), MIN(id), MAX(id), COUNT(DISTINCT id), MIN(LENGTH(c)),"
                            + " MIN(LENGTH(pad)), MIN(k) > 0 FROM sbtest" + table)
                    .get(0)
                    .stream()
                    .map(String::valueOf)
                    .toList());
        }
        return descriptions;
    }

    /** A trigger makes the DELETE wait for a lock after both updates. */
    @Test
    void rollsBackPartialTransaction() throws Exception {
        SysbenchSpec spec = Sysbench.oltpWriteOnly().tableSize(1);
        tester.prepare(server, spec);
        server.execute(
                "CREATE TABLE blocker (id INT PRIMARY KEY)",
                "INSERT INTO blocker VALUES (1)",
                "CREATE TRIGGER waits BEFORE DELETE ON sbtest1 FOR EACH ROW UPDATE blocker SET id = 1 WHERE id = 1");
        String rowsBefore = server.queryRows("SELECT * FROM sbtest1").toString();
        StatementTally tally = new StatementTally();
        try (ConnectionPool pool = ConnectionPool.open(server.endpoint(), false, 1);
                Connection connection = pool.connection();
                WorkloadSession session = Workloads.workloadOf(spec).session(connection, 0);
                Connection lockHolder = server.connect();
                Statement lockStatement = lockHolder.createStatement()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION innodb_lock_wait_timeout = 1");
            }
            lockStatement.execute("BEGIN");
            lockStatement.execute("SELECT * FROM blocker FOR UPDATE");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> session.execute(tally))
                    .satisfies(e -> assertThat(e.getErrorCode()).isEqualTo(1205));
            assertThat(tally.writes()).as("both updates were executed").isEqualTo(2);
            lockStatement.execute("ROLLBACK");
            session.reset();
            // the next statement on this connection must not commit a partial transaction
            try (Statement statement = connection.createStatement()) {
                statement.execute("BEGIN");
                statement.execute("COMMIT");
            }
            assertThat(server.queryRows("SELECT * FROM sbtest1").toString()).isEqualTo(rowsBefore);
            session.execute(tally);
            assertThat(server.queryRows("SELECT * FROM sbtest1").toString()).isNotEqualTo(rowsBefore);
        } finally {
            server.execute("DROP TABLE blocker");
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    void reconnectsAfterNTransactions(TesterTool client) {
        PlanBuilder plan = CdcTester.plan()
                .endpoint(client.endpoint(server))
                .workload(Sysbench.oltpWriteOnly().tables(TABLES).tableSize(100).reconnect(5))
                .window(new Window(Duration.ZERO, Duration.ZERO, 20, Duration.ofSeconds(30)));
        plan.prepare();
        log.clear();
        RoundTripChecks.run(plan);
        assertThat(log.connections().stream()
                        .map(connection -> connection.executed().stream()
                                .filter(statement -> statement.endsWith("COMMIT"))
                                .count())
                        .filter(commits -> commits > 0))
                .containsExactly(5L, 5L, 5L, 5L);
    }

    /** Executes a complete run, not only its load. */
    @ParameterizedTest
    @MethodSource("clients")
    void runAddsNoStatements(TesterTool client) throws Exception {
        SysbenchSpec spec = Sysbench.oltpReadWrite().tables(TABLES).tableSize(100);
        PlanBuilder plan = CdcTester.plan()
                .endpoint(client.endpoint(server))
                .workload(spec)
                .window(new Window(Duration.ZERO, Duration.ZERO, 3, Duration.ofSeconds(30)));
        plan.prepare();
        StatementLog.SentStatements expected = statementsOf(sysbench, spec);
        log.clear();
        RoundTripChecks.run(plan);
        assertThat(log.connections().stream()
                        .filter(connection -> connection.executed().contains("Execute COMMIT"))
                        .map(StatementLog.SentStatements::executed))
                .containsExactly(expected.executed());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the sizes of large transactions by binlog positions. */
@Timeout(180)
abstract class LargeTransactionContract extends ServerContract {

    static final long MB = 1_000_000;
    private static final String ROW_COUNT_QUERY = "SELECT COUNT(*) FROM large_transaction";
    private static final String RUNNING_INSERTS_QUERY =
            "SELECT id FROM information_schema.processlist WHERE info LIKE 'INSERT INTO large_transaction%'";

    abstract TestServer startWithSettings(String... settings);

    @Override
    TestServer start() {
        return startWithSettings("max_allowed_packet=67108864");
    }

    abstract String statementLoggingSql(boolean isOn);

    @AfterEach
    void assertNoTablesLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(RowChange.class)
    void eachKindHasRequestedSize(RowChange kind) {
        assertHasRequestedSize(
                LargeTransactions.insert().trxBytes(5 * MB).kind(kind).transactions(3), 1);
    }

    @ParameterizedTest
    @CsvSource({"40000000, 2500", "5000000, 32", "5000000, 1000", "5000000, 8100", "5000000, 20000", "40000000, 700000"
    })
    void hasRequestedSizeForEachRowSize(long trxBytes, int rowBytes) {
        assertHasRequestedSize(LargeTransactions.insert().trxBytes(trxBytes).rowBytes(rowBytes), 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3, 1_000, 100_000})
    void hasRequestedSizeForEachRowCount(long rows) {
        LargeTransactions spec = LargeTransactions.insert().trxBytes(12 * MB).rows(rows);
        assertHasRequestedSize(spec, 1);
    }

    @Test
    void threadsShareTransactions() {
        assertHasRequestedSize(LargeTransactions.insert().trxBytes(3 * MB).transactions(7), 3);
        assertHasRequestedSize(
                LargeTransactions.insert().trxBytes(3 * MB).transactions(7).kind(RowChange.UPDATE), 3);
        assertHasRequestedSize(
                LargeTransactions.insert().trxBytes(3 * MB).transactions(7).kind(RowChange.DELETE), 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MINIMAL", "NOBLOB"})
    void sizeAccountsForRowImage(String image) {
        server.execute("SET GLOBAL binlog_row_image = " + image);
        try {
            for (RowChange kind : new RowChange[] {RowChange.INSERT, RowChange.UPDATE, RowChange.INSERT_SELECT}) {
                assertHasRequestedSize(
                        LargeTransactions.insert().trxBytes(5 * MB).kind(kind), 1);
            }
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> plan(LargeTransactions.insert().kind(RowChange.DELETE), 1)
                            .prepare())
                    .withMessageContaining("SET GLOBAL binlog_row_image = 'FULL'");
        } finally {
            server.execute("SET GLOBAL binlog_row_image = FULL");
        }
    }

    @Test
    void sizeAccountsForChecksum() {
        server.execute("SET GLOBAL binlog_checksum = NONE");
        try {
            assertHasRequestedSize(LargeTransactions.insert().trxBytes(5 * MB).rowBytes(100), 1);
        } finally {
            server.execute("SET GLOBAL binlog_checksum = CRC32");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sizeAccountsForLoggedStatements(boolean isLogged) {
        List<List<String>> valueBefore = server.queryRows("SHOW GLOBAL VARIABLES LIKE '" + loggingVariable() + "'");
        server.execute(statementLoggingSql(isLogged));
        try {
            assertHasRequestedSize(LargeTransactions.insert().trxBytes(5 * MB), 1);
            assertHasRequestedSize(LargeTransactions.insert().trxBytes(5 * MB).kind(RowChange.UPDATE), 1);
        } finally {
            server.execute("SET GLOBAL " + loggingVariable() + " = "
                    + valueBefore.get(0).get(1));
        }
    }

    @Test
    void continuesAfterRowsOfEarlierRun() {
        LargeTransactions spec = LargeTransactions.insert().trxBytes(2 * MB);
        plan(spec, 1).prepare();
        try {
            RoundTripChecks.run(plan(spec, 1));
            RoundTripChecks.run(plan(spec.kind(RowChange.INSERT_SELECT), 1));
            RoundTripChecks.run(plan(spec, 1));
            long rows = server.queryNumber(ROW_COUNT_QUERY);
            assertThat(server.queryNumber("SELECT MAX(id) - MIN(id) + 1 FROM large_transaction"))
                    .isEqualTo(rows);
            assertThat(server.queryNumber("SELECT COUNT(DISTINCT data) FROM large_transaction"))
                    .as("rows have different data, except doubled ones")
                    .isGreaterThan(rows / 2);
        } finally {
            plan(spec, 1).cleanup();
        }
    }

    @Test
    void reportsMissingRows() {
        LargeTransactions spec = LargeTransactions.insert().trxBytes(2 * MB);
        plan(spec, 1).prepare();
        try {
            for (RowChange kind : new RowChange[] {RowChange.UPDATE, RowChange.DELETE}) {
                assertThatExceptionOfType(RunFailedException.class)
                        .isThrownBy(() -> plan(spec.kind(kind), 1).run())
                        .withMessageContaining("large_transaction has 0 rows")
                        .withMessageContaining("'cdc-tester prepare'");
            }
        } finally {
            plan(spec, 1).cleanup();
        }
    }

    @Test
    void repeatsTransactionOfBrokenConnection() throws SQLException {
        LargeTransactions spec = LargeTransactions.insert().trxBytes(100 * MB);
        plan(spec, 1).prepare();
        try {
            CompletableFuture<RunResult> run = CompletableFuture.supplyAsync(() -> RoundTripChecks.run(plan(spec, 1)));
            killWriter();
            RunResult result = run.join();

            assertThat(result.interrupted()).isFalse();
            assertThat(result.summary().write().reconnects()).isEqualTo(1);
            assertThat(result.summary().write().unknownOutcome()).isZero();
            assertThat(result.summary().write().transactions()).isEqualTo(1);
            assertThat(result.verdict().observed()).isEqualTo(1);
            assertThat(result.summary().cdc().bytes()).isCloseTo(100 * MB, withinPercentage(1));
        } finally {
            plan(spec, 1).cleanup();
        }
    }

    @Test
    void ctrlCRollsBackOpenTransaction(@TempDir Path directory) {
        try (CliProcess cli = CommandLines.start(
                directory, server, "run", "--prepare", "--workload=large_transaction", "--trx-size=400MB")) {
            awaitWriter();
            cli.interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("(interrupted)").contains("none seen");
            assertThat(server.queryNumber(ROW_COUNT_QUERY)).isZero();
        }
        try (CliCall cleanup = CommandLines.call(server, "cleanup", "--workload=large_transaction")) {
            assertThat(cleanup.exitCode()).as(cleanup.err()).isZero();
            assertThat(cleanup.out()).contains("dropped 1 table");
        }
    }

    @Test
    void rejectsTooSmallPacketBeforeWriting() {
        server.execute("SET GLOBAL max_allowed_packet = 1048576");
        try {
            assertRefused(server, "max_allowed_packet is 1048576 bytes", "--trx-size=200MB", "--row-size=2MB");
        } finally {
            server.execute("SET GLOBAL max_allowed_packet = 67108864");
        }
    }

    static void assertRefused(TestServer target, String message, String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "run";
        arguments[1] = "--prepare";
        arguments[2] = "--workload=large_transaction";
        System.arraycopy(options, 0, arguments, 3, options.length);
        try (CliCall cli = CommandLines.call(target, arguments)) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains(message).contains("SET GLOBAL");
            assertThat(target.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    private void assertHasRequestedSize(LargeTransactions spec, int threads) {
        plan(spec, threads).prepare();
        try {
            List<String> logStart =
                    server.queryRows(server.logStatusStatement()).get(0);
            RunResult result = RoundTripChecks.run(plan(spec, threads));
            List<String> logEnd = server.queryRows(server.logStatusStatement()).get(0);

            assertThat(result.summary().write().transactions()).isEqualTo(spec.transactions());
            long bytes = server.bytesBetween(
                    logStart.get(0), Long.parseLong(logStart.get(1)), logEnd.get(0), Long.parseLong(logEnd.get(1)));
            assertThat(bytes / spec.transactions()).as("%s", spec).isCloseTo(spec.trxBytes(), withinPercentage(1));
            assertThat(result.summary().cdc().bytes()).isEqualTo(bytes);
        } finally {
            plan(spec, threads).cleanup();
        }
    }

    private void awaitWriter() {
        Eventually.assertThat(
                Duration.ofSeconds(60), () -> server.queryRows(RUNNING_INSERTS_QUERY), writers -> !writers.isEmpty());
    }

    private void killWriter() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            Eventually.assertThat(Duration.ofSeconds(60), () -> tryKillWriter(statement), killed -> killed);
        }
    }

    private static boolean tryKillWriter(Statement statement) {
        try (ResultSet writers = statement.executeQuery(RUNNING_INSERTS_QUERY)) {
            if (!writers.next()) {
                return false;
            }
            statement.execute("KILL " + writers.getLong(1));
            return true;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private String loggingVariable() {
        String statement = statementLoggingSql(true);
        return statement.substring("SET GLOBAL ".length(), statement.indexOf(" ="));
    }

    /** Without heartbeats, the binlog contains only the plan's transactions. */
    private PlanBuilder plan(LargeTransactions spec, int threads) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(spec)
                .load(LoadSpec.closedLoop(threads))
                .subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.EVENT_HEADER));
    }
}

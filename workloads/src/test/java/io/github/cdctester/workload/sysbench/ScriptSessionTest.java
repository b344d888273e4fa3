// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.workload.RecordingConnection;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suites check that sysbench sends the same statements. */
class ScriptSessionTest {

    private static final String POINT = "SELECT c FROM sbtest1 WHERE id=N";
    private static final List<String> RANGES = List.of(
            "SELECT c FROM sbtest1 WHERE id BETWEEN N AND N",
            "SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN N AND N",
            "SELECT c FROM sbtest1 WHERE id BETWEEN N AND N ORDER BY c",
            "SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN N AND N ORDER BY c");
    private static final List<String> WRITES = List.of(
            "UPDATE sbtest1 SET k=k+1 WHERE id=N",
            "UPDATE sbtest1 SET c='S' WHERE id=N",
            "DELETE FROM sbtest1 WHERE id=N",
            "INSERT INTO sbtest1 (id, k, c, pad) VALUES (N, N, 'S', 'S')");

    private final RecordingConnection connection = new RecordingConnection();
    private final StatementTally tally = new StatementTally();

    @Test
    void writeOnlySendsWritesOnly() throws SQLException {
        run(Sysbench.oltpWriteOnly());
        assertThat(statements()).first().isEqualTo("BEGIN");
        assertThat(statements().subList(1, 5)).isEqualTo(WRITES);
        assertThat(statements()).hasSize(6).last().isEqualTo("COMMIT");
        assertThat(counts()).containsExactly(0, 4, 2);
    }

    @Test
    void readWriteSendsReadsAndWrites() throws SQLException {
        run(Sysbench.oltpReadWrite());
        assertThat(statements()).hasSize(20);
        assertThat(statements().subList(1, 11)).isEqualTo(Collections.nCopies(10, POINT));
        assertThat(statements().subList(11, 15)).isEqualTo(RANGES);
        assertThat(statements().subList(15, 19)).isEqualTo(WRITES);
        assertThat(counts()).containsExactly(14, 4, 2);
    }

    @Test
    void readOnlySendsReadsOnly() throws SQLException {
        run(Sysbench.oltpReadOnly()
                .statements(StatementGroup.POINT_SELECTS, 1)
                .statements(StatementGroup.ORDER_RANGES, 0));
        assertThat(statements()).containsExactly("BEGIN", POINT, RANGES.get(0), RANGES.get(1), RANGES.get(3), "COMMIT");
        assertThat(counts()).containsExactly(4, 0, 2);
    }

    @Test
    void countsEachTransactionOnce() throws SQLException {
        run(Sysbench.oltpWriteOnly());
        run(Sysbench.oltpReadWrite());
        assertThat(tally.loggedTransactions()).isEqualTo(2);
    }

    @Test
    void readOnlyTransactionsAreNotLogged() throws SQLException {
        run(Sysbench.oltpReadOnly());
        run(Sysbench.oltpReadOnly().skipTrx(true));
        run(Sysbench.oltpPointSelect());
        assertThat(tally.loggedTransactions()).isZero();
    }

    @Test
    void countsEachWriteIfTrxIsSkipped() throws SQLException {
        run(Sysbench.oltpReadWrite().skipTrx(true));
        assertThat(tally.loggedTransactions()).isEqualTo(4);
    }

    @Test
    void statementsWithoutChangedRowAreNotLogged() throws SQLException {
        connection.prefixesWithoutChange.add("DELETE");
        run(Sysbench.oltpDelete());
        assertThat(tally.loggedTransactions()).isZero();
        run(Sysbench.oltpWriteOnly().skipTrx(true));
        assertThat(tally.loggedTransactions()).isEqualTo(3);
        connection.prefixesWithoutChange.addAll(List.of("UPDATE", "INSERT"));
        run(Sysbench.oltpWriteOnly());
        assertThat(tally.loggedTransactions()).isEqualTo(3);
    }

    @Test
    void omitsRangeSelectsIfDisabled() throws SQLException {
        run(Sysbench.oltpReadOnly()
                .mix(StatementMix.DEFAULT.rangeSelects(false).with(StatementGroup.POINT_SELECTS, 2)));
        assertThat(statements()).containsExactly("BEGIN", POINT, POINT, "COMMIT");
    }

    @Test
    void singleStatementScriptsSendOneStatement() throws SQLException {
        run(Sysbench.oltpPointSelect());
        run(Sysbench.oltpUpdateIndex());
        run(Sysbench.oltpUpdateNonIndex());
        run(Sysbench.oltpDelete());
        run(Sysbench.oltpInsert());
        assertThat(statements()).containsExactly(POINT, WRITES.get(0), WRITES.get(1), WRITES.get(2), WRITES.get(3));
        assertThat(connection.sent.get(4)).startsWith("INSERT INTO sbtest1 (id, k, c, pad) VALUES (0, ");
    }

    @Test
    void repeatsStatementGroupOnOneTable() throws SQLException {
        run(Sysbench.oltpUpdateIndex().tables(1_000).statements(StatementGroup.INDEX_UPDATES, 5));
        assertThat(statements()).hasSize(5);
        assertThat(Collections.frequency(statements(), statements().get(0))).isEqualTo(5);
    }

    @Test
    void skipTrxOmitsBeginAndCommit() throws SQLException {
        run(Sysbench.oltpWriteOnly().skipTrx(true));
        assertThat(statements()).isEqualTo(WRITES);
        assertThat(connection.preparedStatements).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void preparesAllExceptOltpInsert(SysbenchScript script) throws SQLException {
        run(SysbenchSpec.of(script));
        assertThat(connection.sent).allMatch(sql -> sql.startsWith("P:") == (script != SysbenchScript.OLTP_INSERT));
        assertThat(connection.openStatements).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void preparesNothingIfDisabled(SysbenchScript script) throws SQLException {
        run(SysbenchSpec.of(script).psMode(PsMode.DISABLE));
        assertThat(connection.sent).isNotEmpty().noneMatch(sql -> sql.startsWith("P:"));
        assertThat(connection.preparedStatements).isZero();
        assertThat(connection.openStatements).isZero();
    }

    @Test
    void sendsUnpreparableStatementsAsText() throws SQLException {
        connection.prepareFailures.put("BEGIN", new SQLException("not supported yet", "HY000", 1295));
        run(Sysbench.oltpWriteOnly());
        assertThat(connection.sent).first().isEqualTo("BEGIN");
        assertThat(connection.sent).last().isEqualTo("P:COMMIT");
        assertThat(connection.openStatements).isZero();
    }

    @Test
    void reportsLimitOfPreparedStatements() {
        connection.prepareFailures.put(
                "DELETE FROM sbtest2 WHERE id=?", new SQLException("Can't create more", "42000", 1461));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> run(Sysbench.oltpDelete().tables(2)))
                .withMessageContaining("max_prepared_stmt_count")
                .withMessageContaining("psMode=disable");
        assertThat(connection.openStatements).isZero();
    }

    @Test
    void rollsBackFailedTransaction() throws SQLException {
        connection.failures.put("DELETE", new SQLException("Lock wait timeout exceeded", "40001", 1205));
        try (WorkloadSession session = session(Sysbench.oltpWriteOnly())) {
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> session.execute(tally));
            session.reset();
            assertThat(statements()).hasSize(5).last().isEqualTo("ROLLBACK");
            session.reset();
            assertThat(statements()).hasSize(5);
            connection.failures.clear();
            session.execute(tally);
            assertThat(statements()).hasSize(11).last().isEqualTo("COMMIT");
        }
        assertThat(statements()).hasSize(11);
    }

    @Test
    void reportsIfServerMayHaveCommitted() throws SQLException {
        for (String failedSql : List.of("BEGIN", "UPDATE", "INSERT", "COMMIT")) {
            connection.failures.clear();
            connection.failures.put(failedSql, new SQLException("gone", "08S01", 2013));
            try (WorkloadSession session = session(Sysbench.oltpWriteOnly().psMode(PsMode.DISABLE))) {
                assertThatExceptionOfType(SQLException.class).isThrownBy(() -> session.execute(tally));
                assertThat(session.mayHaveCommitted()).as(failedSql).isEqualTo(failedSql.equals("COMMIT"));
            }
        }
        connection.failures.clear();
        connection.failures.put("UPDATE", new SQLException("gone", "08S01", 2013));
        try (WorkloadSession session = session(Sysbench.oltpUpdateIndex())) {
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> session.execute(tally));
            assertThat(session.mayHaveCommitted()).isTrue();
        }
    }

    @Test
    void closeRollsBackOpenTransaction() throws SQLException {
        connection.failures.put("UPDATE", new SQLException("no", "HY000", 1));
        try (WorkloadSession session = session(Sysbench.oltpWriteOnly())) {
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> session.execute(tally));
        }
        assertThat(statements()).last().isEqualTo("ROLLBACK");
        assertThat(connection.openStatements).isZero();
    }

    @Test
    void usesGivenRangeSize() throws SQLException {
        run(Sysbench.oltpReadOnly()
                .tableSize(Integer.MAX_VALUE)
                .mix(StatementMix.DEFAULT.rangeSize(Integer.MAX_VALUE)));
        // the end of the range is limited to the maximum of the type
        assertThat(connection.sent.get(11)).endsWith(" AND 2147483647");
        connection.sent.clear();
        run(Sysbench.oltpReadOnly().tableSize(1).mix(StatementMix.DEFAULT.rangeSize(20)));
        assertThat(connection.sent.get(11)).endsWith("BETWEEN 1 AND 20");
    }

    @Test
    void sameSeedRepeatsStatements() throws SQLException {
        run(Sysbench.oltpReadWrite().random(RandType.ZIPFIAN, 42));
        List<String> firstStatements = List.copyOf(connection.sent);
        connection.sent.clear();
        run(Sysbench.oltpReadWrite().random(RandType.ZIPFIAN, 42));
        assertThat(connection.sent).isEqualTo(firstStatements);
    }

    private WorkloadSession session(SysbenchSpec spec) throws SQLException {
        return new SysbenchWorkload(
                        spec, SharedNumbers.forSingleProcess(spec.random().seed()))
                .session(connection.connection(), 0);
    }

    private void run(SysbenchSpec spec) throws SQLException {
        try (WorkloadSession session = session(spec)) {
            session.execute(tally);
        }
    }

    private List<String> statements() {
        return connection.sent.stream()
                .map(sql -> sql.replaceFirst("^P:", "")
                        .replaceAll("'\\d{11}(-\\d{11})+'", "'S'")
                        .replaceAll("(?<=[=( ])-?\\d+", "N"))
                .toList();
    }

    private List<Integer> counts() {
        return List.of((int) tally.reads(), (int) tally.writes(), (int) tally.others());
    }
}

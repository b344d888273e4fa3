// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.internal.text.StatementText;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.StatementWriter;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Other tests execute sysbench's statements with JDBC. */
class StatementSessionTest {

    private static final List<StatementTemplate> TEMPLATES = List.of(
            new StatementTemplate("BEGIN", Sending.TEXT),
            new StatementTemplate("COMMIT", Sending.TEXT),
            new StatementTemplate("UPDATE t SET a=? WHERE b=?", Sending.PREPARED));

    private final RecordingConnection connection = new RecordingConnection();
    private final StatementTally tally = new StatementTally();
    private final TwoUpdates transactions = new TwoUpdates();

    @Test
    void setsUpConnectionFirst() throws SQLException {
        try (WorkloadSession session = session()) {
            assertThat(connection.sent).containsExactly("SET one", "SET two");
            assertThat(session.execute(tally)).isZero();
        }
        assertThat(connection.sent.subList(2, 6))
                .containsExactly("BEGIN", "P:UPDATE t SET a='x' WHERE b=7", "UPDATE u SET a=1", "COMMIT");
        assertThat(connection.openStatements).isZero();
    }

    @Test
    void failedSetupClosesStatements() {
        connection.failures.put("SET two", new SQLException("denied", "42000", 1227));
        assertThatExceptionOfType(SQLException.class).isThrownBy(this::session);
        assertThat(connection.openStatements).isZero();
    }

    @Test
    void interruptsStatementAndRollsBack() throws SQLException {
        for (String prefix : List.of("UPDATE t", "UPDATE u")) {
            connection.sent.clear();
            connection.cancelledCount = 0;
            transactions.cancelled = false;
            connection.failures.put(prefix, new SQLException("interrupted", "70100", 1317));
            try (WorkloadSession session = session()) {
                connection.duringStatement = sql -> {
                    if (sql.startsWith(prefix)) {
                        session.cancel();
                    }
                };
                assertThat(session.execute(tally)).isEqualTo(WorkloadSession.CANCELLED);
            }
            assertThat(connection.cancelledCount).isEqualTo(1);
            assertThat(connection.sent).endsWith("ROLLBACK").containsOnlyOnce("ROLLBACK");
            connection.failures.clear();
        }
    }

    @Test
    void rollsBackCancelledTransactionIfStatementSucceeds() throws SQLException {
        try (WorkloadSession session = session()) {
            connection.duringStatement = sql -> {
                if (sql.startsWith("UPDATE t")) {
                    session.cancel();
                }
            };
            assertThat(session.execute(tally)).isEqualTo(WorkloadSession.CANCELLED);
            assertThat(connection.sent).endsWith("P:UPDATE t SET a='x' WHERE b=7", "ROLLBACK");
        }
    }

    @Test
    void doesNotInterruptCommit() throws SQLException {
        connection.failures.put("COMMIT", new SQLException("refused", "HY000", 1180));
        try (WorkloadSession session = session()) {
            connection.duringStatement = sql -> {
                if (sql.equals("COMMIT")) {
                    session.cancel();
                }
            };
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> session.execute(tally));
            assertThat(session.mayHaveCommitted()).isTrue();
        }
        assertThat(connection.cancelledCount).isZero();
    }

    private WorkloadSession session() throws SQLException {
        byte[][][] pieces = TEMPLATES.stream()
                .map(template -> StatementText.pieces(template.sql()))
                .toArray(byte[][][]::new);
        return new StatementSession(
                connection.connection(), List.of("SET one", "SET two"), TEMPLATES, pieces, transactions);
    }

    /** One UPDATE is prepared, the other is sent as complete text. */
    private static final class TwoUpdates extends BracketedTransactions {

        private static final byte[] TEXT = StatementText.ascii("x");
        private static final byte[] SQL = StatementText.ascii("; UPDATE u SET a=1;");

        private boolean cancelled;
        private int answeredStatementCount;

        TwoUpdates() {
            super(true);
        }

        @Override
        protected void restart() {
            answeredStatementCount = 0;
        }

        @Override
        protected boolean write(StatementWriter statement) {
            if (answeredStatementCount == 0) {
                statement.template(2);
                statement.text(TEXT, 0, 1);
                statement.number(7);
            } else if (answeredStatementCount == 1) {
                statement.sql(SQL, 2, SQL.length - 3);
            }
            return answeredStatementCount < 2;
        }

        @Override
        protected void count(long changedRows, boolean foundRow) {
            assertThat(changedRows).isEqualTo(1);
            assertThat(foundRow).isFalse();
            answeredStatementCount++;
        }

        @Override
        protected void countCommit() {
            tally.onCommit();
        }

        @Override
        protected boolean isCancelled() {
            return cancelled;
        }

        @Override
        public boolean cancel() {
            cancelled = true;
            return !mayHaveCommitted();
        }
    }
}

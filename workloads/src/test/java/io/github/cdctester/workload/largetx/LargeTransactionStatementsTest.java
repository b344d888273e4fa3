// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.workload.RecordedStatements;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Transactions.Step;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Transactions have 5 rows, at most 2 per statement. The first starts at id 1,000, the second at id 1,005. */
class LargeTransactionStatementsTest {

    private final StatementTally tally = new StatementTally();
    private LargeTransactionStatements transactions = newTransactions(RowChange.UPDATE, false);
    private RecordedStatements statements = newRecorder(RowChange.UPDATE, false);

    @Test
    void updatesRanges() {
        completeTransaction(2, 2, 1);
        assertThat(statements.sent)
                .containsExactly("BEGIN", update(1_000, 1_001), update(1_002, 1_003), update(1_004, 1_004), "COMMIT");
        assertThat(tally.writes()).isEqualTo(3);
        assertThat(tally.others()).isEqualTo(2);
        assertThat(tally.loggedTransactions()).isEqualTo(1);
        transactions.begin(tally);
        statements.next(0);
        statements.next(2);
        assertThat(statements.last()).isEqualTo(update(1_005, 1_006));
    }

    @Test
    void deletesRanges() {
        useKind(RowChange.DELETE, true);
        completeTransaction(2, 2, 1);
        assertThat(statements.sent)
                .containsExactly(
                        "BEGIN",
                        "DELETE FROM large_transaction WHERE id BETWEEN 1000 AND 1001",
                        "DELETE FROM large_transaction WHERE id BETWEEN 1002 AND 1003",
                        "DELETE FROM large_transaction WHERE id BETWEEN 1004 AND 1004",
                        "COMMIT");
    }

    @Test
    void insertsRows() {
        useKind(RowChange.INSERT, false);
        completeTransaction(2, 2, 1);
        assertThat(statements.sent).hasSize(5).startsWith("BEGIN").endsWith("COMMIT");
        assertThat(statements.sent.get(2))
                .matches("INSERT INTO large_transaction \\(id, n, data\\) VALUES \\(000000000000001002,0,'\\d{10}'\\),"
                        + "\\(000000000000001003,0,'\\d{10}'\\)");
        assertThat(statements.sent.get(3))
                .matches("INSERT INTO large_transaction \\(id, n, data\\) VALUES"
                        + " \\(000000000000001004,0,'\\d{10}'\\)");
    }

    @Test
    void insertSelectDoublesRows() {
        useKind(RowChange.INSERT_SELECT, false);
        completeTransaction(2, 2, 1);
        assertThat(statements.sent.get(1)).startsWith("INSERT INTO large_transaction (id, n, data) VALUES (");
        assertThat(statements.sent.subList(2, 5))
                .containsExactly(
                        "INSERT INTO large_transaction (id, n, data) SELECT id + 2, n, data FROM large_transaction"
                                + " WHERE id BETWEEN 1000 AND 1001",
                        "INSERT INTO large_transaction (id, n, data) SELECT id + 4, n, data FROM large_transaction"
                                + " WHERE id BETWEEN 1000 AND 1000",
                        "COMMIT");
    }

    @Test
    void stampsRows() {
        useKind(RowChange.UPDATE, true);
        completeTransaction(2, 2, 1);
        assertThat(statements.sent.get(1))
                .matches("UPDATE large_transaction SET n = n \\+ 1, data = CONCAT\\(SUBSTRING\\(data, 2\\),"
                        + " LEFT\\(data, 1\\)\\), cdc_seq = 0, cdc_at = \\d{16} WHERE id BETWEEN 1000 AND 1001");
        useKind(RowChange.INSERT_SELECT, true);
        completeTransaction(2, 2, 1);
        assertThat(statements.sent.get(2))
                .matches("INSERT INTO large_transaction \\(id, n, data, cdc_seq, cdc_at\\) SELECT id \\+ 2, n, data, 0,"
                        + " \\d{16} FROM large_transaction WHERE id BETWEEN 1000 AND 1001");
    }

    @Test
    void retriesSameRows() {
        transactions.begin(tally);
        statements.next(0);
        statements.next(2);
        statements.next(); // the server rejects this statement
        assertThat(transactions.isOpen()).isTrue();
        assertThat(transactions.mayHaveCommitted()).isFalse();
        transactions.rolledBack();
        assertThat(transactions.isOpen()).isFalse();
        statements.sent.clear();
        completeTransaction(2, 2, 1);
        assertThat(statements.sent).startsWith("BEGIN", update(1_000, 1_001)).endsWith("COMMIT");
    }

    @Test
    void lostConnectionSkipsRowsOnlyAfterUnknownOutcome() {
        transactions.begin(tally);
        statements.next(0);
        transactions.connectionLost(false);
        assertThat(transactions.isOpen()).isFalse();
        transactions.begin(tally);
        statements.next(0);
        statements.next(2);
        assertThat(statements.last()).isEqualTo(update(1_000, 1_001));
        statements.next(2);
        statements.next(1);
        assertThat(transactions.mayHaveCommitted()).isFalse();
        statements.next();
        assertThat(statements.last()).isEqualTo("COMMIT");
        assertThat(transactions.mayHaveCommitted()).isTrue();
        transactions.connectionLost(true);
        assertThat(transactions.isOpen()).isFalse();
        transactions.begin(tally);
        assertThat(transactions.mayHaveCommitted()).isFalse();
        statements.next(0);
        statements.next(2);
        assertThat(statements.last()).isEqualTo(update(1_005, 1_006));
    }

    @Test
    void cancelledTransactionIsNotContinued() {
        transactions.begin(tally);
        statements.next(0);
        statements.next(2);
        assertThat(transactions.cancel()).isTrue();
        assertThat(statements.next()).isEqualTo(Step.CANCELLED);
        assertThat(transactions.isOpen()).isTrue();
        assertThat(transactions.cancel()).isTrue();
    }

    @Test
    void cancelBeforeCommitPreventsCommit() {
        transactions.begin(tally);
        for (long changedRows : new long[] {0, 2, 2, 1}) {
            statements.next(changedRows);
        }
        transactions.cancel();
        assertThat(statements.next()).isEqualTo(Step.CANCELLED);
        assertThat(statements.sent).doesNotContain("COMMIT");
    }

    @Test
    void commitIsNotInterrupted() {
        transactions.begin(tally);
        for (long changedRows : new long[] {0, 2, 2, 1}) {
            statements.next(changedRows);
        }
        statements.next();
        assertThat(transactions.cancel()).isFalse();
        transactions.onResponse(0, false);
        assertThat(statements.next()).isEqualTo(Step.COMPLETE);
        assertThat(tally.loggedTransactions()).isEqualTo(1);
    }

    @Test
    void missingRowsFailTheLoad() {
        transactions.begin(tally);
        statements.next(0);
        statements.next(2);
        statements.next();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> transactions.onResponse(1, false))
                .withMessageContaining("large_transaction lacks rows from id 1002");
        assertThat(transactions.isOpen()).isTrue();
    }

    private void completeTransaction(long... changedRows) {
        transactions.begin(tally);
        statements.next(0);
        for (long rows : changedRows) {
            statements.next(rows);
        }
        statements.next(0);
        assertThat(statements.next()).isEqualTo(Step.COMPLETE);
        assertThat(transactions.isOpen()).isFalse();
    }

    private void useKind(RowChange kind, boolean stamped) {
        transactions = newTransactions(kind, stamped);
        statements = newRecorder(kind, stamped);
    }

    private static LargeTransactionStatements newTransactions(RowChange kind, boolean stamped) {
        AtomicLong nextId = new AtomicLong(1_000);
        return new LargeTransactionStatements(
                new TransactionShape(kind, 5, 10, 2, 0), new RowStamp(stamped), () -> nextId.getAndAdd(5));
    }

    private RecordedStatements newRecorder(RowChange kind, boolean stamped) {
        return new RecordedStatements(LargeTransactionStatements.templates(kind, new RowStamp(stamped)), transactions);
    }

    private static String update(long firstId, long lastId) {
        return "UPDATE large_transaction SET n = n + 1, data = CONCAT(SUBSTRING(data, 2), LEFT(data, 1))"
                + " WHERE id BETWEEN " + firstId + " AND " + lastId;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.workload.RecordedStatements;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Transactions;
import io.github.cdctester.workload.Transactions.Step;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TransferTransactionsTest {

    private static final Transfers SPEC = Transfers.between(50).random(RandomNumbers.DEFAULT.seed(42));
    private static final Pattern UPDATE = Pattern.compile(
            "P:UPDATE accounts SET balance = balance \\+ (-?\\d+), changes = changes \\+ 1 WHERE id = (\\d+)");

    private final StatementTally tally = new StatementTally();

    @Test
    void writesSameStatementsForSameSeed() {
        RecordedStatements preparedStatements = newRecorder(SPEC);
        assertThat(preparedStatements.runToEnd()).isEqualTo(Step.COMPLETE);
        assertThat(preparedStatements.sent)
                .containsExactly(
                        "(P):BEGIN",
                        "P:UPDATE accounts SET balance = balance + -22, changes = changes + 1 WHERE id = 21",
                        "P:UPDATE accounts SET balance = balance + 22, changes = changes + 1 WHERE id = 28",
                        "(P):COMMIT");
        assertThat(List.of(tally.writes(), tally.others(), tally.loggedTransactions()))
                .containsExactly(2L, 2L, 1L);
        RecordedStatements textStatements = newRecorder(SPEC.sending(new StatementSending(PsMode.DISABLE, false, 0)));
        textStatements.runToEnd();
        assertThat(textStatements.sent)
                .isEqualTo(preparedStatements.sent.stream()
                        .map(sql -> sql.replaceFirst("^.*P.?:", ""))
                        .toList());
    }

    @Test
    void updatesAccountsInOrderWithoutChangingSum() {
        RecordedStatements statements = newRecorder(SPEC.transfers(20));
        statements.runToEnd();
        assertThat(statements.sent).hasSize(42);
        List<MatchResult> updates = statements.sent.subList(1, 41).stream()
                .map(sql -> UPDATE.matcher(sql).results().findFirst().orElseThrow())
                .toList();
        assertThat(updates.stream().map(update -> Integer.valueOf(update.group(2))))
                .isSorted();
        assertThat(updates.stream()
                        .mapToInt(update -> Integer.parseInt(update.group(1)))
                        .sum())
                .isZero();
    }

    @Test
    void stampsRows() {
        RecordedStatements statements = newRecorder(SPEC.stamp(true));
        statements.next(0);
        statements.next(1);
        assertThat(statements.last())
                .matches("P:UPDATE accounts SET balance = balance \\+ -?\\d+, changes = changes \\+ 1,"
                        + " cdc_seq = 0, cdc_at = \\d{16} WHERE id = \\d+");
    }

    @Test
    void nextAttemptStartsWithBegin() {
        TransferWorkload workload = new TransferWorkload(SPEC, SharedNumbers.forSingleProcess(42));
        Transactions transactions = workload.transactions(0);
        RecordedStatements statements = new RecordedStatements(workload.templates(), transactions);
        transactions.begin(tally);
        statements.next(0);
        statements.next(1);
        statements.next(); // the server rejects this statement
        assertThat(transactions.isOpen()).isTrue();
        assertThat(transactions.mayHaveCommitted()).isFalse();
        transactions.rolledBack();
        assertThat(transactions.isOpen()).isFalse();
        statements.sent.clear();
        transactions.begin(tally);
        assertThat(statements.runToEnd()).isEqualTo(Step.COMPLETE);
        assertThat(statements.sent).hasSize(4).startsWith("(P):BEGIN").endsWith("(P):COMMIT");
        assertThat(transactions.mayHaveCommitted()).isTrue();
        assertThat(tally.loggedTransactions()).isEqualTo(1);
    }

    private RecordedStatements newRecorder(Transfers spec) {
        TransferWorkload workload = new TransferWorkload(spec, SharedNumbers.forSingleProcess(42));
        Transactions transactions = workload.transactions(0);
        transactions.begin(tally);
        return new RecordedStatements(workload.templates(), transactions);
    }
}

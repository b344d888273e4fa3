// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.workload.RecordedStatements;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.StatementWriter;
import io.github.cdctester.workload.Transactions;
import io.github.cdctester.workload.Transactions.Step;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptTransactionsTest {

    private static final SysbenchSpec WRITE_ONLY =
            Sysbench.oltpWriteOnly().tables(3).tableSize(1_000).random(RandType.UNIFORM, 42);

    private final StatementTally tally = new StatementTally();

    @Test
    void writesSameStatementsForSameSeed() {
        RecordedStatements preparedStatements = newRecorder(WRITE_ONLY);
        assertThat(preparedStatements.runToEnd()).isEqualTo(Step.COMPLETE);
        assertThat(preparedStatements.sent)
                .containsExactly(
                        "(P):BEGIN",
                        "P:UPDATE sbtest3 SET k=k+1 WHERE id=528",
                        "P:UPDATE sbtest1 SET c='15404011041-29974784682-36466762466-38893984078-36873237889-70915412370"
                                + "-09573855804-07596277627-60638924340-52602824682' WHERE id=614",
                        "P:DELETE FROM sbtest3 WHERE id=878",
                        "P:INSERT INTO sbtest3 (id, k, c, pad) VALUES (878, 771, '08719954505-60820879731-68971855030"
                                + "-47939002907-54645217367-06029306801-64589216760-88033794675-41415699833-49823871463'"
                                + ", '37759587214-65123091621-44656125259-05536502775-73267097114')",
                        "(P):COMMIT");
        RecordedStatements stamped = newRecorder(WRITE_ONLY.stamp(true));
        stamped.runToEnd();
        assertThat(stamped.sent.get(1)).matches("P:UPDATE sbtest3 SET k=k\\+1, cdc_seq=0, cdc_at=\\d{16} WHERE id=528");
        assertThat(stamped.sent.get(4))
                .matches(".*\\(id, k, c, pad, cdc_seq, cdc_at\\) .*-73267097114', 0, \\d{16}\\)");
        RecordedStatements textStatements = newRecorder(WRITE_ONLY.psMode(PsMode.DISABLE));
        textStatements.runToEnd();
        assertThat(textStatements.sent)
                .isEqualTo(preparedStatements.sent.stream()
                        .map(sql -> sql.replaceFirst("^.*P.?:", ""))
                        .toList());
    }

    @Test
    void listsOnlyRequiredTemplates() {
        assertThat(workload(WRITE_ONLY).templates())
                .hasSize(2 + 4 * 3)
                .startsWith(
                        new StatementTemplate("BEGIN", Sending.PREPARED_IF_POSSIBLE),
                        new StatementTemplate("COMMIT", Sending.PREPARED_IF_POSSIBLE),
                        new StatementTemplate("UPDATE sbtest1 SET k=k+1 WHERE id=?", Sending.PREPARED),
                        new StatementTemplate("UPDATE sbtest2 SET k=k+1 WHERE id=?", Sending.PREPARED));
        assertThat(workload(WRITE_ONLY.psMode(PsMode.DISABLE).tables(1_000_000)).templates())
                .hasSize(2 + 4)
                .contains(new StatementTemplate("DELETE FROM sbtest? WHERE id=?", Sending.TEXT));
        assertThat(workload(Sysbench.oltpInsert().tables(5)).templates())
                .containsExactly(
                        new StatementTemplate("INSERT INTO sbtest? (id, k, c, pad) VALUES (?, ?, ?, ?)", Sending.TEXT));
        SysbenchWorkload sharedWorkload = workload(WRITE_ONLY);
        assertThat(sharedWorkload.templates()).isSameAs(sharedWorkload.templates());
        assertThat(sharedWorkload.preparedStatements()).isEqualTo(4 * 3 + 1);
    }

    @Test
    void reportsStateAtEachStep() {
        Transactions transactions = workload(WRITE_ONLY).transactions(0);
        RecordedStatements statements =
                new RecordedStatements(workload(WRITE_ONLY).templates(), transactions);
        transactions.begin(tally);
        statements.next();
        assertState(transactions, false, false);
        transactions.onResponse(0, false);
        assertState(transactions, true, false);
        for (int statement = 0; statement < 4; statement++) {
            statements.next(1);
            assertState(transactions, true, false);
        }
        statements.next();
        assertThat(statements.last()).isEqualTo("(P):COMMIT");
        assertState(transactions, true, true);
        transactions.onResponse(0, false);
        assertState(transactions, false, true);
        assertThat(statements.next()).isEqualTo(Step.COMPLETE);
        assertThat(transactions.kind()).isZero();
        assertThat(transactions.cancel()).isFalse();
        assertThat(List.of(tally.writes(), tally.others(), tally.loggedTransactions()))
                .containsExactly(4L, 2L, 1L);
    }

    @Test
    void nextAttemptStartsWithBegin() {
        Transactions transactions = workload(WRITE_ONLY).transactions(0);
        RecordedStatements statements =
                new RecordedStatements(workload(WRITE_ONLY).templates(), transactions);
        for (int responses = 0; responses < 6; responses++) {
            statements.sent.clear();
            transactions.begin(tally);
            for (int statement = 0; statement < responses; statement++) {
                statements.next(1);
            }
            statements.next(); // the server rejects this statement
            assertThat(transactions.isOpen())
                    .as("after %d responses", responses)
                    .isEqualTo(responses > 0);
            if (responses % 2 == 0) {
                transactions.rolledBack();
            } else {
                transactions.connectionLost(false);
            }
            assertThat(transactions.isOpen()).isFalse();
        }
        assertThat(tally.loggedTransactions()).isZero();
        tally.clear();
        statements.sent.clear();
        transactions.begin(tally);
        assertState(transactions, false, false);
        assertThat(statements.runToEnd()).isEqualTo(Step.COMPLETE);
        assertThat(statements.sent).hasSize(6).startsWith("(P):BEGIN").endsWith("(P):COMMIT");
        assertThat(statements.sent.get(3)).startsWith("P:DELETE");
        assertThat(statements.sent.get(4)).startsWith("P:INSERT");
        assertThat(List.of(tally.writes(), tally.others(), tally.loggedTransactions()))
                .containsExactly(4L, 2L, 1L);
    }

    @Test
    void insertsDeletedId() {
        RecordedStatements statements = newRecorder(WRITE_ONLY.statements(StatementGroup.DELETE_INSERTS, 20));
        statements.runToEnd();
        for (int pair = 0; pair < 20; pair++) {
            String delete = statements.sent.get(3 + 2 * pair);
            String table = delete.replaceAll(".*(sbtest\\d).*", "$1");
            String id = delete.replaceAll(".*id=", "");
            assertThat(statements.sent.get(4 + 2 * pair))
                    .startsWith("P:INSERT INTO " + table + " (id, k, c, pad) VALUES (" + id + ", ");
        }
    }

    @Test
    void countsEachChangingStatementInAutocommitMode() {
        SysbenchSpec spec = Sysbench.oltpReadWrite().skipTrx(true);
        Transactions transactions = workload(spec).transactions(0);
        RecordedStatements statements = new RecordedStatements(workload(spec).templates(), transactions);
        transactions.begin(tally);
        for (int statement = 0; statement < 18; statement++) {
            assertThat(statements.next()).isEqualTo(Step.STATEMENT);
            assertState(transactions, false, true);
            transactions.onResponse(statement == 17 ? 0 : 1, statement == 0);
        }
        assertThat(statements.next()).isEqualTo(Step.COMPLETE);
        assertThat(List.of(tally.reads(), tally.writes(), tally.others(), tally.loggedTransactions()))
                .containsExactly(14L, 4L, 0L, 3L);
        assertThat(tally.statementsWithoutRow()).as("9 point selects, 1 INSERT").isEqualTo(10);
    }

    @Test
    void allocatesNothingPerStatement() {
        Transactions transactions = workload(Sysbench.oltpReadWrite()).transactions(0);
        StatementWriter ignoringWriter = new StatementWriter() {
            @Override
            public void template(int index) {}

            @Override
            public void number(long value) {}

            @Override
            public void text(byte[] ascii, int from, int length) {}

            @Override
            public void sql(byte[] ascii, int from, int length) {}
        };
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocatedBytes = 0;
        for (int round = 0; round < 2; round++) { // the first round loads classes
            long bytesBefore =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int transaction = 0; transaction < 10_000; transaction++) {
                transactions.begin(tally);
                while (transactions.next(ignoringWriter) == Step.STATEMENT) {
                    transactions.onResponse(1, true);
                }
            }
            allocatedBytes =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytesBefore;
        }
        assertThat(allocatedBytes).as("bytes for 200,000 statements").isLessThan(200_000);
        assertThat(tally.loggedTransactions()).isEqualTo(20_000);
    }

    private static void assertState(Transactions transactions, boolean isOpen, boolean mayHaveCommitted) {
        assertThat(transactions.isOpen()).isEqualTo(isOpen);
        assertThat(transactions.mayHaveCommitted()).isEqualTo(mayHaveCommitted);
    }

    private RecordedStatements newRecorder(SysbenchSpec spec) {
        SysbenchWorkload workload = workload(spec);
        Transactions transactions = workload.transactions(0);
        transactions.begin(tally);
        return new RecordedStatements(workload.templates(), transactions);
    }

    private static SysbenchWorkload workload(SysbenchSpec spec) {
        return new SysbenchWorkload(
                spec, SharedNumbers.forSingleProcess(spec.random().seed()));
    }
}

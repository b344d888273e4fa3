// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.StatementSending;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SessionStatements;
import io.github.cdctester.internal.workload.random.WeightedChoice;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes transactions of random kinds in one session. */
final class ScriptedSession implements WorkloadSession {

    private record TransactionKind(boolean autocommit, boolean rollsBack, StepFactory.Step body) {}

    private final SessionStatements statements;
    private final TransactionKind[] kinds;
    private final WeightedChoice kindChoice;
    private final TransactionState state = new TransactionState();
    private int nextKind;

    ScriptedSession(Script script, StatementSending sending, Connection connection, ValueRandoms draws)
            throws SQLException {
        if (script.isolation() != 0) {
            connection.setTransactionIsolation(script.isolation());
        }
        List<Script.Transaction> transactions = script.transactions();
        statements = new SessionStatements(connection, sending.psMode());
        try {
            SessionStatements.setIfPossible(statements.text(), SessionStatements.TIME_ZONE);
            boolean hasTransactions =
                    transactions.stream().anyMatch(transaction -> !transaction.autocommit()) && !sending.skipTrx();
            if (hasTransactions) {
                statements.prepareTransactions();
            }
            StepFactory steps = new StepFactory(statements, sending.psMode(), script.tables(), draws);
            Scope stamp = new Scope(null);
            stamp.put(StampedSql.SEQUENCE, new Value.SuppliedNumber(state::stamp));
            stamp.put(StampedSql.TIME, new Value.SuppliedNumber(RowStamp::now));
            kinds = new TransactionKind[transactions.size()];
            for (int i = 0; i < kinds.length; i++) {
                Script.Transaction kind = transactions.get(i);
                kinds[i] = new TransactionKind(
                        kind.autocommit() || sending.skipTrx(), kind.rollsBack(), steps.create(kind.body(), stamp));
            }
        } catch (SQLException | RuntimeException e) {
            statements.closeAfter(e);
            throw e;
        }
        kindChoice = new WeightedChoice(
                transactions.stream().map(Script.Transaction::weight).toList(), draws.random());
        nextKind = kindChoice.next();
    }

    /** Draws the next kind only after the transaction has completed, so that retries do not change the mix. */
    @Override
    public int execute(StatementTally tally) throws SQLException {
        int kindIndex = nextKind;
        TransactionKind kind = kinds[kindIndex];
        state.begin(tally, kind.autocommit());
        if (kind.autocommit()) {
            kind.body().run(state);
        } else {
            statements.begin();
            tally.other();
            if (!kind.body().run(state) || kind.rollsBack()) {
                reset();
                tally.other();
                tally.rolledBack();
            } else {
                state.beforeCommit();
                statements.commit();
                state.recordCommit();
            }
        }
        nextKind = kindChoice.next();
        return kindIndex;
    }

    @Override
    public boolean mayHaveCommitted() {
        return state.mayHaveCommitted();
    }

    @Override
    public void reset() throws SQLException {
        statements.rollback();
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }

    static final class TransactionState {

        private StatementTally tally = new StatementTally();
        private boolean autocommit;
        private boolean changesRows;
        private boolean isCommitting;

        void begin(StatementTally statementTally, boolean eachStatementCommits) {
            tally = statementTally;
            autocommit = eachStatementCommits;
            changesRows = false;
            isCommitting = false;
        }

        /** Must be called before a statement that may write is sent. */
        void beforeWrite() {
            isCommitting |= autocommit;
        }

        /** Must be called before COMMIT is sent. A COMMIT without a response is irrelevant if no rows were changed. */
        void beforeCommit() {
            isCommitting = changesRows;
        }

        long stamp() {
            return tally.stamp();
        }

        void recordRead() {
            tally.read();
        }

        /** @param target {@code null} if unknown */
        void recordWrite(long rows, @Nullable WrittenTable target) {
            tally.write();
            changesRows |= rows > 0;
            if (rows == 0) {
                tally.foundNoRow();
            }
            if (target != null) {
                target.record(tally, rows);
            }
            if (autocommit && rows > 0) {
                // with autocommit, the failure of a later statement does not undo this statement
                tally.onCommit();
            }
        }

        void recordCommit() {
            tally.other();
            if (changesRows) {
                tally.onCommit();
            }
        }

        boolean mayHaveCommitted() {
            return isCommitting;
        }
    }
}

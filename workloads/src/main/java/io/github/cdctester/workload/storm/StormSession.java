// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.StepJournal;
import io.github.cdctester.internal.workload.StepJournal.JournalStep;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.storm.StormStep.Sql;
import io.github.cdctester.workload.storm.StormStep.Unit;
import io.github.cdctester.workload.storm.StormTables.Turn;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Executes steps one after the other. After a failure, a step continues with the failed {@link Unit}; a rebuild starts again. */
final class StormSession implements WorkloadSession {

    /** XAER_NOTA: there is no such XA transaction. */
    private static final int UNKNOWN_XID_ERROR = 1397;

    private static final int LOCK_WAIT_SECONDS = 3;

    private final Statement statement;
    private final StormTables stormTables;
    private final StepJournal journal;
    private @Nullable Turn turn;
    private @Nullable StormStep step;
    private int unitsDone;
    private boolean isCommitting;
    private boolean isTransactionOpen;
    private String xid = "";

    StormSession(Connection connection, StormTables stormTables, StepJournal journal) throws SQLException {
        statement = connection.createStatement();
        // killed connections may hold locks for a while; statements that wait for such locks are retried
        statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS + ", innodb_lock_wait_timeout = "
                + LOCK_WAIT_SECONDS);
        this.stormTables = stormTables;
        this.journal = journal;
    }

    @Override
    public int execute(StatementTally tally) throws SQLException {
        isCommitting = stormTables.mustDropUnusedTable.getAndSet(false);
        if (isCommitting) {
            statement.execute("DROP TABLE IF EXISTS " + StormObjects.UNUSED);
            tally.other();
            tally.onCommit();
        }
        isCommitting = false;
        Turn currentTurn = turn == null ? nextSentTurn() : turn;
        turn = currentTurn;
        if (currentTurn == null) {
            return CANCELLED;
        }
        StormTable table = currentTurn.table();
        StormStep currentStep = step;
        if (currentStep == null) {
            currentStep = table.isDoubtful ? rebuildStep(table) : table.next();
            step = currentStep;
            journal.startStep(
                    new JournalStep(currentTurn.number(), currentStep.kind().name(), currentStep.table()));
        }
        boolean isRebuilding = currentStep.kind().equals(StormKind.REBUILD);
        try {
            for (; unitsDone < currentStep.units().size(); unitsDone++) {
                sendUnit(currentStep.units().get(unitsDone), tally);
            }
        } catch (SQLException e) {
            if (isRebuilding) {
                step = null; // the next attempt queries the existing objects again
                unitsDone = 0;
            }
            if (stormTables.spec.only().isEmpty()
                    || String.valueOf(e.getSQLState()).startsWith("08")) {
                throw withStep(e, currentTurn.number(), currentStep);
            }
            reset(); // the step may depend on a step that is not sent
            tally.onRollback();
        }
        if (isRebuilding) {
            stormTables.onRebuilt(table);
        }
        endStep(table);
        return currentStep.kind().index();
    }

    private void endStep(StormTable table) {
        turn = null;
        step = null;
        unitsDone = 0;
        try {
            journal.endStep();
        } finally {
            stormTables.release(table); // other workers may wait for it
        }
    }

    /** Returns {@code null} if there is no step, or if the thread is interrupted. */
    private @Nullable Turn nextSentTurn() {
        try {
            Turn nextTurn = stormTables.nextTurn();
            while (!stormTables.spec.sends(
                    nextTurn.number())) { // steps that are not sent still advance their tables' sequences
                nextTurn.table().next();
                stormTables.release(nextTurn.table());
                if (stormTables.spec.isPastLast(nextTurn.number())) {
                    return null;
                }
                nextTurn = stormTables.nextTurn();
            }
            xid = nextTurn.table().xid();
            return nextTurn;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private void sendUnit(Unit unit, StatementTally tally) throws SQLException {
        journal.startUnit();
        int countedStatements = 0;
        long changedRows = 0;
        for (int i = 0; i < unit.statements().size(); i++) {
            Sql sql = unit.statements().get(i);
            boolean isLast = i == unit.statements().size() - 1;
            isCommitting = isLast && unit.loggedTransactions() > 0;
            String text = withStamp(sql.text(), tally);
            journal.recordStatement(text);
            boolean hasRows = statement.execute(text);
            isTransactionOpen |= unit.isTransaction();
            long statementRows = hasRows ? 0 : Math.max(0, statement.getLargeUpdateCount());
            sql.record(tally, statementRows);
            countedStatements += sql.table().isEmpty() ? 0 : 1;
            changedRows += statementRows;
            if (sql.writes()) {
                tally.write();
            } else {
                tally.other();
            }
        }
        journal.endUnit();
        isCommitting = false;
        isTransactionOpen = false;
        int loggedTransactions = countedStatements > 0 && changedRows == 0
                ? unit.loggedTransactions() - 1
                : unit.loggedTransactions(); // a transaction without changed rows is not logged
        if (loggedTransactions > 0) {
            journal.recordStamp(tally.stamp());
        } else if (unit.isTransaction()) {
            tally.onRollback();
        }
        for (int i = 0; i < loggedTransactions; i++) {
            tally.onCommit();
        }
    }

    private static String withStamp(String sql, StatementTally tally) {
        return sql.contains("{seq}")
                ? sql.replace("{seq}", String.valueOf(tally.stamp())).replace("{at}", String.valueOf(RowStamp.now()))
                : sql;
    }

    /** For a table whose last step has an unknown outcome. An XA transaction of this step may still be prepared. */
    private StormStep rebuildStep(StormTable table) throws SQLException {
        try {
            statement.execute("XA ROLLBACK " + table.xid());
        } catch (SQLException e) {
            if (e.getErrorCode() != UNKNOWN_XID_ERROR) {
                throw e;
            }
        }
        return table.rebuildStep(StormObjects.find(statement, table.baseName()));
    }

    private static SQLException withStep(SQLException e, long number, StormStep step) {
        String sql = step.units().get(0).statements().get(0).text();
        String message = String.format(
                "step %d (%s of %s): %s; %.300s", number, step.kind().name(), step.table(), e.getMessage(), sql);
        return new SQLException(message, e.getSQLState(), e.getErrorCode(), e);
    }

    @Override
    public boolean mayHaveCommitted() {
        return isCommitting;
    }

    @Override
    public void reset() throws SQLException {
        if (!isTransactionOpen) {
            return;
        }
        try {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            // XAER_RMFAIL: the session is in an XA transaction
            endXa();
        }
        isTransactionOpen = false;
    }

    private void endXa() throws SQLException {
        try {
            statement.execute("XA END " + xid);
        } catch (SQLException e) {
            // the XA transaction was already ended, or rolled back by the server
        }
        statement.execute("XA ROLLBACK " + xid);
    }

    /** The outcome of an interrupted step is unknown. */
    @Override
    public void close() throws SQLException {
        Turn unfinishedTurn = turn;
        if (unfinishedTurn != null) {
            unfinishedTurn.table().isDoubtful = true;
            endStep(unfinishedTurn.table());
        }
        try (statement) {
            reset();
        }
    }
}

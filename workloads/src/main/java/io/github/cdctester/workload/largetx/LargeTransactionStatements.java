// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.BracketedTransactions;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.StatementWriter;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The large transactions of one worker, with statements of limited size. */
final class LargeTransactionStatements extends BracketedTransactions {

    private static final long NO_ID = -1;

    private static final int RANGE_TEMPLATE = 2;

    private final TransactionShape shape;
    private final RowStamp stamp;
    private final LongSupplier firstIds;

    /** {@code null} if the transactions insert no rows. */
    private final @Nullable RowStatement insertText;

    /** The first id of the current transaction, or of a transaction that will be retried. */
    private long firstId = NO_ID;

    /** Rows changed by earlier statements of the transaction. */
    private long doneRows;

    private long statementRows;

    private volatile boolean cancelled;

    LargeTransactionStatements(TransactionShape shape, RowStamp stamp, LongSupplier firstIds) {
        super(true);
        this.shape = shape;
        this.stamp = stamp;
        this.firstIds = firstIds;
        boolean inserts = shape.kind() == RowChange.INSERT || shape.kind() == RowChange.INSERT_SELECT;
        insertText = inserts
                ? new RowStatement(
                        shape.dataBytes(), shape.maxRowsPerStatement(), stamp.isEnabled(), new SplittableRandom())
                : null;
    }

    static List<StatementTemplate> templates(RowChange kind, RowStamp stamp) {
        List<StatementTemplate> templates = new ArrayList<>(brackets(PsMode.DISABLE));
        String whereIdInRange = " WHERE id BETWEEN ? AND ?";
        switch (kind) {
            case INSERT -> {}
            case UPDATE ->
                templates.add(textTemplate(
                        "UPDATE large_transaction SET n = n + 1, data = CONCAT(SUBSTRING(data, 2), LEFT(data, 1))"
                                + stamp.setClause() + whereIdInRange));
            case DELETE -> templates.add(textTemplate("DELETE FROM large_transaction" + whereIdInRange));
            case INSERT_SELECT ->
                templates.add(textTemplate(
                        "INSERT INTO large_transaction (id, n, data" + stamp.columnNames() + ") SELECT id + ?, n, data"
                                + stamp.placeholders() + " FROM large_transaction" + whereIdInRange));
        }
        return templates;
    }

    private static StatementTemplate textTemplate(String sql) {
        return new StatementTemplate(sql, Sending.TEXT);
    }

    @Override
    protected void restart() {
        doneRows = 0;
        if (firstId == NO_ID) {
            firstId = firstIds.getAsLong();
        }
    }

    @Override
    protected boolean write(StatementWriter statement) {
        long remainingRows = shape.rows() - doneRows;
        if (remainingRows == 0) {
            return false;
        }
        boolean copiesRows = shape.kind() == RowChange.INSERT_SELECT && doneRows > 0;
        statementRows = Math.min(copiesRows ? doneRows : shape.maxRowsPerStatement(), remainingRows);
        if (insertText != null && !copiesRows) {
            int length = insertText.put(firstId + doneRows, (int) statementRows, tally.stamp(), RowStamp.now());
            statement.sql(insertText.bytes(), 0, length);
            return true;
        }
        statement.template(RANGE_TEMPLATE);
        if (copiesRows) {
            statement.number(doneRows);
        }
        if (shape.kind() != RowChange.DELETE) {
            stamp.write(statement, tally);
        }
        long fromId = copiesRows ? firstId : firstId + doneRows;
        statement.number(fromId);
        statement.number(fromId + statementRows - 1);
        return true;
    }

    @Override
    protected void count(long changedRows, boolean foundRow) {
        tally.write();
        switch (shape.kind()) {
            case INSERT, INSERT_SELECT -> tally.inserted(LargeTransactionTable.NAME, changedRows);
            case UPDATE -> tally.updated(LargeTransactionTable.NAME, changedRows);
            case DELETE -> tally.deleted(LargeTransactionTable.NAME, changedRows);
        }
        if (changedRows != statementRows) {
            throw new RunFailedException("large_transaction lacks rows from id " + (firstId + doneRows)
                    + ": run " + Setting.CLEANUP + " and " + Setting.PREPARE + " with the options of this run, "
                    + Setting.THREADS + " included");
        }
        doneRows += statementRows;
    }

    @Override
    protected void countCommit() {
        firstId = NO_ID;
        tally.onCommit();
    }

    @Override
    public void connectionLost(boolean unknownOutcome) {
        rolledBack();
        if (unknownOutcome) {
            firstId = NO_ID;
        }
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

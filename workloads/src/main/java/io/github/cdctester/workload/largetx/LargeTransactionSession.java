// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Executes large transactions one after the other, with statements of limited size. */
final class LargeTransactionSession implements WorkloadSession {

    private static final long NO_ID = -1;

    private final Statement statement;
    private final TransactionShape shape;
    private final RowStamp stamp;
    private final LongSupplier firstIds;
    private final RowStatement text;

    /** The first row of the current transaction, or of a transaction that will be retried. */
    private long firstId = NO_ID;

    private boolean open;
    private volatile boolean committing;
    private volatile boolean cancelled;

    LargeTransactionSession(Statement statement, TransactionShape shape, RowStamp stamp, LongSupplier firstIds) {
        this.statement = statement;
        this.shape = shape;
        this.stamp = stamp;
        this.firstIds = firstIds;
        text = new RowStatement(shape.dataBytes(), shape.rowsAStatement(), stamp.on(), new SplittableRandom());
    }

    @Override
    public int execute(StatementTally tally) throws SQLException {
        committing = false;
        if (firstId == NO_ID) {
            firstId = firstIds.getAsLong();
        }
        statement.execute("BEGIN");
        open = true;
        tally.other();
        if (!change(tally)) {
            reset();
            return CANCELLED;
        }
        committing = true;
        statement.execute("COMMIT");
        open = false;
        firstId = NO_ID;
        tally.other();
        tally.logged();
        return 0;
    }

    /** Sends the statements between BEGIN and COMMIT. Returns false if the session was cancelled meanwhile. */
    private boolean change(StatementTally tally) throws SQLException {
        long done = 0;
        while (done < shape.rows() && !cancelled) {
            long rows = Math.min(shape.rowsAStatement(), shape.rows() - done);
            String sql = switch (shape.kind()) {
                case INSERT -> values(firstId + done, rows, tally);
                case UPDATE ->
                    "UPDATE large_transaction SET n = n + 1, data = CONCAT(SUBSTRING(data, 2), LEFT(data, 1))"
                            + stamp.set(tally) + range(done, rows);
                case DELETE -> "DELETE FROM large_transaction" + range(done, rows);
                case INSERT_SELECT -> {
                    if (done == 0) {
                        yield values(firstId, rows, tally);
                    }
                    rows = Math.min(done, shape.rows() - done);
                    yield "INSERT INTO large_transaction (id, n, data" + stamp.names() + ") SELECT id + " + done
                            + ", n, data" + stamp.values(tally) + " FROM large_transaction" + range(0, rows);
                }
            };
            long changed;
            try {
                changed = statement.executeLargeUpdate(sql);
            } catch (SQLException e) {
                if (cancelled) {
                    return false;
                }
                throw e;
            }
            tally.write();
            switch (shape.kind()) {
                case INSERT, INSERT_SELECT -> tally.inserted(LargeTransactionTable.NAME, changed);
                case UPDATE -> tally.updated(LargeTransactionTable.NAME, changed);
                case DELETE -> tally.deleted(LargeTransactionTable.NAME, changed);
            }
            if (changed != rows) {
                throw new RunFailedException("large_transaction lacks rows from id " + (firstId + done)
                        + ": run " + Setting.CLEANUP + " and " + Setting.PREPARE + " with the options of this run, "
                        + Setting.THREADS + " included");
            }
            done += rows;
        }
        return !cancelled;
    }

    private String values(long first, long rows, StatementTally tally) {
        return text.of(first, (int) rows, tally.stamp(), RowStamp.now());
    }

    private String range(long from, long rows) {
        return " WHERE id BETWEEN " + (firstId + from) + " AND " + (firstId + from + rows - 1);
    }

    @Override
    public boolean mayHaveCommitted() {
        return committing;
    }

    @Override
    public void cancel() {
        cancelled = true;
        if (!committing) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // the session then ends after its current statement
            }
        }
    }

    @Override
    public void reset() throws SQLException {
        statement.execute("ROLLBACK");
        open = false;
    }

    @Override
    public void close() throws SQLException {
        try (statement) {
            if (open) {
                reset();
            }
        }
    }
}

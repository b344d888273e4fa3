// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import org.jspecify.annotations.Nullable;

/**
 * Counts the work of one transaction: statements in sysbench's categories, and the commits and rows that the binlog
 * must contain. Rows are reported before their commit, with the table name without schema. Confined to one worker's
 * thread, which reads and clears the counts.
 */
public final class StatementTally {

    private long reads;
    private long writes;
    private long other;
    private long loggedCommits;
    private long rolledBack;
    private long foundNoRow;
    private final @Nullable ChangedRows rows;

    /** Creates an empty tally that does not count rows. */
    public StatementTally() {
        rows = null;
    }

    /** Creates an empty tally; {@code rows} receives the changed rows. */
    public StatementTally(ChangedRows rows) {
        this.rows = rows;
    }

    /**
     * Returns the number for the column {@code cdc_seq} of rows that the current transaction inserts or updates. The number
     * changes after each commit and rollback. Report rows with this number to {@link #inserted} and {@link #updated}.
     *
     * @return the number; 0 if rows are not stamped
     */
    public long stamp() {
        return rows == null ? 0 : rows.sequence();
    }

    /** Counts a SELECT. */
    public void read() {
        reads++;
    }

    /** Counts an INSERT, UPDATE or DELETE. */
    public void write() {
        writes++;
    }

    /** Counts any other statement, for example BEGIN or COMMIT. */
    public void other() {
        other++;
    }

    /**
     * Counts a statement that should have read or changed rows and found none. Also call {@link #read} or {@link
     * #write} for this statement.
     */
    public void foundNoRow() {
        foundNoRow++;
    }

    /**
     * Counts a commit of a transaction that changed rows, so that the binlog must contain it. Call this once for each
     * such commit, even if one execution makes several (autocommit).
     */
    public void onCommit() {
        loggedCommits++;
        if (rows != null) {
            rows.onCommit();
        }
    }

    /**
     * Counts the rows that an INSERT inserted.
     *
     * @param table the table's name without schema
     * @param count the driver's update count; 0 or less for none
     */
    public void inserted(String table, long count) {
        if (rows != null && count > 0) {
            rows.inserted(table, count);
        }
    }

    /**
     * Counts the rows that an UPDATE changed, without rows that only matched.
     *
     * @param table the table's name without schema
     * @param count the driver's update count; 0 or less for none
     */
    public void updated(String table, long count) {
        if (rows != null && count > 0) {
            rows.updated(table, count);
        }
    }

    /**
     * Counts the rows that a DELETE deleted.
     *
     * @param table the table's name without schema
     * @param count the driver's update count; 0 or less for none
     */
    public void deleted(String table, long count) {
        if (rows != null && count > 0) {
            rows.deleted(table, count);
        }
    }

    /** Discards uncommitted rows: the transaction was rolled back, and is retried or given up. */
    public void onRollback() {
        if (rows != null) {
            rows.onRollback();
        }
    }

    /** Reports that the connection broke and the outcome of the transaction is unknown. */
    public void onUnknownOutcome() {
        if (rows != null) {
            rows.onUnknownOutcome();
        }
    }

    /** Counts a transaction that was rolled back intentionally. */
    public void rolledBack() {
        rolledBack++;
        onRollback();
    }

    /** Returns the number of SELECTs since the last {@link #clear()}. */
    public long reads() {
        return reads;
    }

    /** Returns the number of INSERTs, UPDATEs and DELETEs since the last {@link #clear()}. */
    public long writes() {
        return writes;
    }

    /** Returns the number of other statements since the last {@link #clear()}. */
    public long others() {
        return other;
    }

    /** Returns the number of commits that the binlog must contain, since the last {@link #clear()}. */
    public long loggedTransactions() {
        return loggedCommits;
    }

    /** Returns the number of intentionally rolled back transactions since the last {@link #clear()}. */
    public long rolledBackTransactions() {
        return rolledBack;
    }

    /** Returns the number of SELECTs, UPDATEs and DELETEs that found no row, since the last {@link #clear()}. */
    public long statementsWithoutRow() {
        return foundNoRow;
    }

    /** Sets all counts to zero. */
    public void clear() {
        reads = 0;
        writes = 0;
        other = 0;
        loggedCommits = 0;
        rolledBack = 0;
        foundNoRow = 0;
    }

    /**
     * Receives the rows changed by one worker's statements, according to the server's responses, and the outcome of
     * their transactions. Called in the worker's thread. Table names have no schema.
     */
    public interface ChangedRows {

        /** Reports inserted rows of a table, at least 1. */
        void inserted(String table, long rows);

        /** Reports rows of a table, at least 1, that an UPDATE changed. Rows that it only matched are not included. */
        void updated(String table, long rows);

        /** Reports deleted rows of a table, at least 1. */
        void deleted(String table, long rows);

        /** Reports that the changes since the end of the previous transaction are committed. */
        void onCommit();

        /** Reports that the changes since the end of the previous transaction were rolled back. */
        void onRollback();

        /** Reports that the outcome of the changes since the end of the previous transaction is unknown. */
        default void onUnknownOutcome() {
            onRollback();
        }

        /**
         * Returns the stamp for rows of the current transaction; between two transactions, the stamp of the next transaction.
         *
         * @return at least 1; 0 if rows are not stamped
         */
        default long sequence() {
            return 0;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import org.jspecify.annotations.Nullable;

/**
 * Counts of a worker's last transaction: statements as sysbench counts them, and what of it must be in the binlog.
 * Rows are counted before their commit, by the table's name without its schema's. Confined to one worker's thread, which
 * reads and clears it.
 */
public final class StatementTally {

    private long reads;
    private long writes;
    private long other;
    private long logged;
    private long rolledBack;
    private long foundNoRow;
    private final @Nullable ChangedRows rows;
    private final @Nullable Stamp stamp;

    /** Creates an empty tally, which does not count rows. */
    public StatementTally() {
        rows = null;
        stamp = null;
    }

    /** Creates an empty tally; {@code rows} receives the changed rows. */
    public StatementTally(ChangedRows rows) {
        this.rows = rows;
        stamp = rows instanceof Stamp of ? of : null;
    }

    /**
     * The number for the column {@code cdc_seq} of the rows that the present transaction inserts or updates: a new one after each
     * commit and each rollback. Report rows with this number to {@link #inserted} and {@link #updated}.
     *
     * @return the number; 0 if rows are not stamped
     */
    public long stamp() {
        return stamp == null ? 0 : stamp.sequence();
    }

    /** Counts a SELECT. */
    public void read() {
        reads++;
    }

    /** Counts an INSERT, UPDATE or DELETE. */
    public void write() {
        writes++;
    }

    /** Counts a BEGIN, COMMIT or anything else. */
    public void other() {
        other++;
    }

    /** Counts a statement, also reported to {@link #read} or {@link #write}, that should read or change rows and found none. */
    public void foundNoRow() {
        foundNoRow++;
    }

    /**
     * Counts a commit that the binlog must have: of a transaction that changed rows. Called once for each, also if a session makes
     * several in one execution (autocommit).
     */
    public void logged() {
        logged++;
        if (rows != null) {
            rows.committed();
        }
    }

    /** Counts the rows that an INSERT made: the driver's update count, 0 or less for none. */
    public void inserted(String table, long count) {
        if (rows != null && count > 0) {
            rows.inserted(table, count);
        }
    }

    /** Counts the rows that an UPDATE changed, rather than found: the driver's update count, 0 or less for none. */
    public void updated(String table, long count) {
        if (rows != null && count > 0) {
            rows.updated(table, count);
        }
    }

    /** Counts the rows that a DELETE took: the driver's update count, 0 or less for none. */
    public void deleted(String table, long count) {
        if (rows != null && count > 0) {
            rows.deleted(table, count);
        }
    }

    /** Forgets rows that were not committed: the transaction was rolled back, and is tried again or given up. */
    public void undone() {
        if (rows != null) {
            rows.undone();
        }
    }

    /** The connection broke, and it is unknown whether the transaction was committed. */
    public void unknown() {
        if (stamp != null) {
            stamp.unknown();
        } else {
            undone();
        }
    }

    /** Counts a transaction that was completed by rolling it back on purpose. */
    public void rolledBack() {
        rolledBack++;
        undone();
    }

    /** SELECTs since the last {@link #clear()}. */
    public long reads() {
        return reads;
    }

    /** INSERTs, UPDATEs and DELETEs since the last {@link #clear()}. */
    public long writes() {
        return writes;
    }

    /** Other statements since the last {@link #clear()}. */
    public long others() {
        return other;
    }

    /** Commits that the binlog must have, since the last {@link #clear()}. */
    public long loggedTransactions() {
        return logged;
    }

    /** Transactions that were rolled back on purpose, since the last {@link #clear()}. */
    public long rolledBackTransactions() {
        return rolledBack;
    }

    /** SELECTs, UPDATEs and DELETEs that found no row, since the last {@link #clear()}. */
    public long statementsWithoutRow() {
        return foundNoRow;
    }

    /** Sets all counts to zero. */
    public void clear() {
        reads = 0;
        writes = 0;
        other = 0;
        logged = 0;
        rolledBack = 0;
        foundNoRow = 0;
    }

    /**
     * Receives the rows that one worker's statements have changed, from the counts in the server's answers, and the outcome of
     * their transaction. Called in the worker's thread. Table names have no schema.
     */
    public interface ChangedRows {

        /** Records that rows, at least 1, were inserted into a table. */
        void inserted(String table, long rows);

        /** Records that rows, at least 1, of a table were changed by an UPDATE, not only matched. */
        void updated(String table, long rows);

        /** Records that rows, at least 1, of a table were deleted. */
        void deleted(String table, long rows);

        /** The changes since the last end are committed. */
        void committed();

        /** Drops the changes since the last end: they were rolled back, or their outcome is unknown. */
        void undone();
    }

    /** Rows that carry the number of the transaction that wrote them. */
    public interface Stamp extends ChangedRows {

        /** The number, from 1, of the transaction that is under way, or of the next one. */
        long sequence();

        /** Marks the changes since the last end: it is unknown whether they were committed. */
        void unknown();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.result.ConsumerResult.Identity;

/**
 * The contents of a line: a row's change, or the end of a transaction.
 *
 * @param table the row's table, with its schema if the line has one
 * @param sequence the stamp in the row after the change; {@link #NONE} without a stamp
 * @param gtid the transaction's; empty for none
 * @param file the log file; empty for none
 * @param position the offset after the transaction's end, with {@code file}
 * @param rows number of rows at a transaction's end; {@link #NONE} if it is not given
 * @param times the timestamps in the line
 * @param order a number that grows along the log and does not fall within a transaction; {@link #NONE} for none
 */
record Change(
        ChangeKind kind,
        String table,
        String key,
        long sequence,
        String gtid,
        String file,
        long position,
        long rows,
        long order,
        ChangeEnd end,
        ChangeTimes times) {

    static final long NONE = -1;

    /** The kind of change. */
    enum ChangeKind {
        /** A row was inserted or updated. */
        WRITTEN,
        /** A row was deleted: its stamp is from the change before. */
        DELETED,
        /** A row of a snapshot, as it was when the snapshot read it. */
        SNAPSHOT,
        /** A row of an incremental snapshot, which omits rows that the stream delivers at the same time. */
        INCREMENTAL,
        /** The line is about a transaction, not about a row. */
        TRANSACTION;

        boolean isOfSnapshot() {
            return this == SNAPSHOT || this == INCREMENTAL;
        }
    }

    /** Marks the end of a transaction. */
    enum ChangeEnd {
        /** Lines of this kind have no end mark. */
        NOT_SAID,
        /** Lines of this kind have an end mark, and this one has none. */
        NOT_YET,
        /** The transaction is complete. */
        HERE
    }

    static Change row(ChangeKind kind, String table, String key, long sequence) {
        return new Change(kind, table, key, sequence, "", "", NONE, NONE, NONE, ChangeEnd.NOT_SAID, ChangeTimes.NONE);
    }

    static Change transaction(String gtid, ChangeEnd end) {
        return new Change(ChangeKind.TRANSACTION, "", "", NONE, gtid, "", NONE, NONE, NONE, end, ChangeTimes.NONE);
    }

    static Change counted(String gtid, long rows) {
        return new Change(
                ChangeKind.TRANSACTION, "", "", NONE, gtid, "", NONE, rows, NONE, ChangeEnd.HERE, ChangeTimes.NONE);
    }

    static Change transactionEnd(String file, long position) {
        return new Change(
                ChangeKind.TRANSACTION, "", "", NONE, "", file, position, NONE, NONE, ChangeEnd.HERE, ChangeTimes.NONE);
    }

    Change in(String transaction, long newOrder, ChangeEnd newEnd) {
        return new Change(kind, table, key, sequence, transaction, file, position, rows, newOrder, newEnd, times);
    }

    Change at(ChangeTimes newTimes) {
        return new Change(kind, table, key, sequence, gtid, file, position, rows, order, end, newTimes);
    }

    /** Returns true if the line has what this identity consists of. */
    boolean has(Identity identity) {
        return switch (identity) {
            case ROW -> sequence >= 0;
            case GTID -> !gtid.isEmpty();
            case POSITION -> !file.isEmpty();
        };
    }
}

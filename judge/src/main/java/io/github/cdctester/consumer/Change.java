// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.result.ConsumerResult.Identity;

/**
 * @param table has a schema if the line has one
 * @param sequence the stamp in {@code cdc_seq}; {@link #NONE} if there is none
 * @param gtid empty if unknown
 * @param file empty if unknown
 * @param position the offset in {@code file} after the transaction's end; {@link #NONE} if unknown
 * @param rows number of rows in the end message of a transaction; {@link #NONE} if unknown
 * @param order a number that never decreases within a transaction, so that a decrease reveals a repetition; {@link #NONE} if there is
 *     none
 */
record Change(
        ChangeKind kind,
        String table,
        RowKey key,
        long sequence,
        String gtid,
        String file,
        long position,
        long rows,
        long order,
        ChangeEnd end,
        ChangeTimes times) {

    static final long NONE = -1;

    enum ChangeKind {
        WRITTEN,
        /** The stamp is from the row's previous change. */
        DELETED,
        SNAPSHOT,
        /** An incremental snapshot omits rows that the stream delivers at the same time. */
        INCREMENTAL,
        /** The beginning or the end of a transaction, without a row. */
        TRANSACTION;

        boolean isSnapshotRow() {
            return this == SNAPSHOT || this == INCREMENTAL;
        }
    }

    enum ChangeEnd {
        /** The format does not mark the end of a transaction. */
        UNMARKED,
        /** The format marks the end, but not in this line. */
        OPEN,
        COMPLETE
    }

    static Change row(ChangeKind kind, String table, RowKey key, long sequence) {
        return new Change(kind, table, key, sequence, "", "", NONE, NONE, NONE, ChangeEnd.UNMARKED, ChangeTimes.NONE);
    }

    static Change transaction(String gtid, ChangeEnd end) {
        return transaction(gtid, "", NONE, NONE, end);
    }

    static Change transactionEndWithRows(String gtid, long rows) {
        return transaction(gtid, "", NONE, rows, ChangeEnd.COMPLETE);
    }

    static Change transactionEndAt(String file, long position) {
        return transaction("", file, position, NONE, ChangeEnd.COMPLETE);
    }

    private static Change transaction(String gtid, String file, long position, long rows, ChangeEnd end) {
        return new Change(
                ChangeKind.TRANSACTION, "", RowKey.NONE, NONE, gtid, file, position, rows, NONE, end, ChangeTimes.NONE);
    }

    Change withTransaction(String newGtid, long newOrder, ChangeEnd newEnd) {
        return new Change(kind, table, key, sequence, newGtid, file, position, rows, newOrder, newEnd, times);
    }

    Change withTimes(ChangeTimes newTimes) {
        return new Change(kind, table, key, sequence, gtid, file, position, rows, order, end, newTimes);
    }

    boolean has(Identity identity) {
        return switch (identity) {
            case ROW -> sequence >= 0;
            case GTID -> !gtid.isEmpty();
            case POSITION -> !file.isEmpty();
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.result.ConsumerResult.Identity;

/**
 * The contents of a line: a row's change, or the end of a transaction.
 *
 * @param table the row's table, with its schema where the line names one
 * @param sequence the stamp in the row after the change; {@link #NONE} where it has none
 * @param gtid the transaction's; empty for none
 * @param file the log file; empty for none
 * @param position the offset behind the transaction's end, with {@code file}
 * @param rows of a transaction's end, the number of its rows; {@link #NONE} if it is not given
 * @param order a number that grows along the log and does not fall within a transaction; {@link #NONE} where there is none
 */
record Change(
        Kind kind,
        String table,
        String key,
        long sequence,
        String gtid,
        String file,
        long position,
        long rows,
        long order,
        End end) {

    static final long NONE = -1;

    /** Bits of an order that number a row within its event, from 1; 0 if the line does not give it. */
    private static final int ROW_BITS = 20;

    private static final long ROW = (1L << ROW_BITS) - 1;

    /** An offset that falls by so much has wrapped at 4 GiB. */
    private static final long WRAP = 1L << 31 + ROW_BITS;

    /** Returns the order of a row: the offset of its event, and its index there, each {@link #NONE} if the line does not give it. */
    static long order(long offset, long row) {
        return offset < 0 ? NONE : offset << ROW_BITS | (row < 0 || row >= ROW ? 0 : row + 1);
    }

    /** Returns true if, by their orders, this row is not behind another one that came before. */
    boolean isRepeatedAfter(long before) {
        long back = before - order;
        return before != NONE
                && order != NONE
                && (back == 0 ? (order & ROW) != 0 : back > ROW && back < WRAP || back > 0 && (order & ROW) != 0);
    }

    /** What happened. */
    enum Kind {
        /** A row was inserted or updated. */
        WRITTEN,
        /** A row was deleted: its stamp is that of the change before. */
        DELETED,
        /** A row of a snapshot, as it was when the snapshot read it. */
        SNAPSHOT,
        /** The same of an incremental snapshot, which leaves out rows that the stream shows meanwhile. */
        INCREMENTAL,
        /** The line is about a transaction, not about a row. */
        TRANSACTION;

        boolean isOfSnapshot() {
            return this == SNAPSHOT || this == INCREMENTAL;
        }
    }

    /** Whether the transaction ends here. */
    enum End {
        /** Lines of this kind never say. */
        NOT_SAID,
        /** Lines of this kind say, and this one does not. */
        NOT_YET,
        /** Nothing of this transaction follows. */
        HERE
    }

    static Change row(Kind kind, String table, String key, long sequence) {
        return new Change(kind, table, key, sequence, "", "", NONE, NONE, NONE, End.NOT_SAID);
    }

    static Change transaction(String gtid, End end) {
        return new Change(Kind.TRANSACTION, "", "", NONE, gtid, "", NONE, NONE, NONE, end);
    }

    static Change counted(String gtid, long rows) {
        return new Change(Kind.TRANSACTION, "", "", NONE, gtid, "", NONE, rows, NONE, End.HERE);
    }

    static Change transactionEnd(String file, long position) {
        return new Change(Kind.TRANSACTION, "", "", NONE, "", file, position, NONE, NONE, End.HERE);
    }

    Change in(String transaction, long newOrder, End newEnd) {
        return new Change(kind, table, key, sequence, transaction, file, position, rows, newOrder, newEnd);
    }

    /** Whether the line has what this identity consists of. */
    boolean has(Identity identity) {
        return switch (identity) {
            case ROW -> sequence >= 0;
            case GTID -> !gtid.isEmpty();
            case POSITION -> !file.isEmpty();
        };
    }
}

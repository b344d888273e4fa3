// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

/**
 * What a line says of one row, or of a transaction.
 *
 * @param kind what happened
 * @param table the row's table, with its schema where the line names one
 * @param key the row's key as text
 * @param sequence the stamp in the row after the change; {@link #NONE} where it has none
 * @param transaction the transaction's GTID; empty for none
 * @param file the log file; empty for none
 * @param position the offset behind the transaction's end, with {@code file}
 * @param order where the row is in the log, which does not fall within a transaction; {@link #NONE} where that is not said
 * @param end whether the transaction ends here
 */
record Change(
        Kind kind,
        String table,
        String key,
        long sequence,
        String transaction,
        String file,
        long position,
        long order,
        End end) {

    /** A number that is not said. */
    static final long NONE = -1;

    /** What happened. */
    enum Kind {
        /** A row was inserted or updated. */
        WRITTEN,
        /** A row was deleted: its stamp is that of the change before. */
        DELETED,
        /** Nothing happened to a row: the line is about a transaction. */
        TRANSACTION
    }

    /** What is known about a transaction's end. */
    enum End {
        /** Lines of this kind never say. */
        NOT_SAID,
        /** Lines of this kind say, and this one does not. */
        NOT_YET,
        /** Nothing of this transaction follows. */
        HERE
    }

    static Change row(Kind kind, String table, String key, long sequence) {
        return new Change(kind, table, key, sequence, "", "", NONE, NONE, End.NOT_SAID);
    }

    static Change transaction(String gtid, End end) {
        return new Change(Kind.TRANSACTION, "", "", NONE, gtid, "", NONE, NONE, end);
    }

    static Change place(String file, long position) {
        return new Change(Kind.TRANSACTION, "", "", NONE, "", file, position, NONE, End.HERE);
    }

    Change in(String gtid, long newOrder, End newEnd) {
        return new Change(kind, table, key, sequence, gtid, file, position, newOrder, newEnd);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.internal.workload.ServerVariables;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.util.Locale;

/**
 * The size of rows in the log under the server's settings. Rows stand in events of their own kind: 19 bytes of header, a
 * post-header (10 bytes in version 2, MySQL's; 8 in version 1, MariaDB's), the number of columns, a bitmap for each image,
 * the rows, a CRC32. The server begins another event when the next row would take the body beyond
 * {@code binlog_row_event_max_size}.
 *
 * @param mariaDb whether events are MariaDB's
 * @param rowImage {@code binlog_row_image}, in upper case
 * @param checksumBytes 4, or 0 without checksums
 * @param rowEventBytes {@code binlog_row_event_max_size}
 * @param statementsLogged whether the text of each statement is in the log too (ANNOTATE_ROWS, ROWS_QUERY)
 * @param stamped whether rows have {@code cdc_seq} and {@code cdc_at}
 */
record LogFormat(
        boolean mariaDb,
        String rowImage,
        int checksumBytes,
        long rowEventBytes,
        boolean statementsLogged,
        boolean stamped) {

    private static final int HEADER = 19;

    /** Null bits of up to eight columns, id (BIGINT), n (INT). */
    private static final int SMALL_COLUMNS = 1 + 8 + 4;

    /** Two BIGINTs. */
    private static final int STAMP = 8 + 8;

    /** Null bits and id. */
    private static final int KEY_ONLY = 1 + 8;

    /** The length before a LONGBLOB's bytes. */
    private static final int BLOB_LENGTH = 4;

    static LogFormat of(ServerVariables variables, boolean stamped) {
        return new LogFormat(
                variables.isMariaDb(),
                variables.text("binlog_row_image").isEmpty()
                        ? "FULL"
                        : variables.text("binlog_row_image").toUpperCase(Locale.ROOT),
                variables.text("binlog_checksum").equalsIgnoreCase("NONE") ? 0 : 4,
                variables.number("binlog_row_event_max_size", 8_192),
                variables.isOn(variables.isMariaDb() ? "binlog_annotate_row_events" : "binlog_rows_query_log_events"),
                stamped);
    }

    long rowBytes(RowChange kind, long dataBytes) {
        long full = fullImage(dataBytes);
        return switch (kind) {
            case INSERT, INSERT_SELECT -> full;
            // a row's key finds it again; the bulk of it is not needed
            case DELETE -> rowImage.equals("MINIMAL") ? KEY_ONLY : rowImage.equals("NOBLOB") ? smallColumns() : full;
            // id is found again; n, data and the stamp are set
            case UPDATE ->
                switch (rowImage) {
                    case "MINIMAL" -> KEY_ONLY + full - 8;
                    case "NOBLOB" -> smallColumns() + full;
                    case "FULL_NODUP" -> full + full - 8;
                    default -> full + full;
                };
        };
    }

    private long smallColumns() {
        return stamped ? SMALL_COLUMNS + STAMP : SMALL_COLUMNS;
    }

    /** The bytes of a whole row: id, n, data, and its stamp if it has one. */
    long fullImage(long dataBytes) {
        return smallColumns() + BLOB_LENGTH + dataBytes;
    }

    long dataBytes(long imageBytes) {
        return Math.max(1, imageBytes - fullImage(0));
    }

    /** Returns the number of rows per event: at least one, regardless of its size. */
    long rowsAnEvent(RowChange kind, long rowBytes) {
        return Math.max(1, (rowEventBytes - bodyOverhead(kind)) / rowBytes);
    }

    /** Returns the bytes of a rows event without its rows. */
    long eventOverhead(RowChange kind) {
        return HEADER + bodyOverhead(kind) + checksumBytes;
    }

    private long bodyOverhead(RowChange kind) {
        return (mariaDb ? 8L : 10L) + 1 + (kind == RowChange.UPDATE ? 2 : 1);
    }

    /** TABLE_MAP, and what the statement's text takes; names of tables are short. */
    long statementOverhead(long textBytes) {
        return 80 + (statementsLogged ? HEADER + 1 + textBytes + checksumBytes : 0);
    }

    /** GTID, BEGIN and XID. */
    long transactionOverhead() {
        return mariaDb ? 90 : 190;
    }
}

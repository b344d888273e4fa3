// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.internal.workload.ServerVariables;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.util.Locale;

/**
 * Computes the size of rows in the log. A rows event has a header of 19 bytes, a post-header (version 2, MySQL: 10 bytes; version 1,
 * MariaDB: 8 bytes), the number of columns, one bitmap per image, the rows, and a CRC32 if checksums are on. The body without header is
 * at most {@code binlog_row_event_max_size}, unless one row is larger.
 *
 * @param mariaDb true if the events are in MariaDB's format
 * @param rowImage in upper case
 * @param checksumBytes 4, or 0 without checksums
 * @param rowEventBytes {@code binlog_row_event_max_size}
 * @param statementsLogged true if the log also contains the text of each statement (ANNOTATE_ROWS, ROWS_QUERY)
 * @param stamped true if rows have {@code cdc_seq} and {@code cdc_at}
 */
record LogFormat(
        boolean mariaDb,
        String rowImage,
        int checksumBytes,
        long rowEventBytes,
        boolean statementsLogged,
        boolean stamped) {

    private static final int HEADER_BYTES = 19;

    /** NULL bits (up to eight columns), id (BIGINT) and n (INT). */
    private static final int SMALL_COLUMNS_BYTES = 1 + 8 + 4;

    /** Two BIGINTs. */
    private static final int STAMP_BYTES = 8 + 8;

    /** NULL bits and id. */
    private static final int KEY_BYTES = 1 + 8;

    private static final int BLOB_LENGTH_BYTES = 4;

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
        long fullBytes = fullImageBytes(dataBytes);
        return switch (kind) {
            case INSERT, INSERT_SELECT -> fullBytes;
            // MINIMAL logs only the key, NOBLOB omits the large column
            case DELETE ->
                rowImage.equals("MINIMAL") ? KEY_BYTES : rowImage.equals("NOBLOB") ? smallColumnsBytes() : fullBytes;
            // MINIMAL and FULL_NODUP omit the unchanged id from the after-image
            case UPDATE ->
                switch (rowImage) {
                    case "MINIMAL" -> KEY_BYTES + fullBytes - 8;
                    case "NOBLOB" -> smallColumnsBytes() + fullBytes;
                    case "FULL_NODUP" -> fullBytes + fullBytes - 8;
                    default -> fullBytes + fullBytes;
                };
        };
    }

    private long smallColumnsBytes() {
        return stamped ? SMALL_COLUMNS_BYTES + STAMP_BYTES : SMALL_COLUMNS_BYTES;
    }

    long fullImageBytes(long dataBytes) {
        return smallColumnsBytes() + BLOB_LENGTH_BYTES + dataBytes;
    }

    long dataBytes(long imageBytes) {
        return Math.max(1, imageBytes - fullImageBytes(0));
    }

    /** At least one. */
    long rowsPerEvent(RowChange kind, long rowBytes) {
        return Math.max(1, (rowEventBytes - bodyOverhead(kind)) / rowBytes);
    }

    long eventOverhead(RowChange kind) {
        return HEADER_BYTES + bodyOverhead(kind) + checksumBytes;
    }

    private long bodyOverhead(RowChange kind) {
        return (mariaDb ? 8L : 10L) + 1 + (kind == RowChange.UPDATE ? 2 : 1);
    }

    /** The TABLE_MAP event (estimated for a short table name), and the event with the statement's text, if logged. */
    long statementOverhead(long textBytes) {
        return 80 + (statementsLogged ? HEADER_BYTES + 1 + textBytes + checksumBytes : 0);
    }

    /** Estimate for the GTID, BEGIN and XID events. */
    long transactionOverhead() {
        return mariaDb ? 90 : 190;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The meaning of a QUERY event's SQL text for transaction boundaries; looked up without making a String of it. */
public enum QueryStatement {
    /** BEGIN, or XA START: more follows. */
    BEGIN,
    /** COMMIT, or ROLLBACK that is not to a savepoint. */
    END,
    /** MariaDB's stand-in for an event that this subscriber could not have understood; no statement at all. */
    DUMMY,
    /** Statements in row-based transactions: savepoints, XA END, definitions such as CREATE TABLE … SELECT. */
    ASIDE,
    /** Anything else: in a transaction, a change that was logged as a statement. */
    OTHER;

    private static final int POST_HEADER_BYTES = 13;
    private static final byte[] BEGIN_TEXT = ascii("BEGIN");
    private static final long NUL_AND_BEGIN = 0x4E_49_47_45_42_00L; // little-endian
    private static final byte[] XA_START_TEXT = ascii("XA START");
    private static final byte[] COMMIT_TEXT = ascii("COMMIT");
    private static final byte[] ROLLBACK_TEXT = ascii("ROLLBACK");
    private static final byte[] ROLLBACK_TO_TEXT = ascii("ROLLBACK TO ");
    private static final byte[][] ASIDE_TEXTS = {
        ascii("SAVEPOINT "),
        ROLLBACK_TO_TEXT,
        ascii("RELEASE "),
        ascii("XA "),
        ascii("CREATE "),
        ascii("ALTER "),
        ascii("DROP ")
    };
    private static final byte[] DUMMY_TEXT = ascii("# Dummy event replacing event type");

    /** Classifies a QUERY event by the text after its status variables and schema name. */
    public static QueryStatement of(ByteBuffer buffer, int at, int prefix, long length, int checksumBytes) {
        int postHeader = EventFramer.HEADER_BYTES;
        if (prefix < postHeader + POST_HEADER_BYTES) {
            return OTHER;
        }
        int schemaLength = buffer.get(at + postHeader + 8) & 0xFF;
        int statusLength = buffer.getShort(at + postHeader + 11) & 0xFFFF;
        int text = postHeader + POST_HEADER_BYTES + statusLength + schemaLength + 1;
        int textLength = (int) Math.min(length - checksumBytes, prefix) - text;
        if (textLength == BEGIN_TEXT.length && startsWith(buffer, at + text, textLength, BEGIN_TEXT)
                || startsWith(buffer, at + text, textLength, XA_START_TEXT)) {
            return BEGIN;
        }
        if (textLength == COMMIT_TEXT.length && startsWith(buffer, at + text, textLength, COMMIT_TEXT)
                || startsWith(buffer, at + text, textLength, ROLLBACK_TEXT)
                        && !startsWith(buffer, at + text, textLength, ROLLBACK_TO_TEXT)) {
            return END;
        }
        for (byte[] aside : ASIDE_TEXTS) {
            if (startsWith(buffer, at + text, textLength, aside)) {
                return ASIDE;
            }
        }
        return startsWith(buffer, at + text, textLength, DUMMY_TEXT) ? DUMMY : OTHER;
    }

    /**
     * Returns true if a QUERY event is a plain BEGIN: {@code (13 bytes) status schema 00 "BEGIN"}. Compares the last eight bytes at
     * once, as every row-based transaction of MySQL has this event.
     *
     * @return true only if {@link #of} returns {@link #BEGIN}; {@code false} if that is uncertain
     */
    public static boolean isBegin(ByteBuffer buffer, int at, int length, int checksumBytes) {
        int text = EventFramer.HEADER_BYTES + POST_HEADER_BYTES + 1;
        int afterNames = length - checksumBytes - text - BEGIN_TEXT.length;
        return afterNames >= 0
                && buffer.getLong(at + length - checksumBytes - 8) >>> 16 == NUL_AND_BEGIN
                && (buffer.get(at + EventFramer.HEADER_BYTES + 8) & 0xFF)
                                + (buffer.getShort(at + EventFramer.HEADER_BYTES + 11) & 0xFFFF)
                        == afterNames;
    }

    private static boolean startsWith(ByteBuffer buffer, int at, int available, byte[] text) {
        if (available < text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (buffer.get(at + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

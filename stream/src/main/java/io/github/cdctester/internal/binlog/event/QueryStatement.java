// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Effect of a QUERY event's SQL text on transaction boundaries. The text is compared without creating a String. */
public enum QueryStatement {
    BEGIN,
    /** COMMIT, or ROLLBACK other than ROLLBACK TO SAVEPOINT. */
    END,
    /** MariaDB's replacement for an event type that the replica does not support; not a statement. */
    DUMMY,
    /** Allowed as text in row-based transactions: savepoints, XA END, DDL such as CREATE TABLE … SELECT. */
    ALLOWED_AS_TEXT,
    /** Includes a change that was logged as a statement, inside a transaction. */
    OTHER;

    private static final int POST_HEADER_BYTES = 13;
    private static final byte[] BEGIN_TEXT = ascii("BEGIN");
    private static final long NUL_AND_BEGIN = 0x4E_49_47_45_42_00L; // little-endian
    private static final byte[] XA_START_TEXT = ascii("XA START");
    private static final byte[] COMMIT_TEXT = ascii("COMMIT");
    private static final byte[] ROLLBACK_TEXT = ascii("ROLLBACK");
    private static final byte[] ROLLBACK_TO_TEXT = ascii("ROLLBACK TO ");
    private static final byte[][] ALLOWED_TEXTS = {
        ascii("SAVEPOINT "),
        ROLLBACK_TO_TEXT,
        ascii("RELEASE "),
        ascii("XA "),
        ascii("CREATE "),
        ascii("ALTER "),
        ascii("DROP ")
    };
    private static final byte[] DUMMY_TEXT = ascii("# Dummy event replacing event type");

    /** The text follows status variables and schema name. */
    public static QueryStatement of(ByteBuffer buffer, int index, int prefixBytes, long length, int checksumBytes) {
        int postHeaderOffset = EventFramer.HEADER_BYTES;
        if (prefixBytes < postHeaderOffset + POST_HEADER_BYTES) {
            return OTHER;
        }
        int schemaLength = buffer.get(index + postHeaderOffset + 8) & 0xFF;
        int statusLength = buffer.getShort(index + postHeaderOffset + 11) & 0xFFFF;
        int textOffset = postHeaderOffset + POST_HEADER_BYTES + statusLength + schemaLength + 1;
        int textLength = (int) Math.min(length - checksumBytes, prefixBytes) - textOffset;
        if (textLength == BEGIN_TEXT.length && startsWith(buffer, index + textOffset, textLength, BEGIN_TEXT)
                || startsWith(buffer, index + textOffset, textLength, XA_START_TEXT)) {
            return BEGIN;
        }
        if (textLength == COMMIT_TEXT.length && startsWith(buffer, index + textOffset, textLength, COMMIT_TEXT)
                || startsWith(buffer, index + textOffset, textLength, ROLLBACK_TEXT)
                        && !startsWith(buffer, index + textOffset, textLength, ROLLBACK_TO_TEXT)) {
            return END;
        }
        for (byte[] allowedText : ALLOWED_TEXTS) {
            if (startsWith(buffer, index + textOffset, textLength, allowedText)) {
                return ALLOWED_AS_TEXT;
            }
        }
        return startsWith(buffer, index + textOffset, textLength, DUMMY_TEXT) ? DUMMY : OTHER;
    }

    /**
     * Recognises {@code (13 bytes) status schema 00 "BEGIN"}. Compares the last eight bytes at once, because every row-based
     * transaction of MySQL has this event. May return false for an unusual BEGIN.
     */
    public static boolean isBegin(ByteBuffer buffer, int index, int length, int checksumBytes) {
        int textOffset = EventFramer.HEADER_BYTES + POST_HEADER_BYTES + 1;
        int variableBytes = length - checksumBytes - textOffset - BEGIN_TEXT.length;
        return variableBytes >= 0
                && buffer.getLong(index + length - checksumBytes - 8) >>> 16 == NUL_AND_BEGIN
                && (buffer.get(index + EventFramer.HEADER_BYTES + 8) & 0xFF)
                                + (buffer.getShort(index + EventFramer.HEADER_BYTES + 11) & 0xFFFF)
                        == variableBytes;
    }

    private static boolean startsWith(ByteBuffer buffer, int index, int available, byte[] text) {
        if (available < text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (buffer.get(index + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

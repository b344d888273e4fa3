// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

/** Builds the text of multi-row INSERTs in a reused buffer. Confined to one thread. */
final class RowStatement {

    private static final byte[] START = startOfInsert("(id, n, data)");
    private static final byte[] STAMPED_START = startOfInsert("(id, n, data, cdc_seq, cdc_at)");

    /** All rows have the same length. */
    private static final int ID_DIGITS = 18;

    /** The longest BIGINT. Shorter numbers are padded with spaces. */
    private static final int NUMBER_CHARACTERS = 20;

    private static final byte[] NO_STAMP = {};

    /** Two commas and two numbers. */
    private static final int STAMP_CHARACTERS = 2 * (1 + NUMBER_CHARACTERS);

    private static final int POOL_BYTES = 1 << 20;

    private final int dataBytes;
    private final boolean stamped;
    private final byte[] insertStart;
    private final SplittableRandom random;
    private final byte[] pool = new byte[POOL_BYTES];
    private final byte[] text;

    RowStatement(int dataBytes, int maxRows, boolean stamped, SplittableRandom random) {
        this.dataBytes = dataBytes;
        this.stamped = stamped;
        insertStart = stamped ? STAMPED_START : START;
        this.random = random;
        text = new byte[Math.toIntExact(statementBytes(maxRows, dataBytes, stamped))];
        System.arraycopy(insertStart, 0, text, 0, insertStart.length);
        for (int i = 0; i < POOL_BYTES; i++) {
            pool[i] = (byte) ('0' + random.nextInt(10));
        }
    }

    static long statementBytes(long rows, long dataBytes, boolean stamped) {
        return (stamped ? STAMPED_START : START).length + rows * rowBytes(dataBytes, stamped);
    }

    /** A row's text is {@code (id,0,'data')}, with its stamp after the data, and a comma. */
    static long rowBytes(long dataBytes, boolean stamped) {
        return ID_DIGITS + dataBytes + 8 + (stamped ? STAMP_CHARACTERS : 0);
    }

    /** @return the length of the statement in {@link #bytes()} */
    int put(long firstId, int rows, long sequence, long micros) {
        int offset = insertStart.length;
        byte[] stampText = stamped ? stamp(sequence, micros) : NO_STAMP;
        for (int row = 0; row < rows; row++) {
            text[offset++] = '(';
            putId(firstId + row, offset);
            offset += ID_DIGITS;
            text[offset++] = ',';
            text[offset++] = '0';
            text[offset++] = ',';
            text[offset++] = '\'';
            offset = putData(offset);
            text[offset++] = '\'';
            System.arraycopy(stampText, 0, text, offset, stampText.length);
            offset += stampText.length;
            text[offset++] = ')';
            text[offset++] = ',';
        }
        return offset - 1; // without the last comma
    }

    /** The next statement overwrites the buffer. */
    byte[] bytes() {
        return text;
    }

    private static byte[] startOfInsert(String columns) {
        return ("INSERT INTO " + LargeTransactionTable.NAME + " " + columns + " VALUES ")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] stamp(long sequence, long micros) {
        return String.format(Locale.ROOT, ",%" + NUMBER_CHARACTERS + "d,%" + NUMBER_CHARACTERS + "d", sequence, micros)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private void putId(long id, int offset) {
        long remainingDigits = id;
        for (int digit = ID_DIGITS - 1; digit >= 0; digit--) {
            text[offset + digit] = (byte) ('0' + remainingDigits % 10);
            remainingDigits /= 10;
        }
    }

    private int putData(int from) {
        int textPosition = from;
        int remainingBytes = dataBytes;
        while (remainingBytes > 0) {
            int poolOffset = random.nextInt(POOL_BYTES / 2);
            int length = Math.min(remainingBytes, POOL_BYTES - poolOffset);
            System.arraycopy(pool, poolOffset, text, textPosition, length);
            textPosition += length;
            remainingBytes -= length;
        }
        return textPosition;
    }
}

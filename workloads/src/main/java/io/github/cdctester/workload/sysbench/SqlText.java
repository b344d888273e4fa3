// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds the ASCII text of statements in a reused buffer. */
final class SqlText {

    private static final int MAX_NUMBER = 20;

    private byte[] bytes;
    private int length;

    SqlText(int capacity) {
        bytes = new byte[capacity];
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    void append(byte[] ascii) {
        reserve(ascii.length);
        System.arraycopy(ascii, 0, bytes, length, ascii.length);
        length += ascii.length;
    }

    void append(int value) {
        append((long) value);
    }

    /** {@code value} must not be {@link Long#MIN_VALUE}. */
    void append(long value) {
        reserve(MAX_NUMBER);
        long rest = Math.abs(value);
        if (value < 0) {
            bytes[length++] = '-';
        }
        int digits = 1;
        for (long remaining = rest; remaining >= 10; remaining /= 10) {
            digits++;
        }
        for (int index = length + digits - 1; index >= length; index--) {
            bytes[index] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    /** Appends a random value for column c, in quotes. */
    void appendC(RowText text) {
        appendQuoted(text, RowText.C_GROUPS);
    }

    /** Appends a random value for column pad, in quotes. */
    void appendPad(RowText text) {
        appendQuoted(text, RowText.PAD_GROUPS);
    }

    private void appendQuoted(RowText text, int groups) {
        reserve(RowText.length(groups) + 2);
        bytes[length++] = '\'';
        length = text.put(groups, bytes, length);
        bytes[length++] = '\'';
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}

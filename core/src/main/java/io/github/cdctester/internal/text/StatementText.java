// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds the ASCII text of statements in a reused buffer. Confined to one thread. */
public final class StatementText {

    private static final int MAX_NUMBER_CHARACTERS = 20;
    private static final byte[][] NO_TEMPLATE = {};

    private byte[] bytes;
    private int length;
    private byte[][] pieces = NO_TEMPLATE;
    private int nextPiece;

    public StatementText(int capacity) {
        bytes = new byte[capacity];
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Splits at question marks. A template with n parameters has n + 1 pieces. */
    public static byte[][] pieces(String template) {
        String[] texts = template.split("\\?", -1);
        byte[][] encodedPieces = new byte[texts.length][];
        for (int i = 0; i < texts.length; i++) {
            encodedPieces[i] = ascii(texts[i]);
        }
        return encodedPieces;
    }

    public void clear() {
        length = 0;
    }

    /** For example for a packet header. The content of these bytes is undefined. */
    public void skip(int count) {
        ensureCapacity(count);
        length += count;
    }

    /** Each call of {@link #number} or {@link #text} sets the next parameter. */
    public void template(byte[][] template) {
        pieces = template;
        append(template[0]);
        nextPiece = 1;
    }

    /** {@code value} must not be {@link Long#MIN_VALUE}. */
    public void number(long value) {
        append(value);
        append(pieces[nextPiece++]);
    }

    /** The text must not contain quotes or backslashes. */
    public void text(byte[] ascii, int from, int count) {
        appendQuoted(ascii, from, count);
        append(pieces[nextPiece++]);
    }

    public void append(byte[] ascii) {
        append(ascii, 0, ascii.length);
    }

    public void append(byte[] ascii, int from, int count) {
        ensureCapacity(count);
        System.arraycopy(ascii, from, bytes, length, count);
        length += count;
    }

    /** {@code value} must not be {@link Long#MIN_VALUE}. */
    public void append(long value) {
        ensureCapacity(MAX_NUMBER_CHARACTERS);
        long magnitude = Math.abs(value);
        if (value < 0) {
            bytes[length++] = '-';
        }
        int digits = 1;
        for (long remaining = magnitude; remaining >= 10; remaining /= 10) {
            digits++;
        }
        for (int index = length + digits - 1; index >= length; index--) {
            bytes[index] = (byte) ('0' + magnitude % 10);
            magnitude /= 10;
        }
        length += digits;
    }

    public void appendQuoted(byte[] ascii, int from, int count) {
        ensureCapacity(count + 2);
        bytes[length++] = '\'';
        append(ascii, from, count);
        bytes[length++] = '\'';
    }

    /** The first {@link #length()} bytes are the text. Appending may replace the buffer by a larger one. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    private void ensureCapacity(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}

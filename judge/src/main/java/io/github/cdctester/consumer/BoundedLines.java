// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits a byte stream into UTF-8 lines, and limits the memory per line. Replaces invalid UTF-8, because the key and the stamp
 * (sequence number) may still be readable.
 */
final class BoundedLines {

    interface Visitor {

        void onLine(String text, long bytes);

        /** {@code bytes} is the length of the whole line with its terminator. */
        void onTooLong(String beginning, long bytes);

        /** Called when no further input is available at the moment, and at the end. */
        void onPause();
    }

    private static final int READ_BYTES = 1 << 16;
    private static final int EXCERPT_BYTES = 200;

    private final int maxBytes;
    private final Visitor visitor;
    private byte[] lineBuffer = new byte[READ_BYTES];
    private int length;
    private long droppedBytes;

    BoundedLines(int maxBytes, Visitor visitor) {
        this.maxBytes = maxBytes;
        this.visitor = visitor;
    }

    void read(InputStream in) throws IOException {
        byte[] buffer = new byte[READ_BYTES];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            split(buffer, count);
            if (in.available() <= 0) {
                visitor.onPause();
            }
        }
        end();
    }

    private void split(byte[] buffer, int count) {
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (buffer[i] == '\n') {
                add(buffer, from, i);
                finishLine(1);
                from = i + 1;
            }
        }
        add(buffer, from, count);
    }

    /** Remaining bytes are the last line. */
    void end() {
        if (length > 0 || droppedBytes > 0) {
            finishLine(0);
        }
        visitor.onPause();
    }

    private void add(byte[] buffer, int begin, int to) {
        int from = begin;
        while (length == 0 && from < to && buffer[from] == 0) {
            from++; // skips zero bytes: a writer that does not append leaves them in a truncated file
        }
        int count = to - from;
        if (droppedBytes > 0 || count > maxBytes - length) {
            droppedBytes += count;
            return;
        }
        if (length + count > lineBuffer.length) {
            lineBuffer = Arrays.copyOf(lineBuffer, Math.min(maxBytes, Math.max(2 * lineBuffer.length, length + count)));
        }
        System.arraycopy(buffer, from, lineBuffer, length, count);
        length += count;
    }

    private void finishLine(int lineEndBytes) {
        long bytes = length + droppedBytes + lineEndBytes;
        if (droppedBytes > 0) {
            visitor.onTooLong(
                    new String(lineBuffer, 0, Math.min(length, EXCERPT_BYTES), StandardCharsets.UTF_8), bytes);
        } else {
            int to = length > 0 && lineBuffer[length - 1] == '\r' ? length - 1 : length;
            visitor.onLine(new String(lineBuffer, 0, to, StandardCharsets.UTF_8), bytes);
        }
        length = 0;
        droppedBytes = 0;
        if (lineBuffer.length > READ_BYTES) {
            lineBuffer = new byte[READ_BYTES]; // frees the memory of a long line
        }
    }
}

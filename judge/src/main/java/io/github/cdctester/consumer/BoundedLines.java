// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits bytes into lines of UTF-8, without ever holding more of one than it may be long. Bytes that are no UTF-8 become
 * replacement characters: a text in a row may have them, and its key and stamp are read all the same.
 */
final class BoundedLines {

    interface Visitor {

        void line(String text, long bytes);

        /** A line that is too long. */
        void tooLong(String beginning, long bytes);

        /** All received data were passed on. */
        void dry();
    }

    private static final int READ_BYTES = 1 << 16;
    private static final int SHOWN_BYTES = 200;

    private final int longest;
    private final Visitor visitor;
    private byte[] part = new byte[READ_BYTES];
    private int length;
    private long dropped;

    BoundedLines(int longest, Visitor visitor) {
        this.longest = longest;
        this.visitor = visitor;
    }

    /** Reads to the end of a stream. */
    void read(InputStream in) throws IOException {
        byte[] buffer = new byte[READ_BYTES];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            bytes(buffer, count);
            if (in.available() <= 0) {
                visitor.dry();
            }
        }
        end();
    }

    void bytes(byte[] buffer, int count) {
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (buffer[i] == '\n') {
                add(buffer, from, i);
                show(1);
                from = i + 1;
            }
        }
        add(buffer, from, count);
    }

    /** Ends the input: the rest is a line. */
    void end() {
        if (length > 0 || dropped > 0) {
            show(0);
        }
        visitor.dry();
    }

    private void add(byte[] buffer, int begin, int to) {
        int from = begin;
        while (length == 0 && from < to && buffer[from] == 0) {
            from++; // the hole that a writer leaves who does not append to a truncated file
        }
        int count = to - from;
        if (dropped > 0 || count > longest - length) {
            dropped += count;
            return;
        }
        if (length + count > part.length) {
            part = Arrays.copyOf(part, Math.min(longest, Math.max(2 * part.length, length + count)));
        }
        System.arraycopy(buffer, from, part, length, count);
        length += count;
    }

    private void show(int endBytes) {
        long bytes = length + dropped + endBytes;
        if (dropped > 0) {
            visitor.tooLong(new String(part, 0, Math.min(length, SHOWN_BYTES), StandardCharsets.UTF_8), bytes);
        } else {
            int to = length > 0 && part[length - 1] == '\r' ? length - 1 : length;
            visitor.line(new String(part, 0, to, StandardCharsets.UTF_8), bytes);
        }
        length = 0;
        dropped = 0;
        if (part.length > READ_BYTES) {
            part = new byte[READ_BYTES]; // one long line does not keep its room
        }
    }
}

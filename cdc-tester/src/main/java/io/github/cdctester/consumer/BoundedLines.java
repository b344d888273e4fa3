// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import java.io.ByteArrayOutputStream;
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

        /** All that has come was shown. */
        void dry();
    }

    private static final int READ_BYTES = 1 << 16;
    private static final int SHOWN_BYTES = 200;
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final int longest;
    private final Visitor visitor;
    private ByteArrayOutputStream part = new ByteArrayOutputStream(READ_BYTES);
    private long dropped;
    private boolean begun;

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

    /** Nothing follows: what is left is a line. */
    void end() {
        if (part.size() > 0 || dropped > 0) {
            show(0);
        }
        visitor.dry();
    }

    private void add(byte[] buffer, int from, int to) {
        if (dropped > 0 || to - from > longest - part.size()) {
            dropped += to - from;
        } else {
            part.write(buffer, from, to - from);
        }
    }

    private void show(int endBytes) {
        byte[] line = part.toByteArray();
        long bytes = line.length + dropped + endBytes;
        boolean isMarked = line.length >= MARK.length && Arrays.equals(line, 0, MARK.length, MARK, 0, MARK.length);
        int from = isMarked && !begun ? MARK.length : 0;
        begun = true;
        int to = line.length > from && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
        if (dropped > 0) {
            visitor.tooLong(
                    new String(line, from, Math.min(line.length - from, SHOWN_BYTES), StandardCharsets.UTF_8), bytes);
        } else {
            visitor.line(new String(line, from, to - from, StandardCharsets.UTF_8), bytes);
        }
        part = line.length > READ_BYTES
                ? new ByteArrayOutputStream(READ_BYTES)
                : part; // a long one does not keep its room
        part.reset();
        dropped = 0;
    }
}

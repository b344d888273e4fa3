// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.function.Consumer;

/** Reads a stream to its end in its own thread, so that the writing process never blocks. Keeps the last nonblank line. */
final class OutputTail {

    private static final int MAX_LINE_BYTES = 8_192;
    private static final int MAX_TAIL_CHARACTERS = 300;

    private final Consumer<String> lines;
    private final Thread thread;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private volatile String lastLine = "";
    private volatile long bytes;

    private OutputTail(InputStream in, Consumer<String> lines) {
        this.lines = lines;
        thread = new Thread(() -> read(in), "cdc-tester-stderr");
        thread.setDaemon(true);
    }

    /** @param lines receives nonblank lines, truncated to 8 KiB and stripped */
    static OutputTail read(InputStream in, Consumer<String> lines) {
        OutputTail tail = new OutputTail(in, lines);
        tail.thread.start();
        return tail;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void read(InputStream in) {
        byte[] buffer = new byte[MAX_LINE_BYTES];
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes += count;
                for (int i = 0; i < count; i++) {
                    addByte(buffer[i]);
                }
            }
        } catch (IOException e) {
            // the end of the process closed the stream
        }
        endLine();
    }

    private void addByte(byte value) {
        if (value == '\n') {
            endLine();
        } else if (line.size() < MAX_LINE_BYTES) {
            line.write(value);
        }
    }

    private void endLine() {
        String text = line.toString(Charset.defaultCharset()).strip();
        line.reset();
        if (!text.isEmpty()) {
            lastLine = text.length() > MAX_TAIL_CHARACTERS ? text.substring(0, MAX_TAIL_CHARACTERS) + "…" : text;
            lines.accept(text);
        }
    }

    void await(long millis) throws InterruptedException {
        thread.join(millis);
    }

    String lastLine() {
        return lastLine;
    }

    long bytes() {
        return bytes;
    }
}

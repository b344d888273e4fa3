// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Captures the output of other code, such as a logger, while a terminal shows a status that is redrawn in place. */
final class CapturedLines extends ByteArrayOutputStream {

    private final Consumer<String> onLine;

    private CapturedLines(Consumer<String> onLine) {
        this.onLine = onLine;
    }

    /** Closing the stream forwards an incomplete last line. */
    static PrintStream to(Consumer<String> onLine) {
        return new PrintStream(new CapturedLines(onLine), true, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(int character) {
        if (character == '\n') {
            publish();
        } else {
            super.write(character);
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
        for (int i = from; i < from + count; i++) {
            write(bytes[i]);
        }
    }

    @Override
    public synchronized void close() {
        if (size() > 0) {
            publish();
        }
    }

    private void publish() {
        String text = toString(StandardCharsets.UTF_8);
        reset();
        onLine.accept(text);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Forwards the output of other code, such as a logger, line by line, while the terminal shows a status that is redrawn in place.
 */
final class CapturedLines extends ByteArrayOutputStream {

    private final Consumer<String> onLine;

    private CapturedLines(Consumer<String> onLine) {
        this.onLine = onLine;
    }

    /**
     * Returns a stream for {@link System#setOut} or {@link System#setErr}. An incomplete last line is forwarded when the stream
     * is closed.
     */
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

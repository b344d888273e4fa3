// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Passes output of other code, such as a log, on line by line while the terminal shows a status that is redrawn in place. */
final class CapturedLines extends ByteArrayOutputStream {

    private final Consumer<String> lines;

    private CapturedLines(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Returns a stream for {@link System#setOut} or {@link System#setErr}. An incomplete last line is passed on at close. */
    static PrintStream to(Consumer<String> lines) {
        return new PrintStream(new CapturedLines(lines), true, StandardCharsets.UTF_8);
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
        lines.accept(text);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.utils.ScreenTerminal;
import org.jspecify.annotations.Nullable;

final class EmulatedTerminal {

    private final ScreenTerminal terminal;
    private final StringBuilder writtenText = new StringBuilder();
    private @Nullable EmulatedTerminal redirectTarget;

    EmulatedTerminal(int columns, int rows) {
        terminal = new ScreenTerminal(columns, rows);
    }

    void write(String text) {
        if (redirectTarget != null) {
            redirectTarget.write(text);
            return;
        }
        writtenText.append(text);
        terminal.write(text.replaceAll("(?<!\r)\n", "\r\n")); // like the line discipline of a terminal
    }

    PrintWriter printer() {
        return new PrintWriter(new Writer() {
            @Override
            public void write(char[] text, int from, int count) {
                EmulatedTerminal.this.write(new String(text, from, count));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
    }

    void resize(int columns, int rows) {
        terminal.setSize(Size.of(columns, rows));
    }

    /** The target simulates this terminal after a change of its size. */
    void redirect(EmulatedTerminal target) {
        redirectTarget = target;
    }

    String rawOutput() {
        return writtenText.toString();
    }

    /** Excludes empty lines at the end. */
    List<String> visibleLines() {
        int columns = terminal.getColumns();
        long[] cells = new long[columns * terminal.getRows()];
        terminal.dump(cells, new int[2]);
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < terminal.getRows(); row++) {
            lines.add(line(Arrays.copyOfRange(cells, row * columns, (row + 1) * columns)));
        }
        while (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    /** Begins with the lines that scrolled out at the top. */
    List<String> allLines() {
        List<String> lines = new ArrayList<>(
                terminal.getHistory().stream().map(EmulatedTerminal::line).toList());
        lines.addAll(visibleLines());
        return lines;
    }

    /** Returns column and row, from 0. */
    int[] cursor() {
        int[] cursor = new int[2];
        terminal.dump(new long[terminal.getColumns() * terminal.getRows()], cursor);
        return cursor;
    }

    private static String line(long[] cells) {
        StringBuilder line = new StringBuilder();
        for (long cell : cells) {
            int character = ScreenTerminal.cellCodePoint(cell);
            if (character != 0) {
                line.appendCodePoint(character);
            }
        }
        return line.toString().stripTrailing();
    }
}

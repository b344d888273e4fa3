// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.internal.report.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.OptionalInt;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Where lines go: a terminal, which can also show a status that the next line replaces, or a pipe or file. */
public final class Screen implements AutoCloseable {

    private static final String CLEAR_LINE = "\r\u001b[2K";

    private final PrintWriter out;
    private final @Nullable Integer columns;
    private final boolean color;
    private boolean statusShown;

    private Screen(PrintWriter out, @Nullable Integer columns, boolean color) {
        this.out = out;
        this.columns = columns;
        this.color = color;
    }

    /**
     * Opens the screen.
     *
     * @param out where lines go
     * @param wanted whether a terminal may be used as one, if it is one
     * @param color whether colours may be used on it
     * @return the screen
     */
    public static Screen open(PrintWriter out, boolean wanted, boolean color) {
        return new Screen(out, wanted ? columns() : null, color);
    }

    /** The process's terminal, by way of the system's own commands. */
    static TerminalBuilder exec() {
        return TerminalBuilder.builder()
                .system(true)
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
                .nativeSignals(false) // it would give Ctrl-C its default back, which is no end in order
                .graphemeCluster(false); // to find out, it would write questions and flags to the terminal
    }

    /**
     * The terminal's width, 0 where it does not say; {@code null} where there is none. It is asked once, and left alone then: the
     * library closes it at Ctrl-C, and asks by a process, which Ctrl-C ends as well.
     */
    private static @Nullable Integer columns() {
        try (Terminal terminal = exec().dumb(true).build()) {
            boolean dumb = Terminal.TYPE_DUMB.equals(terminal.getType())
                    || Terminal.TYPE_DUMB_COLOR.equals(terminal.getType());
            return dumb ? null : Integer.valueOf(terminal.getColumns());
        } catch (IOException | IllegalStateException e) {
            return null; // no terminal that could be used: plain lines
        }
    }

    /**
     * Shows a line, for good.
     *
     * @param line the text
     */
    public synchronized void line(String line) {
        clearStatus();
        out.println(PlainText.line(line));
        out.flush();
    }

    /**
     * Shows text on a terminal until the next line or status; elsewhere nothing.
     *
     * @param text the text, cut at the terminal's width
     */
    public synchronized void status(String text) {
        if (columns == null) {
            return;
        }
        int width = Math.max(20, width().orElse(80));
        String plain = PlainText.line(text);
        String shown = plain.length() < width ? plain : plain.substring(0, width - 1);
        out.print(CLEAR_LINE + (color ? "\u001b[2m" + shown + "\u001b[0m" : shown));
        out.flush();
        statusShown = true;
    }

    /**
     * Tells how wide the terminal is.
     *
     * @return columns; empty where there is no terminal, or it does not say
     */
    public OptionalInt width() {
        return columns == null || columns <= 0 ? OptionalInt.empty() : OptionalInt.of(columns);
    }

    /** Takes the status away. */
    public synchronized void clearStatus() {
        if (statusShown) {
            out.print(CLEAR_LINE);
            out.flush();
            statusShown = false;
        }
    }

    @Override
    public synchronized void close() {
        clearStatus();
    }
}

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
    private final @Nullable Terminal terminal;
    private final boolean color;
    private boolean statusShown;

    private Screen(PrintWriter out, @Nullable Terminal terminal, boolean color) {
        this.out = out;
        this.terminal = terminal;
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
        return new Screen(out, wanted ? terminal() : null, color);
    }

    /** The process's terminal, by way of the system's own commands. */
    static TerminalBuilder exec() {
        return TerminalBuilder.builder()
                .system(true)
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
                .graphemeCluster(false); // to find out, it would write questions and flags to the terminal
    }

    private static @Nullable Terminal terminal() {
        try {
            Terminal terminal = exec().dumb(true).build();
            if (Terminal.TYPE_DUMB.equals(terminal.getType()) || Terminal.TYPE_DUMB_COLOR.equals(terminal.getType())) {
                terminal.close();
                return null;
            }
            return terminal;
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
        if (terminal == null) {
            return;
        }
        int width = Math.max(20, terminal.getColumns() == 0 ? 80 : terminal.getColumns());
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
        return terminal == null || terminal.getColumns() <= 0
                ? OptionalInt.empty()
                : OptionalInt.of(terminal.getColumns());
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
        if (terminal != null) {
            try {
                terminal.close();
            } catch (IOException e) {
                out.println("cdc-tester: the terminal could not be reset: " + e.getMessage());
            }
        }
    }
}

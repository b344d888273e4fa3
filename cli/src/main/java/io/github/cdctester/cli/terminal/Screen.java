// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Glyphs;
import io.github.cdctester.cli.terminal.view.LiveRun;
import io.github.cdctester.internal.text.PlainText;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.OptionalInt;
import org.jline.terminal.Size;
import org.jspecify.annotations.Nullable;

/** Prints lines to a terminal, a pipe or a file. On a terminal, a status below the lines is redrawn in place. */
public final class Screen implements AutoCloseable {

    public enum DisplayMode {
        /** In a CI build, or if the terminal's size is unknown, prints lines only. */
        LIVE,
        /** Queries the terminal for its width. */
        PLAIN,
        WITHOUT_TERMINAL
    }

    private final PrintWriter out;
    private final int columns;
    private final @Nullable LiveScreen liveScreen;

    private Screen(PrintWriter out, int columns, @Nullable LiveScreen liveScreen) {
        this.out = out;
        this.columns = columns;
        this.liveScreen = liveScreen;
    }

    /** {@code color} is true if colours may be used on a terminal. */
    public static Screen open(PrintWriter out, DisplayMode mode, boolean color) {
        SystemTerminal terminal = mode == DisplayMode.WITHOUT_TERMINAL
                ? null
                : SystemTerminal.find().orElse(null);
        if (terminal == null) {
            return new Screen(out, 0, null);
        }
        Size size = Stty.size(terminal.columns(), terminal.rows()).orElse(null);
        if (mode != DisplayMode.LIVE || size == null || SystemTerminal.isCiBuild(System.getenv())) {
            return new Screen(out, terminal.columns(), null);
        }
        Glyphs glyphs = SystemTerminal.glyphs(System.getenv());
        LiveScreen liveScreen = new LiveScreen(out, size, Stty::size, glyphs, color, new LiveRun(System::nanoTime));
        return new Screen(out, terminal.columns(), liveScreen.open(terminal.showsErrors()));
    }

    /** Returns empty if only lines are printed. */
    public Optional<LiveRun> liveRun() {
        return liveScreen == null ? Optional.empty() : Optional.of(liveScreen.liveRun());
    }

    public synchronized void line(String line) {
        String text = PlainText.line(line);
        if (liveScreen == null) {
            out.println(text);
            out.flush();
        } else {
            liveScreen.line(text);
        }
    }

    /** For an action that prompts, or that prints complete lines, for example to standard error. */
    public void runWithoutStatus(Runnable printing) {
        if (liveScreen == null) {
            printing.run();
        } else {
            liveScreen.printWithoutPicture(printing);
        }
    }

    /** Returns the columns; empty without a terminal, or if unknown. */
    public OptionalInt width() {
        int width = liveScreen == null ? columns : liveScreen.columns();
        return width <= 0 ? OptionalInt.empty() : OptionalInt.of(width);
    }

    /** Must be called before the result is printed. */
    public void clearStatus() {
        if (liveScreen != null) {
            liveScreen.end();
        }
    }

    @Override
    public void close() {
        if (liveScreen != null) {
            liveScreen.close();
        }
    }
}

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

/**
 * Target of lines: a terminal, with a status below them that is redrawn in place, or a pipe or file. After closing, the terminal is
 * in its previous state.
 */
public final class Screen implements AutoCloseable {

    public enum Manner {
        /** Redraws a picture in place; prints plain lines in a build ({@code CI}), or if the size is unknown. */
        LIVE,
        /** The lines of a pipe; the terminal is only queried for its width. */
        PLAIN,
        /** The lines of a pipe, and no question to the terminal. */
        NONE
    }

    private final PrintWriter out;
    private final int columns;
    private final @Nullable LiveScreen live;

    private Screen(PrintWriter out, int columns, @Nullable LiveScreen live) {
        this.out = out;
        this.columns = columns;
        this.live = live;
    }

    /** Opens the screen; on a terminal {@code color} is whether colours may be used. */
    public static Screen open(PrintWriter out, Manner manner, boolean color) {
        SystemTerminal terminal =
                manner == Manner.NONE ? null : SystemTerminal.find().orElse(null);
        if (terminal == null) {
            return new Screen(out, 0, null);
        }
        Size size = Stty.size(terminal.columns(), terminal.rows()).orElse(null);
        if (manner != Manner.LIVE || size == null || SystemTerminal.isOfABuild(System.getenv())) {
            return new Screen(out, terminal.columns(), null);
        }
        Glyphs glyphs = SystemTerminal.glyphs(System.getenv());
        LiveScreen live = new LiveScreen(out, size, Stty::size, glyphs, color, new LiveRun(System::nanoTime));
        return new Screen(out, terminal.columns(), live.open(terminal.showsErrors()));
    }

    /** Returns the status redrawn in place, to report news; empty with lines only. */
    public Optional<LiveRun> live() {
        return live == null ? Optional.empty() : Optional.of(live.run());
    }

    public synchronized void line(String line) {
        String text = PlainText.line(line);
        if (live == null) {
            out.println(text);
            out.flush();
        } else {
            live.line(text);
        }
    }

    /** Lets another writer print whole lines, for example to standard error, or prompt; nothing is redrawn meanwhile. */
    public void aside(Runnable printing) {
        if (live == null) {
            printing.run();
        } else {
            live.aside(printing);
        }
    }

    /** Returns the terminal's width in columns; empty without a terminal, or if it is unknown. */
    public OptionalInt width() {
        int width = live == null ? columns : live.columns();
        return width <= 0 ? OptionalInt.empty() : OptionalInt.of(width);
    }

    /** Removes the status redrawn in place; the result is printed next. */
    public void clearStatus() {
        if (live != null) {
            live.end();
        }
    }

    @Override
    public void close() {
        if (live != null) {
            live.close();
        }
    }
}

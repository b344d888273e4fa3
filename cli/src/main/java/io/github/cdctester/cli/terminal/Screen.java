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
 * Where lines go: a terminal, on which the state of what goes on can stand below them and is redrawn in place, or a pipe or file.
 * Whatever happens between opening and closing, the terminal is as before then.
 */
public final class Screen implements AutoCloseable {

    public enum Manner {
        /** A picture is redrawn in place; plain lines in a build ({@code CI}), and where the size is unknown. */
        LIVE,
        /** The lines of a pipe; the terminal is asked for its width only. */
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

    /** What is redrawn in place, to be told what is new; empty where there are lines only. */
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

    /** Lets somebody print whole lines by another way, such as standard error, or ask; nothing is redrawn meanwhile. */
    public void aside(Runnable printing) {
        if (live == null) {
            printing.run();
        } else {
            live.aside(printing);
        }
    }

    /** The terminal's width in columns; empty where there is no terminal, or it does not say. */
    public OptionalInt width() {
        int width = live == null ? columns : live.columns();
        return width <= 0 ? OptionalInt.empty() : OptionalInt.of(width);
    }

    /** Takes away what is redrawn in place, for good: what is printed now is the result. */
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

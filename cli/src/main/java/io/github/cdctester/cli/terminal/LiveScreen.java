// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Frame;
import io.github.cdctester.cli.terminal.view.Glyphs;
import io.github.cdctester.cli.terminal.view.LivePicture;
import io.github.cdctester.cli.terminal.view.LiveRun;
import io.github.cdctester.cli.terminal.view.Palette;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A terminal on which a command's state is redrawn in place, below the lines that stay. For any thread. */
final class LiveScreen {

    private final PrintWriter out;
    private final Supplier<Optional<TerminalSize>> sizes;
    private final Glyphs glyphs;
    private final Palette palette;
    private final LiveRun run;
    private final Painter painter;
    private volatile TerminalSize size;
    private volatile boolean isSizeOld;
    private boolean isOver;
    private volatile @Nullable Throwable failure;

    /** Creates it; nothing is shown before the first {@link #repaint}. */
    LiveScreen(
            PrintWriter out,
            TerminalSize size,
            Supplier<Optional<TerminalSize>> sizes,
            Glyphs glyphs,
            Palette palette,
            LiveRun run) {
        this.out = out;
        this.size = size;
        this.sizes = sizes;
        this.glyphs = glyphs;
        this.palette = palette;
        this.run = run;
        painter = new Painter(size);
    }

    /** What is shown, to be told what is new; does not wait for a terminal that takes nothing at the moment. */
    LiveRun run() {
        failIfBroken();
        return run;
    }

    int columns() {
        return size.columns();
    }

    /** The terminal has another size; it is asked by whoever draws next. */
    void resized() {
        isSizeOld = true;
    }

    /** Draws what is different. What goes wrong comes out of the next call of another thread. */
    synchronized void repaint() {
        if (isOver || failure != null) {
            return;
        }
        try {
            measure();
            Frame frame = new Frame(size.columns(), size.rows(), glyphs, palette);
            write(painter.paint(LivePicture.of(run.state(), frame), size));
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Shows a line, for good, above the picture. */
    synchronized void line(String text) {
        failIfBroken();
        if (isOver) {
            write(text + System.lineSeparator());
        } else {
            measure(); // on a terminal that has wrapped the picture its first line is elsewhere
            write(painter.above(text, size));
        }
    }

    /** Lets somebody print to the terminal by another way. */
    synchronized void aside(Runnable printing) {
        measure();
        write(painter.erase(size));
        printing.run();
    }

    /** Others have written: the picture that stands there is left where it is. */
    synchronized void leave() {
        painter.forget();
    }

    /** Takes the picture away; from here on there are lines only. */
    synchronized void end() {
        measure();
        write(painter.erase(size));
        isOver = true;
    }

    private void measure() {
        if (isSizeOld) {
            isSizeOld = false;
            size = sizes.get().orElse(size);
        }
    }

    void failIfBroken() {
        Throwable broken = failure;
        if (broken != null) {
            throw new IllegalStateException("the terminal's picture could not be drawn: " + broken, broken);
        }
    }

    /** In one piece, so that nothing half drawn is seen. */
    private void write(String text) {
        if (!text.isEmpty()) {
            out.write(text);
            out.flush();
        }
    }
}

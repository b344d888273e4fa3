// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Canvas;
import io.github.cdctester.cli.terminal.view.Glyphs;
import io.github.cdctester.cli.terminal.view.LiveRun;
import io.github.cdctester.internal.text.PlainText;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jline.terminal.Size;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * A terminal on which a command's state is redrawn in place, a few times a second, below the lines that stay. Thread-safe.
 * While it is open, what others print to the standard streams becomes such lines.
 */
final class LiveScreen implements AutoCloseable {

    private static final long REPAINT_MILLIS = 500;
    private static final long TIMEOUT_SECONDS = 5;

    private final PrintWriter out;
    private final Supplier<Optional<Size>> sizes;
    private final Glyphs glyphs;
    private final boolean color;
    private final LiveRun run;
    private final Painter painter;
    private final ScheduledExecutorService repainting;
    private final Map<String, Object> signalHandlers = new TreeMap<>();
    private final PrintStream standardOut = System.out;
    private final PrintStream standardErr = System.err;
    private volatile Size size;
    private volatile boolean isSizeOld;
    private boolean isOver;
    private volatile @Nullable Throwable failure;

    LiveScreen(PrintWriter out, Size size, Supplier<Optional<Size>> sizes, Glyphs glyphs, boolean color, LiveRun run) {
        this.out = out;
        this.size = size;
        this.sizes = sizes;
        this.glyphs = glyphs;
        this.color = color;
        this.run = run;
        painter = new Painter(size);
        repainting = new ScheduledThreadPoolExecutor(1, LiveScreen::thread, new ThreadPoolExecutor.DiscardPolicy());
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "cdc-tester-screen");
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to repaint, and to capture the standard streams that lead to the terminal. */
    LiveScreen open(boolean showsErrors) {
        register("WINCH", this::resized);
        register(
                "CONT",
                () -> { // after Ctrl-Z
                    abandonPicture();
                    resized();
                });
        System.setOut(CapturedLines.to(line -> line(PlainText.line(line))));
        if (showsErrors) {
            System.setErr(CapturedLines.to(line -> line(PlainText.line(line))));
        }
        Future<?> unused =
                repainting.scheduleWithFixedDelay(this::repaint, REPAINT_MILLIS, REPAINT_MILLIS, TimeUnit.MILLISECONDS);
        return this;
    }

    private void register(String signal, Runnable action) {
        @Nullable
        Object before = Signals.register(signal, () -> {
            action.run();
            repainting.execute(this::repaint);
        });
        if (before != null) { // else there is no such signal here
            signalHandlers.put(signal, before);
        }
    }

    /** The state that is drawn; updating it does not wait for a terminal that is blocked. */
    LiveRun run() {
        failIfBroken();
        return run;
    }

    int columns() {
        return size.getColumns();
    }

    /** The terminal has another size; the next drawing queries it. */
    void resized() {
        isSizeOld = true;
    }

    /** Draws the differences. A failure is thrown by the next call of another thread. */
    synchronized void repaint() {
        if (isOver || failure != null) {
            return;
        }
        try {
            measure();
            write(painter.paint(run.picture(new Canvas(size.getColumns(), size.getRows(), glyphs, color)), size));
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

    /** Lets another writer print to the terminal. */
    synchronized void aside(Runnable printing) {
        measure();
        write(painter.erase(size));
        printing.run();
    }

    /** Called after other output: the current picture stays at its place. */
    synchronized void abandonPicture() {
        painter.forget();
    }

    /** Takes the picture away; from here on there are lines only. */
    synchronized void end() {
        measure();
        write(painter.erase(size));
        isOver = true;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the same stream, which is closed once
    public void close() {
        PrintStream captured = System.out;
        PrintStream capturedErrors = System.err;
        System.setOut(standardOut);
        System.setErr(standardErr);
        captured.close();
        if (capturedErrors != standardErr) {
            capturedErrors.close();
        }
        signalHandlers.forEach(Signals::unregister);
        repainting.shutdown();
        try {
            repainting.awaitTermination(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
        failIfBroken();
    }

    private void measure() {
        if (isSizeOld) {
            isSizeOld = false;
            size = sizes.get().orElse(size);
        }
    }

    private void failIfBroken() {
        Throwable broken = failure;
        if (broken != null) {
            throw new IllegalStateException("the terminal's picture could not be drawn: " + broken, broken);
        }
    }

    private void write(String text) {
        if (!text.isEmpty()) {
            out.write(text);
            out.flush();
        }
    }
}

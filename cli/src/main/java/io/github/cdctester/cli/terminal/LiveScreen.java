// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Canvas;
import io.github.cdctester.cli.terminal.view.Glyphs;
import io.github.cdctester.cli.terminal.view.LiveRun;
import io.github.cdctester.internal.closing.FirstFailure;
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
 * Redraws the state of a command on a terminal, twice per second, below permanent lines. Other output of this process to the terminal
 * becomes permanent lines. Thread-safe.
 */
final class LiveScreen implements AutoCloseable {

    private static final long REPAINT_MILLIS = 500;
    private static final long STOP_TIMEOUT_SECONDS = 5;

    private final PrintWriter out;
    private final Supplier<Optional<Size>> sizeQuery;
    private final Glyphs glyphs;
    private final boolean color;
    private final LiveRun liveRun;
    private final Painter painter;
    private final ScheduledExecutorService repaintExecutor;
    private final Map<String, Object> signalHandlers = new TreeMap<>();
    private final PrintStream standardOut = System.out;
    private final PrintStream standardErr = System.err;
    private volatile Size size;
    private volatile boolean isSizeOutdated;
    private boolean hasEnded;
    private volatile @Nullable Throwable failure;

    LiveScreen(
            PrintWriter out, Size size, Supplier<Optional<Size>> sizeQuery, Glyphs glyphs, boolean color, LiveRun run) {
        this.out = out;
        this.size = size;
        this.sizeQuery = sizeQuery;
        this.glyphs = glyphs;
        this.color = color;
        this.liveRun = run;
        painter = new Painter(size);
        repaintExecutor =
                new ScheduledThreadPoolExecutor(1, LiveScreen::daemonThread, new ThreadPoolExecutor.DiscardPolicy());
    }

    private static Thread daemonThread(Runnable work) {
        Thread thread = new Thread(work, "cdc-tester-screen");
        thread.setDaemon(true);
        return thread;
    }

    LiveScreen open(boolean showsErrors) {
        register("WINCH", this::onResize);
        register(
                "CONT",
                () -> { // the process continues after Ctrl-Z
                    abandonPicture();
                    onResize();
                });
        System.setOut(CapturedLines.to(line -> line(PlainText.line(line))));
        if (showsErrors) {
            System.setErr(CapturedLines.to(line -> line(PlainText.line(line))));
        }
        Future<?> unused = repaintExecutor.scheduleWithFixedDelay(
                this::repaint, REPAINT_MILLIS, REPAINT_MILLIS, TimeUnit.MILLISECONDS);
        return this;
    }

    private void register(String signal, Runnable action) {
        @Nullable
        Object previousHandler = Signals.register(signal, () -> {
            action.run();
            repaintExecutor.execute(this::repaint);
        });
        if (previousHandler != null) { // null if this platform does not have the signal
            signalHandlers.put(signal, previousHandler);
        }
    }

    /** Updates of the state never wait for a blocked terminal. */
    LiveRun liveRun() {
        failIfBroken();
        return liveRun;
    }

    int columns() {
        return size.getColumns();
    }

    /** The next drawing queries the new size. */
    void onResize() {
        isSizeOutdated = true;
    }

    /** {@link #liveRun}, {@link #line} and {@link #close} throw the failure of a drawing. */
    synchronized void repaint() {
        if (hasEnded || failure != null) {
            return;
        }
        try {
            updateSize();
            write(painter.paint(liveRun.picture(new Canvas(size.getColumns(), size.getRows(), glyphs, color)), size));
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    synchronized void line(String text) {
        failIfBroken();
        if (hasEnded) {
            write(text + System.lineSeparator());
        } else {
            updateSize(); // after a change of the size, the terminal may have wrapped the picture
            write(painter.printAbove(text, size));
        }
    }

    synchronized void printWithoutPicture(Runnable printing) {
        updateSize();
        write(painter.erase(size));
        printing.run();
    }

    /** Must be called after other output. The next picture is drawn below that output. */
    synchronized void abandonPicture() {
        painter.forget();
    }

    /** Afterwards, only lines are printed. */
    synchronized void end() {
        updateSize();
        write(painter.erase(size));
        hasEnded = true;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // compares identity on purpose
    public void close() {
        PrintStream capturedOut = System.out;
        PrintStream capturedErrors = System.err;
        System.setOut(standardOut);
        System.setErr(standardErr);
        FirstFailure failures = new FirstFailure(); // printing fails after a failed drawing
        failures.run(capturedOut::close);
        if (capturedErrors != standardErr) {
            failures.run(capturedErrors::close);
        }
        signalHandlers.forEach(Signals::unregister);
        repaintExecutor.shutdown();
        try {
            repaintExecutor.awaitTermination(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        failures.run(this::end);
        failures.run(this::failIfBroken);
        failures.rethrow();
    }

    private void updateSize() {
        if (isSizeOutdated) {
            isSizeOutdated = false;
            size = sizeQuery.get().orElse(size);
        }
    }

    private void failIfBroken() {
        Throwable cause = failure;
        if (cause != null) {
            throw new IllegalStateException("the terminal's picture could not be drawn: " + cause, cause);
        }
    }

    private void write(String text) {
        if (!text.isEmpty()) {
            out.write(text);
            out.flush();
        }
    }
}

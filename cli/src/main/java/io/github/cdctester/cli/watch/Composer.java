// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import io.github.cdctester.cli.watch.Revisions.FinalReport;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.html.HtmlReport;
import io.github.cdctester.internal.time.DeferredInterrupt;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Composes the live page in its own thread, about once per second while a browser is connected. Threads that update the page never
 * wait.
 */
final class Composer {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_TIMEOUT_MILLIS = 30_000;

    /** The thread uses at most one tenth of a processor. */
    private static final int CPU_TIME_DIVISOR = 10;

    /** {@code report} is {@code null} if there is no result. */
    private record Ending(String message, @Nullable Supplier<String> report) {}

    private final ConcurrentLinkedQueue<Consumer<LiveReport>> updates = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
    private final Consumer<String> warnings;
    private final LiveReport liveReport = new LiveReport();
    private final Revisions revisions;
    private final Thread thread = new Thread(this::compose, "cdc-tester-ui-composer");
    private boolean isStale;

    Composer(Consumer<String> warnings) {
        this.warnings = warnings;
        Document firstPage = liveReport.page();
        revisions = new Revisions(firstPage, content(firstPage));
        thread.setDaemon(true);
    }

    Revisions revisions() {
        return revisions;
    }

    void start() {
        thread.start();
    }

    void update(Consumer<LiveReport> update) {
        updates.add(update);
    }

    void end(String message, Supplier<String> report) {
        ending.compareAndSet(null, new Ending(message, report));
    }

    /** Does nothing if the end was set before. */
    void fail(String message) {
        ending.compareAndSet(null, new Ending(message, null));
    }

    /** Waits until the browsers have received the last page, or until a timeout. */
    void close(long deliveryTimeoutMillis) {
        fail("The command has ended without a result. The page shows the last known values.");
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            revisions.onNoMoreRevisions();
            thread.join(CLOSE_TIMEOUT_MILLIS);
            revisions.awaitReportDelivery(deliveryTimeoutMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void compose() {
        try {
            while (!revisions.isClosing()) {
                long startNanos = cpuNanos();
                applyUpdates();
                if (isStale && revisions.hasListeners()) {
                    publish();
                }
                long usedNanos = cpuNanos() - startNanos;
                revisions.pause(TimeUnit.NANOSECONDS.toMillis(
                        Math.max(SECOND_NANOS, CPU_TIME_DIVISOR * usedNanos) - usedNanos));
            }
            applyUpdates();
            finish();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // does not happen: nothing interrupts this thread
        } catch (RuntimeException | Error e) {
            warnings.accept("the page cannot be made (" + e + "); the run continues without it");
            revisions.end(new FinalReport("The page could not be made: " + e, null));
        }
    }

    /** Returns CPU time in ns, because waiting does not slow down the run; clock time if CPU time is not supported. */
    private static long cpuNanos() {
        long cpuTime = THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
        return cpuTime < 0 ? System.nanoTime() : cpuTime;
    }

    private void applyUpdates() {
        for (Consumer<LiveReport> next = updates.poll(); next != null; next = updates.poll()) {
            next.accept(liveReport);
            isStale = true;
        }
    }

    private void publish() {
        Document page = liveReport.page();
        revisions.publish(page, content(page));
        isStale = false;
    }

    private void finish() {
        Ending lastEnding = ending.get();
        if (lastEnding == null) {
            return;
        }
        Supplier<String> report = lastEnding.report();
        boolean hasListeners = revisions.hasListeners();
        if (hasListeners && isStale && report == null) {
            publish();
        }
        byte[] bytes = report == null || !hasListeners ? null : report.get().getBytes(StandardCharsets.UTF_8);
        revisions.end(new FinalReport(lastEnding.message(), bytes));
    }

    private static byte[] content(Document page) {
        StringWriter html = new StringWriter();
        try {
            HtmlReport.writeContent(page, html);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // does not happen with a StringWriter
        }
        return html.toString().getBytes(StandardCharsets.UTF_8);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A source that is read in a separate thread, until the source is closed or the input ends. */
public abstract class ReadingSource implements LineSource {

    /** A thread that waits for input cannot be stopped. */
    private static final long CLOSE_TIMEOUT_MILLIS = 1_000;

    private static final long REPORT_INTERVAL_MILLIS = 100;

    @FunctionalInterface
    protected interface ReadTask {
        void run() throws IOException;
    }

    private final AtomicBoolean closing = new AtomicBoolean();
    private @Nullable Thread thread;
    private volatile @Nullable String failure;
    private volatile boolean hasEndedAfterRun;

    /** The verdict contains a remark if reading fails. */
    protected final void start(String name, ConsumerLines lines, ReadTask task) {
        lines.remark(() -> failure == null ? remarkOnVerdict() : remark());
        Thread newThread = new Thread(() -> run(task), "cdc-tester-" + name);
        newThread.setDaemon(true);
        thread = newThread;
        newThread.start();
    }

    private void run(ReadTask task) {
        try {
            task.run();
        } catch (IOException | RuntimeException | Error e) {
            failure = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString(); // reported by remark()
        }
    }

    final void requestClosing() {
        synchronized (closing) {
            closing.set(true);
            closing.notifyAll();
        }
    }

    protected final boolean isClosing() {
        return closing.get();
    }

    /** Calls {@code atEnd} before {@code lines} reports the end, because the listener may query the cause. */
    final void readToEnd(ConsumerLines lines, InputStream in, Runnable atEnd) throws IOException {
        lines.read(new FilterInputStream(in) {
            @Override
            public int read(byte[] buffer, int from, int length) throws IOException {
                int count;
                try {
                    count = super.read(buffer, from, length);
                } catch (IOException e) {
                    // set before rethrowing: lines reports the exception before run() catches it
                    failure = String.valueOf(e.getMessage());
                    throw e;
                }
                if (count < 0) {
                    hasEndedAfterRun = lines.isRunOver(); // no remark then: the consumer may have ended with its server
                    atEnd.run();
                }
                return count;
            }
        });
    }

    /** Reports the end repeatedly, so that a run that starts to listen later also receives it. */
    final void reportEnd(ConsumerLines lines) throws IOException {
        while (!closing.get()) {
            lines.read(InputStream.nullInputStream());
            awaitClosing(REPORT_INTERVAL_MILLIS);
        }
    }

    /** Returns early after {@link #requestClosing()}. An interrupt also requests the closing. */
    final void awaitClosing(long millis) {
        synchronized (closing) {
            if (!closing.get()) {
                try {
                    TimeUnit.MILLISECONDS.timedWait(closing, millis);
                } catch (InterruptedException e) {
                    closing.set(true);
                }
            }
        }
    }

    @Override
    public final Optional<String> remark() {
        String failureText = failure;
        return failureText == null
                ? remarkAfterReading().filter(remark -> !hasEndedAfterRun)
                : Optional.of(name() + " could no longer be read: " + failureText);
    }

    /** Returns a remark if the source, not the consumer, may have lost changes. */
    protected Optional<String> remarkOnVerdict() {
        return Optional.empty();
    }

    protected abstract Optional<String> remarkAfterReading();

    @Override
    public void close() {
        Thread readingThread = thread;
        if (readingThread == null) {
            return;
        }
        requestClosing();
        try {
            readingThread.join(CLOSE_TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

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

/** Lines that are read in a separate thread, until it is stopped, or the input ends. */
public abstract class ReadingSource implements LineSource {

    /** A thread that waits for input cannot be stopped. */
    private static final long TIMEOUT_MILLIS = 1_000;

    private static final long SAY_MILLIS = 100;

    @FunctionalInterface
    protected interface Reading {
        void run() throws IOException;
    }

    private final AtomicBoolean closing = new AtomicBoolean();
    private @Nullable Thread thread;
    private volatile @Nullable String broken;
    private volatile boolean endedLate;

    /** Starts the thread. The verdict has a remark if it breaks. */
    protected final void start(String name, ConsumerLines lines, Reading reading) {
        lines.remark(() -> broken == null ? remarkOnVerdict() : remark());
        Thread started = new Thread(() -> run(reading), "cdc-tester-" + name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    private void run(Reading reading) {
        try {
            reading.run();
        } catch (IOException | RuntimeException | Error e) {
            broken = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString(); // reported by remark()
        }
    }

    /** Has the thread end at the next place where it can. */
    final void reportClosing() {
        synchronized (closing) {
            closing.set(true);
            closing.notifyAll();
        }
    }

    /** Returns true if the thread is to end. */
    protected final boolean isClosing() {
        return closing.get();
    }

    /**
     * Reads to the end of {@code in}; calls {@code atEnd} before it reports the end to the lines, because their listener may query
     * the cause.
     */
    final void readToEnd(ConsumerLines lines, InputStream in, Runnable atEnd) throws IOException {
        lines.read(new FilterInputStream(in) {
            @Override
            public int read(byte[] buffer, int from, int length) throws IOException {
                int count;
                try {
                    count = super.read(buffer, from, length);
                } catch (IOException e) {
                    broken = String.valueOf(e.getMessage()); // here as well: the lines receive it before run() does
                    throw e;
                }
                if (count < 0) {
                    endedLate = lines.isRunOver(); // as one does whose server is one of the run's own
                    atEnd.run();
                }
                return count;
            }
        });
    }

    /** Reports the end repeatedly: a run that starts to listen meanwhile has not received it. */
    final void reportEnd(ConsumerLines lines) throws IOException {
        while (!closing.get()) {
            lines.read(InputStream.nullInputStream());
            rest(SAY_MILLIS);
        }
    }

    /** Waits a while, or until the thread is to end. */
    final void rest(long millis) {
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
        String why = broken;
        return why == null
                ? remarkWhereRead().filter(remark -> !endedLate)
                : Optional.of(name() + " could no longer be read: " + why);
    }

    /** A remark that belongs to the verdict, as changes may be missing for another reason than the consumer. */
    protected Optional<String> remarkOnVerdict() {
        return Optional.empty();
    }

    /** A remark on a source that was read without a failure. */
    protected abstract Optional<String> remarkWhereRead();

    @Override
    public void close() {
        Thread started = thread;
        if (started == null) {
            return;
        }
        reportClosing();
        try {
            started.join(TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

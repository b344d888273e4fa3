// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.source;

import io.github.cdctester.consumer.ConsumerLines;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A thread that reads until it is told not to, or there is nothing more. */
public final class ReadingThread implements AutoCloseable {

    /** Who waits for input that never comes cannot be asked to end. */
    private static final long PATIENCE_MILLIS = 1_000;

    private static final long SAY_MILLIS = 100;

    /** What is done in it. */
    @FunctionalInterface
    public interface Work {

        /**
         * Reads.
         *
         * @throws IOException if something cannot be read
         */
        void read(ReadingThread thread) throws IOException;
    }

    private final Thread thread;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile @Nullable String broken;

    /** Creates one, which does not run yet. */
    public ReadingThread(String name, Work work) {
        thread = new Thread(() -> run(work), "cdc-tester-" + name);
        thread.setDaemon(true);
    }

    /** Starts it. Who owns it keeps it before: what it reads, or fails with, may come at once, and be asked about. */
    public void start() {
        thread.start();
    }

    private void run(Work work) {
        try {
            work.read(this);
        } catch (IOException | RuntimeException | Error e) {
            broken = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString(); // said by who closes it
        }
    }

    /** Whether it is to end. */
    public boolean isClosing() {
        return closing.get();
    }

    /**
     * Reads to the end.
     *
     * @param in is not closed
     * @param atEnd told before the lines are: who hears of the end may ask at once how it came
     * @throws IOException if it cannot be read
     */
    void readToEnd(ConsumerLines lines, InputStream in, Runnable atEnd) throws IOException {
        lines.read(new FilterInputStream(in) {
            @Override
            public int read(byte[] buffer, int from, int length) throws IOException {
                int count;
                try {
                    count = super.read(buffer, from, length);
                } catch (IOException e) {
                    broken = String.valueOf(e.getMessage()); // here too: the lines are told of it before run() is
                    throw e;
                }
                if (count < 0) {
                    atEnd.run();
                }
                return count;
            }
        });
    }

    /**
     * Goes on saying that there is nothing more, until it is to end: a run that begins to listen meanwhile has not heard it.
     *
     * @throws IOException never
     */
    void sayEnded(ConsumerLines lines) throws IOException {
        while (!closing.get()) {
            lines.read(InputStream.nullInputStream());
            rest(SAY_MILLIS);
        }
    }

    /** Why it could not go on; {@code null} if it could. */
    public @Nullable String broken() {
        return broken;
    }

    /** Waits a while, or until it is to end. */
    public void rest(long millis) {
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
    public void close() {
        synchronized (closing) {
            closing.set(true);
            closing.notifyAll();
        }
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

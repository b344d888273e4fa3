// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Aborts an operation that exceeds a time limit. A read timeout is not sufficient: a server that occasionally sends a byte never
 * exceeds it.
 *
 * <p>Each deadline has its own thread, because the abort may block and must not delay other deadlines.
 */
public final class Deadline implements AutoCloseable {

    private final CountDownLatch closeLatch = new CountDownLatch(1);
    private volatile boolean isExpired;
    private volatile @Nullable Throwable failure;

    /** The caller closes the deadline after the operation. {@code abort} is called in another thread. */
    public Deadline(Duration timeout, Runnable abort) {
        Thread watchThread = new Thread(() -> watch(timeout.toNanos(), abort), "cdc-tester-deadline");
        watchThread.setDaemon(true);
        watchThread.start();
    }

    public static Deadline closeAfter(Duration timeout, Closeable resource) {
        return new Deadline(timeout, () -> {
            try {
                resource.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void watch(long nanos, Runnable abort) {
        try {
            if (!closeLatch.await(nanos, TimeUnit.NANOSECONDS)) {
                isExpired = true;
                abort.run();
            }
        } catch (Throwable e) { // reported by close()
            failure = e;
        }
    }

    public boolean isExpired() {
        return isExpired;
    }

    /**
     * Does not wait.
     *
     * @throws IllegalStateException if the deadline expired and {@code abort} failed
     */
    @Override
    public void close() {
        closeLatch.countDown();
        Throwable cause = failure;
        if (cause != null) {
            throw new IllegalStateException("the late operation could not be ended: " + cause, cause);
        }
    }
}

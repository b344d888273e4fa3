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
 * Ends something that is not ready in time, such as a wait for a server. A timeout of single reads does not do: a server that sends
 * a byte now and then keeps within it forever.
 *
 * <p>Each has its own thread, which is there until the deadline is closed or over: what one has to end may block, and must
 * hold up no other one.
 */
public final class Deadline implements AutoCloseable {

    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile boolean over;
    private volatile @Nullable Throwable failure;

    /** Sets a deadline; the caller closes it if it is ready earlier. {@code end} is called in another thread. */
    public Deadline(Duration time, Runnable end) {
        Thread watch = new Thread(() -> watch(time.toNanos(), end), "cdc-tester-deadline");
        watch.setDaemon(true);
        watch.start();
    }

    /** Creates a deadline that closes {@code late}. */
    public static Deadline closing(Duration time, Closeable late) {
        return new Deadline(time, () -> {
            try {
                late.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void watch(long nanos, Runnable end) {
        try {
            if (!ready.await(nanos, TimeUnit.NANOSECONDS)) {
                over = true;
                end.run();
            }
        } catch (Throwable e) { // passed to the waiting thread
            failure = e;
        }
    }

    /** Returns true if the deadline came first. */
    public boolean isOver() {
        return over;
    }

    /**
     * Cancels the deadline without waiting.
     *
     * @throws IllegalStateException if it had expired, and {@code end} failed
     */
    @Override
    public void close() {
        ready.countDown();
        Throwable cause = failure;
        if (cause != null) {
            throw new IllegalStateException("what was late could not be ended: " + cause, cause);
        }
    }
}

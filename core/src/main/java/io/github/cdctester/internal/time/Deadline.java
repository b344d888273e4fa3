// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends something that is not ready in time, such as a wait for a server. A timeout of single reads does not do: a server that
 * sends a byte now and then keeps within it for ever.
 */
public final class Deadline implements AutoCloseable {

    private static final ScheduledThreadPoolExecutor WATCH = watch();

    private final ScheduledFuture<?> pending;
    private volatile boolean over;

    /**
     * Sets a deadline; closed by whoever is ready before it.
     *
     * @param time from now on
     * @param end what ends it; called in another thread, and must not wait
     */
    public Deadline(Duration time, Runnable end) {
        pending = WATCH.schedule(
                () -> {
                    over = true;
                    end.run();
                },
                time.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /**
     * Tells what came first.
     *
     * @return whether the time was up
     */
    public boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        pending.cancel(false);
    }

    /** A thread that is there only while somebody waits. */
    private static ScheduledThreadPoolExecutor watch() {
        ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "cdc-tester-answers");
            thread.setDaemon(true);
            return thread;
        });
        watch.setRemoveOnCancelPolicy(true);
        watch.setKeepAliveTime(1, TimeUnit.SECONDS);
        watch.allowCoreThreadTimeOut(true);
        return watch;
    }
}

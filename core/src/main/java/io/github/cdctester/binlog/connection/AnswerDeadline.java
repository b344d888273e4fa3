// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog.connection;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection that is not ready in time. A timeout of single reads does not do: a server that sends a byte now and
 * then keeps within it for ever.
 */
final class AnswerDeadline implements AutoCloseable {

    private static final ScheduledThreadPoolExecutor WATCH = watch();

    private final ScheduledFuture<?> pending;
    private volatile boolean over;

    AnswerDeadline(SocketChannel socket, Duration time) {
        pending = WATCH.schedule(() -> end(socket), time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Whether the time was up, and the connection closed for that. */
    boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        pending.cancel(false);
    }

    private void end(SocketChannel socket) {
        over = true;
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("closing a connection", e);
        }
    }

    /** A thread that is there only while somebody waits for an answer. */
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

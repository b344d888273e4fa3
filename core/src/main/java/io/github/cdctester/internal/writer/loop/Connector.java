// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.mysql.MySqlConnection;
import io.github.cdctester.internal.mysql.TlsBuffers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that open connections with blocking calls, so that no event loop has to wait. Thread-safe. */
final class Connector {

    /** Maximum number of parallel logins, as with JDBC: no overload for a server. */
    private static final int MAX_THREADS = 16;

    /** Maximum number of parallel logins if logins are a part of the load. */
    private static final int MAX_RENEWING_THREADS = 512;

    /** Maximum number of preparing threads. If they are all busy, connectors prepare themselves. */
    private static final int MAX_PREPARERS = 1_024;

    private static final long CLOSE_SECONDS = 20;

    private final NativeClient client;
    private final ScheduledThreadPoolExecutor threads;

    /** Prepares statements, which can wait for a metadata lock or a silent server while other connections log in. */
    private final ExecutorService preparers;

    /**
     * Creates the threads as they are needed.
     *
     * @param renews whether the workers replace their connections, which counts towards the latency
     */
    Connector(NativeClient client, int connections, boolean renews) {
        this.client = client;
        threads = new ScheduledThreadPoolExecutor(
                Math.min(renews ? MAX_RENEWING_THREADS : MAX_THREADS, connections), daemons("connector"));
        preparers = new ThreadPoolExecutor(
                0,
                MAX_PREPARERS,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemons("preparer"),
                (task, busy) -> task.run()); // also after close(): the loop then discards the connection
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        threads.setKeepAliveTime(1, TimeUnit.SECONDS);
        threads.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory daemons(String role) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "cdc-tester-" + role + "-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Opens a connection after a delay, and hands it over to the worker's loop. */
    void connect(LoopWorker worker, EventLoop loop, TlsBuffers buffers, long delayNanos) {
        submit(
                () -> {
                    try {
                        MySqlConnection connection = client.logIn();
                        try {
                            preparers.execute(() -> loop.handOver(prepare(connection, worker, buffers)));
                        } catch (Throwable e) { // no thread can be started
                            client.close(connection);
                            throw e;
                        }
                    } catch (Throwable e) { // the worker decides, also about an Error
                        loop.handOver(new ConnectAttempt(worker, null, e));
                    }
                },
                delayNanos);
    }

    private ConnectAttempt prepare(MySqlConnection connection, LoopWorker worker, TlsBuffers buffers) {
        try {
            return new ConnectAttempt(worker, client.prepare(connection, buffers), null);
        } catch (Throwable e) { // the worker decides
            return new ConnectAttempt(worker, null, e);
        }
    }

    /** Interrupts the current statement of a connection at the server. */
    void interrupt(long connectionId) {
        submit(() -> client.interrupt(connectionId), 0);
    }

    void onDisconnected(long connectionId) {
        client.onDisconnected(connectionId);
    }

    private void submit(Runnable task, long delayNanos) {
        try {
            threads.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // the load is being closed: no connection is needed any more
        }
    }

    /** Ends all attempts to connect; interrupts blocking calls. */
    void close() {
        threads.shutdownNow();
        preparers.shutdownNow();
        try {
            if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)
                    || !preparers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                throw new RunFailedException(
                        "an attempt to connect did not end within " + CLOSE_SECONDS + " s after it was interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

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

    /** Parallel logins, the same number as with JDBC. It does not overload a server. */
    private static final int MAX_THREADS = 16;

    /** Used if logins are a part of the load. */
    private static final int MAX_RENEWING_THREADS = 512;

    /** If all threads are busy, the connecting threads prepare the statements. */
    private static final int MAX_PREPARERS = 1_024;

    private static final long CLOSE_SECONDS = 20;

    private final NativeClient client;
    private final ScheduledThreadPoolExecutor threads;

    /** Preparing may wait for a metadata lock or a silent server, and must not delay the logins of other connections. */
    private final ExecutorService preparers;

    /** Threads start when they are needed. {@code renewsConnections} is true if the workers replace their connections. */
    Connector(NativeClient client, int connections, boolean renewsConnections) {
        this.client = client;
        threads = new ScheduledThreadPoolExecutor(
                Math.min(renewsConnections ? MAX_RENEWING_THREADS : MAX_THREADS, connections), daemons("connector"));
        preparers = new ThreadPoolExecutor(
                0,
                MAX_PREPARERS,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemons("preparer"),
                (task, busy) -> task.run()); // even after close(), because the loop then discards the connection
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

    /** Hands the connection over to the worker's loop. */
    void connect(LoopWorker worker, EventLoop loop, TlsBuffers buffers, long delayNanos) {
        submit(
                () -> {
                    try {
                        MySqlConnection connection = client.logIn();
                        try {
                            preparers.execute(() -> loop.onConnectAttempt(prepare(connection, worker, buffers)));
                        } catch (Throwable e) { // no thread can be started
                            client.close(connection);
                            throw e;
                        }
                    } catch (Throwable e) { // the worker handles the failure, even an Error
                        loop.onConnectAttempt(new ConnectAttempt(worker, null, e));
                    }
                },
                delayNanos);
    }

    private ConnectAttempt prepare(MySqlConnection connection, LoopWorker worker, TlsBuffers buffers) {
        try {
            return new ConnectAttempt(worker, client.prepare(connection, buffers), null);
        } catch (Throwable e) { // the worker handles the failure
            return new ConnectAttempt(worker, null, e);
        }
    }

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

    /** Interrupts all attempts to connect, and waits until they end. */
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

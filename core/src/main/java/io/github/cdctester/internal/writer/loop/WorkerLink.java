// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Outage;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A worker's connection, which is replaced when it breaks. Confined to the loop's thread, except {@link #id}. */
final class WorkerLink {

    private final EventLoop loop;
    private final LoadContext context;
    private final LoopWorker worker;
    private final Outage outage = new Outage();

    private @Nullable LoopConnection connection;
    private volatile long id;
    private boolean hasBeenOpen;
    private boolean renewing;

    WorkerLink(EventLoop loop, LoadContext context, LoopWorker worker) {
        this.loop = loop;
        this.context = context;
        this.worker = worker;
    }

    boolean isOpen() {
        return connection != null;
    }

    LoopConnection connection() {
        LoopConnection present = connection;
        if (present == null) {
            throw new IllegalStateException("there is no connection");
        }
        return present;
    }

    /** Returns the connection's id at the server, or 0. Thread-safe. */
    long id() {
        return id;
    }

    /** Takes a new connection. */
    void opened(LoopConnection taken) {
        connection = taken;
        id = taken.id();
        if (renewing) {
            context.sink().renewed();
        } else if (hasBeenOpen) {
            context.sink().reconnected();
        }
        renewing = false;
        hasBeenOpen = true;
    }

    /** Replaces a working connection because the workload requires it. */
    void renew() {
        renewing = true;
        close(true);
        loop.connect(worker, 0);
    }

    /** Replaces a broken connection. Does not connect if the load is stopping. */
    void replace(SQLException reason) throws SQLException {
        long nowNanos = context.clock().nanoTime();
        long pauseNanos = outage.begin(nowNanos);
        close(false);
        if (!context.state().isStopping()) {
            outage.check(nowNanos, reason);
            loop.connect(worker, pauseNanos);
        }
    }

    /**
     * Tries again after a failed attempt to connect.
     *
     * @throws Throwable the failure, if another attempt cannot help: the first connection is refused, or a limit is
     *     reached
     */
    void failed(Throwable failure) throws Throwable {
        if (!hasBeenOpen || !(failure instanceof SQLException reason)) {
            throw failure;
        }
        if (renewing) {
            renewing = false;
            replace(reason);
        } else {
            outage.check(context.clock().nanoTime(), reason);
            loop.connect(worker, Outage.PAUSE_NANOS);
        }
    }

    /** Reports a commit on the connection. */
    void committed() {
        outage.end();
    }

    /**
     * Closes the connection, if there is one.
     *
     * @param quit whether the server waits for a command
     */
    void close(boolean quit) {
        LoopConnection old = connection;
        if (old != null) {
            connection = null;
            id = 0;
            loop.disconnected(old);
            old.close(quit);
        }
    }
}

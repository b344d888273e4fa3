// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.mysql.Response;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Outage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A worker's connection, which is replaced when it breaks. Confined to the loop's thread, except {@link #id}. */
final class WorkerLink {

    private final LoopWorker worker;
    private final EventLoop loop;
    private final LoadContext context;
    private final int transactionsPerConnection;
    private final Outage outage = new Outage();

    private @Nullable LoopConnection connection;
    private volatile long id;
    private int transactions;
    private boolean renewing;
    private boolean hasBeenConnected;

    WorkerLink(LoopWorker worker, EventLoop loop, LoadContext context, int transactionsPerConnection) {
        this.worker = worker;
        this.loop = loop;
        this.context = context;
        this.transactionsPerConnection = transactionsPerConnection;
    }

    /** Returns the connection's id at the server; 0 if there is no connection. */
    long id() {
        return id;
    }

    @Nullable
    LoopConnection ifPresent() {
        return connection;
    }

    LoopConnection connection() {
        LoopConnection present = connection;
        if (present == null) {
            throw new IllegalStateException("there is no connection");
        }
        return present;
    }

    void connect() {
        loop.connect(worker, 0);
    }

    void connected(OpenedConnection opened, Selector selector, Response response, ByteBuffer received)
            throws IOException {
        connection = new LoopConnection(opened, selector, worker, response, received);
        id = opened.socket().id();
        transactions = 0;
        if (renewing) {
            renewing = false;
            context.sink().renewed();
        } else if (hasBeenConnected) {
            context.sink().reconnected();
        }
        hasBeenConnected = true;
    }

    /** Connects again after a failed attempt. */
    void notConnected(Throwable failure) throws Throwable {
        if (!hasBeenConnected) {
            throw failure.getCause() instanceof RunFailedException explained ? explained : failure;
        }
        if (!(failure instanceof SQLException reason)) {
            throw failure;
        }
        if (renewing) {
            renewing = false;
            reconnect(reason);
        } else {
            outage.check(context.clock().nanoTime(), reason);
            loop.connect(worker, Outage.PAUSE_NANOS);
        }
    }

    /** Replaces a broken connection. */
    void reconnect(SQLException reason) throws SQLException {
        long nowNanos = context.clock().nanoTime();
        long pauseNanos = outage.begin(nowNanos);
        close(false);
        outage.check(nowNanos, reason);
        loop.connect(worker, pauseNanos);
    }

    void send(StatementEncoder statement) throws SQLException, IOException {
        LoopConnection used = connection();
        try {
            statement.send(used);
        } catch (IOException e) {
            worker.broke(used.reason(e));
        }
    }

    void send(ByteBuffer command) throws SQLException, IOException {
        LoopConnection used = connection();
        try {
            used.send(command);
        } catch (IOException e) {
            worker.broke(used.reason(e));
        }
    }

    /** Sends and receives what the socket allows. */
    void ready(SelectionKey key) throws SQLException, IOException {
        LoopConnection used = connection;
        if (used == null || !sendRest(used, key)) {
            return;
        }
        boolean complete = receive(used);
        while (complete) {
            worker.answered(used);
            complete = used == connection && used.hasSurplus() && receive(used);
        }
    }

    private boolean sendRest(LoopConnection used, SelectionKey key) throws SQLException, IOException {
        try {
            if (key.isValid() && key.isWritable()) {
                used.continueSending();
            }
            return true;
        } catch (IOException e) {
            worker.broke(used.reason(e));
            return false;
        }
    }

    private boolean receive(LoopConnection used) throws SQLException, IOException {
        try {
            return used.receive();
        } catch (IOException e) {
            worker.broke(LoopConnection.broken(e.getMessage(), e));
            return false;
        }
    }

    /** Counts a transaction. Returns true if the workload requires a new connection now. */
    boolean isUsedUp() {
        return ++transactions == transactionsPerConnection;
    }

    /** Replaces a working connection. */
    void renew() {
        renewing = true;
        close(true);
        loop.connect(worker, 0);
    }

    /** Reports a commit: the connection works. */
    void committed() {
        outage.end();
    }

    /** Closes the connection, if there is one; sends COM_QUIT if the server expects a command. */
    void close(boolean quit) {
        LoopConnection old = connection;
        if (old != null) {
            connection = null;
            id = 0;
            loop.disconnected(old.id());
            old.close(quit);
        }
    }
}

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

/** A worker's connection, which is replaced when it breaks. Guarded by the loop's monitor, except {@link #id}. */
final class WorkerLink {

    /** The minimum of {@code wait_timeout}, after which the server may close an idle connection. */
    private static final long MAX_IDLE_NANOS = 1_000_000_000;

    private static final long PING_TIMEOUT_NANOS = 2_000_000_000;

    /** Repetitions of the first login: a server may drop one of many simultaneous logins. */
    private static final int MAX_REPEATED_ATTEMPTS = 3;

    private final LoopWorker worker;
    private final EventLoop loop;
    private final LoadContext context;
    private final int transactionsPerConnection;
    private final Outage outage = new Outage();

    private @Nullable LoopConnection connection;
    private volatile long id;
    private int transactionsOnConnection;

    /** Time of the last login, commit or answered ping. */
    private long lastResponseNanos;

    private long resumeNanos;

    private int repeatedAttempts;
    private boolean isRenewing;
    private boolean hasBeenConnected;

    WorkerLink(LoopWorker worker, EventLoop loop, LoadContext context, int transactionsPerConnection) {
        this.worker = worker;
        this.loop = loop;
        this.context = context;
        this.transactionsPerConnection = transactionsPerConnection;
    }

    /** The server's connection id; 0 if there is no connection. */
    long id() {
        return id;
    }

    @Nullable
    LoopConnection connectionOrNull() {
        return connection;
    }

    LoopConnection connection() {
        LoopConnection currentConnection = connection;
        if (currentConnection == null) {
            throw new IllegalStateException("there is no connection");
        }
        return currentConnection;
    }

    void onConnected(OpenedConnection opened, Selector selector, Response response, ByteBuffer receiveBuffer)
            throws IOException {
        connection = new LoopConnection(opened, selector, worker, response, receiveBuffer);
        id = opened.socket().id();
        transactionsOnConnection = 0;
        long nowNanos = context.clock().nanoTime();
        outage.onConnected(nowNanos);
        markUsed(nowNanos);
        if (isRenewing) {
            isRenewing = false;
            context.sink().connectionRenewed();
        } else if (hasBeenConnected) {
            context.sink().reconnected();
        }
        hasBeenConnected = true;
    }

    void onConnectFailed(Throwable failure) throws Throwable {
        if (!hasBeenConnected && repeatedAttempts++ < MAX_REPEATED_ATTEMPTS && NativeClient.isTransient(failure)) {
            loop.connect(worker, Outage.PAUSE_NANOS);
            return;
        }
        if (!hasBeenConnected) {
            throw failure.getCause() instanceof RunFailedException explained ? explained : failure;
        }
        if (!(failure instanceof SQLException reason)) {
            throw failure;
        }
        if (isRenewing) {
            isRenewing = false;
            reconnectIdle(reason);
        } else {
            outage.check(context.clock().nanoTime(), reason);
            loop.connect(worker, Outage.PAUSE_NANOS);
        }
    }

    void reconnect(SQLException reason) throws SQLException {
        long nowNanos = context.clock().nanoTime();
        reconnect(nowNanos, outage.begin(nowNanos, reason));
    }

    /** No transaction is open. */
    void reconnectIdle(SQLException reason) throws SQLException {
        long nowNanos = context.clock().nanoTime();
        reconnect(nowNanos, outage.beginIdle(nowNanos, reason));
    }

    private void reconnect(long nowNanos, long pauseNanos) throws SQLException {
        close(false);
        outage.check(nowNanos, outage.cause());
        loop.connect(worker, pauseNanos);
    }

    long resumeNanos() {
        return resumeNanos;
    }

    /** An event may end the pause earlier. */
    void pause(long nanos) {
        resumeNanos = context.clock().nanoTime() + nanos;
        loop.pause(worker);
    }

    /** Resumes the worker if no response arrives within 2 s. */
    void ping() throws SQLException, IOException {
        pause(PING_TIMEOUT_NANOS);
        send(Commands.ping());
    }

    void send(StatementEncoder statement) throws SQLException, IOException {
        LoopConnection currentConnection = connection();
        try {
            statement.send(currentConnection);
        } catch (IOException e) {
            worker.onBroken(currentConnection.reason(e));
        }
    }

    void send(ByteBuffer command) throws SQLException, IOException {
        LoopConnection currentConnection = connection();
        try {
            currentConnection.send(command);
        } catch (IOException e) {
            worker.onBroken(currentConnection.reason(e));
        }
    }

    void onReady(SelectionKey key) throws SQLException, IOException {
        LoopConnection currentConnection = connection;
        if (currentConnection == null || !sendRemaining(currentConnection, key)) {
            return;
        }
        boolean isComplete = receive(currentConnection);
        while (isComplete) {
            worker.onResponse(currentConnection);
            isComplete =
                    currentConnection == connection && currentConnection.hasSurplus() && receive(currentConnection);
        }
    }

    void receiveNow() throws SQLException, IOException {
        LoopConnection currentConnection = connection;
        if (currentConnection != null && receive(currentConnection)) {
            worker.onResponse(currentConnection);
        }
    }

    private boolean sendRemaining(LoopConnection currentConnection, SelectionKey key) throws SQLException, IOException {
        try {
            if (key.isValid() && key.isWritable()) {
                currentConnection.continueSending();
            }
            return true;
        } catch (IOException e) {
            worker.onBroken(currentConnection.reason(e));
            return false;
        }
    }

    private boolean receive(LoopConnection currentConnection) throws SQLException, IOException {
        try {
            return currentConnection.receive();
        } catch (IOException e) {
            worker.onBroken(LoopConnection.brokenError(e.getMessage(), e));
            return false;
        }
    }

    boolean countTransaction() {
        return ++transactionsOnConnection == transactionsPerConnection;
    }

    /** The transaction is committed. */
    void renew() {
        outage.end();
        isRenewing = true;
        close(true);
        loop.connect(worker, 0);
    }

    /** A commit shows that the connection works. */
    void onCommit(long nowNanos) {
        outage.end();
        markUsed(nowNanos);
    }

    void onRefused() {
        outage.onRefused(context.clock());
    }

    void markUsed(long nowNanos) {
        lastResponseNanos = nowNanos;
    }

    boolean isReady(long atNanos) {
        return connection != null && atNanos - lastResponseNanos <= MAX_IDLE_NANOS;
    }

    /** {@code sendsQuit} requires that the server expects a command. */
    void close(boolean sendsQuit) {
        LoopConnection oldConnection = connection;
        if (oldConnection != null) {
            connection = null;
            id = 0;
            loop.onDisconnected(oldConnection.id());
            oldConnection.close(sendsQuit);
        }
    }
}

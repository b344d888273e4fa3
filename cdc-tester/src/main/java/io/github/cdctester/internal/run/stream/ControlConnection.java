// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.event.ServerErrorException;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Questions to the server of the stream: to whichever it is at present, and over a new connection where one was lost. */
final class ControlConnection implements AutoCloseable {

    private static final long RECONNECT_PAUSE_NANOS = 100_000_000;

    private ServerConnection connection;
    private ServerInspector inspector;
    private final String logName;
    private Duration patience;
    private StopSignal stop = new StopSignal();
    private Endpoint endpoint;
    private int changes;
    private long reconnects;

    private ControlConnection(
            Endpoint endpoint,
            String logName,
            Duration patience,
            ServerConnection connection,
            ServerInspector inspector) {
        this.endpoint = endpoint;
        this.patience = patience;
        this.logName = logName;
        this.connection = connection;
        this.inspector = inspector;
    }

    static ControlConnection open(Endpoint endpoint, String logName, Duration patience) {
        ServerConnection connection = ServerConnection.open(endpoint);
        try {
            return new ControlConnection(
                    endpoint,
                    logName,
                    patience,
                    connection,
                    ServerInspector.of(connection, EpochMicrosClock.SYSTEM).ofLog(logName));
        } catch (IOException e) {
            connection.close();
            throw new RunFailedException("asking " + endpoint.address() + " failed: " + e.getMessage(), e);
        }
    }

    /** Before the last questions: somebody waits for the end of the run. */
    void hurry(Duration longest, StopSignal wanted) {
        patience = longest.compareTo(patience) < 0 ? longest : patience;
        stop = wanted;
    }

    /** Only for what is asked before the stream begins. */
    ServerInspector inspector() {
        return inspector;
    }

    /** Where the log of the server that is followed ends. */
    LogEnd logEnd(FollowedServer followed) {
        try {
            follow(followed);
            try {
                return inspector.logEnd();
            } catch (ServerErrorException e) {
                throw e;
            } catch (IOException e) {
                return logEndAfterReconnecting(e);
            }
        } catch (IOException | RunFailedException e) {
            throw new RunFailedException(
                    "asking " + endpoint.address() + " for the end of its log failed: " + e.getMessage(), e);
        }
    }

    /** Bytes between two positions of the log, or {@link Goal#UNKNOWN}: nothing depends on it but how soon is asked again. */
    long bytesBetween(LogPosition from, LogPosition to, FollowedServer followed) {
        if (followed.changes() != changes) {
            return Goal.UNKNOWN;
        }
        try {
            return inspector.bytesBetween(from, to);
        } catch (ServerErrorException e) {
            return Goal.UNKNOWN;
        } catch (IOException e) {
            // an answer that comes late must not be taken for that to another question: the next one connects again
            connection.close();
            return Goal.UNKNOWN;
        }
    }

    /** The server may be restarting: it is tried again for as long as the stream tries. */
    private LogEnd logEndAfterReconnecting(IOException broken) throws IOException {
        long fromNanos = System.nanoTime();
        while (true) {
            try {
                reconnect();
                reconnects++;
                return inspector.logEnd();
            } catch (ServerErrorException e) {
                throw e;
            } catch (IOException | RunFailedException e) {
                if (System.nanoTime() - fromNanos > patience.toNanos()
                        || stop.isRaised()
                        || Thread.currentThread().isInterrupted()) {
                    e.addSuppressed(broken);
                    throw e;
                }
                LockSupport.parkNanos(this, RECONNECT_PAUSE_NANOS);
            }
        }
    }

    /** How often the connection broke and was replaced. */
    long reconnects() {
        return reconnects;
    }

    /** Ends a connection to the server that is followed. */
    void kill(long connectionId, FollowedServer followed) throws IOException {
        follow(followed); // the number means another connection elsewhere
        inspector.kill(connectionId);
    }

    private void follow(FollowedServer followed) throws IOException {
        if (followed.changes() != changes) {
            endpoint = followed.endpoint();
            changes = followed.changes();
            reconnect();
        }
    }

    private void reconnect() throws IOException {
        connection.close();
        connection = ServerConnection.open(endpoint);
        inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM).ofLog(logName);
    }

    @Override
    public void close() {
        connection.close();
    }
}

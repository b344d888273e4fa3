// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.connection.StreamPreflight;
import io.github.cdctester.internal.binlog.event.ServerErrorException;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A log that one or more streams follow, and queries to its server: about itself, its clock, and the log's end. After a failover,
 * the present server is queried; after a lost connection, over a new one.
 */
public final class LogServer implements AutoCloseable {

    private static final long RECONNECT_PAUSE_NANOS = 100_000_000;

    private final Endpoint endpoint;
    private final String logName;
    private final EpochMicrosClock clock;
    private final ServerInfo info;
    private final ClockOffset clockOffset;
    private final String increment;

    private ServerConnection connection;
    private ServerInspector inspector;
    private Duration timeout;
    private StopSignal stop = new StopSignal();

    private Endpoint asked;

    private boolean gtidsOnly;
    private boolean hasPositions = true;
    private int changes;
    private long reconnects;
    private volatile boolean closed;

    private LogServer(
            Endpoint endpoint, String logName, SubscriberSpec how, EpochMicrosClock clock, ServerConnection connection)
            throws IOException {
        this.endpoint = endpoint;
        this.clock = clock;
        this.logName = logName;
        this.connection = connection;
        timeout = how.resumeTimeout();
        asked = endpoint;
        inspector = ServerInspector.of(connection, clock).ofLog(logName);
        info = inspector.info();
        increment = inspector.autoIncrementIncrement();
        if (how.stream()) {
            StreamPreflight.Findings found = StreamPreflight.tryOut(endpoint, inspector);
            refuse(endpoint, found.missing());
            gtidsOnly = found.gtidsOnly();
            hasPositions = found.endKnown();
            checkFailover(how.failover());
        }
        clockOffset = inspector.clockOffset();
    }

    /**
     * Connects, and, with a stream, checks that the log can be followed.
     *
     * @param logName the name of the log, or an empty string if the server has one
     * @param clock the clock to compare the server's clock with
     */
    public static LogServer open(Endpoint endpoint, String logName, SubscriberSpec how, EpochMicrosClock clock) {
        ServerConnection connection = ServerConnection.open(endpoint);
        try {
            return new LogServer(endpoint, logName, how, clock, connection);
        } catch (IOException e) {
            connection.close();
            throw new RunFailedException("asking " + endpoint.address() + " failed: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            connection.close();
            throw e;
        }
    }

    private void checkFailover(List<Endpoint> failover) throws IOException {
        if (!failover.isEmpty() && !info.hasGtids()) {
            throw new RunFailedException(Setting.FAILOVER + " needs GTIDs, but " + endpoint.address() + " is "
                    + info.flavor() + " " + info.version() + " with gtid_mode "
                    + (info.gtidMode().isEmpty() ? "missing" : info.gtidMode()));
        }
        for (Endpoint standby : failover) {
            refuse(standby, StreamPreflight.missingForFailover(standby, info));
        }
    }

    private static void refuse(Endpoint endpoint, List<String> missing) {
        if (!missing.isEmpty()) {
            throw new RunFailedException("pre-flight of " + endpoint.address() + ": " + String.join("; ", missing));
        }
    }

    boolean isAt(Endpoint other, String otherLog) {
        return endpoint.equals(other) && logName.equals(otherLog);
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    String logName() {
        return logName;
    }

    public ServerInfo info() {
        return info;
    }

    /** Returns the step of AUTO_INCREMENT numbers; empty if the server does not report it. */
    public String autoIncrementIncrement() {
        return increment;
    }

    /** All of its global variables; none if it does not report them. */
    public Map<String, String> variables() {
        return query("its variables", () -> inspector.variables());
    }

    /** Returns the name of a schema in the spelling of the log. */
    public String inLog(String schema) {
        boolean isLower = "1".equals(variables().get("lower_case_table_names"));
        return isLower ? schema.toLowerCase(Locale.ROOT) : schema;
    }

    /** Does the same as {@link #checkWritten(Endpoint)} for this server, which a stream comes from. */
    List<String> checkWritten(String database) {
        refuseFilter(endpoint, query("its filters", () -> inspector.logFilter(database)), database);
        return query("its group", inspector::groupUuids);
    }

    /**
     * Refuses a server that keeps the written database out of its log: no stream could have it.
     *
     * @return UUIDs of sources whose numbers the server does not assign in the order of the log
     */
    static List<String> checkWritten(Endpoint endpoint) {
        try (ServerConnection connection = ServerConnection.open(endpoint)) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            refuseFilter(endpoint, inspector.logFilter(endpoint.database()), endpoint.database());
            return inspector.groupUuids();
        } catch (IOException e) {
            throw new RunFailedException("asking " + endpoint.address() + " failed: " + e.getMessage(), e);
        }
    }

    private static void refuseFilter(Endpoint endpoint, String filter, String database) {
        if (!filter.isEmpty()) {
            refuse(
                    endpoint,
                    List.of("database " + database + " is not in the log, as the server was started with --" + filter
                            + "; choose another database, start the server without that option, or write without a"
                            + " stream: " + Setting.STREAM + " off"));
        }
    }

    public ClockOffset clockOffset() {
        return clockOffset;
    }

    /** This server, as what a stream follows at its beginning. */
    public FollowedServer atFirst() {
        return new FollowedServer(endpoint, info, clockOffset, 0);
    }

    /** Returns true if a stream can start at GTIDs only. */
    boolean isGtidsOnly() {
        return gtidsOnly;
    }

    /** Returns true if the server reports the end of its log. */
    public boolean hasPositions() {
        return hasPositions;
    }

    /** Returns the start of the retained log; by GTIDs if a stream can only start there. */
    LogEnd logBegin() {
        return query(
                "the beginning of its log",
                () -> gtidsOnly
                        ? new LogEnd(LogPosition.NOWHERE, inspector.purgedGtids())
                        : new LogEnd(inspector.logBegin(), ""));
    }

    private <T> T query(String what, Question<T> question) {
        try {
            return persistently(question);
        } catch (IOException | RunFailedException e) {
            throw new RunFailedException(
                    "asking " + asked.address() + " for " + what + " failed: " + e.getMessage(), e);
        }
    }

    /** A question to a server, which is repeated over another connection if the first one breaks. */
    @FunctionalInterface
    private interface Question<T> {
        T query() throws IOException;
    }

    LogEnd logEnd(FollowedServer followed) {
        return query("the end of its log", () -> {
            follow(followed);
            return inspector.logEnd();
        });
    }

    /**
     * Repeats a question over a new connection until it is answered, or refused. The server may have closed the connection while
     * it was idle, or may be restarting: it is tried again for as long as the stream tries.
     */
    private <T> T persistently(Question<T> question) throws IOException {
        long fromNanos = System.nanoTime();
        Exception broken = null;
        while (true) {
            try {
                if (broken != null) {
                    reconnect();
                    reconnects++;
                }
                return question.query();
            } catch (IOException | RunFailedException e) {
                if (isRefusal(e)
                        || System.nanoTime() - fromNanos > timeout.toNanos()
                        || stop.isRaised() && broken != null
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                if (broken != null) {
                    LockSupport.parkNanos(this, RECONNECT_PAUSE_NANOS);
                }
                broken = e;
            }
        }
    }

    private static boolean isRefusal(Exception e) {
        return e instanceof ServerErrorException error && !error.isAboutThisConnection();
    }

    /**
     * Returns the bytes between two positions of the followed log, or {@link Goal#UNKNOWN}: only the polling interval depends on
     * it.
     */
    long bytesBetween(LogPosition from, LogPosition to, FollowedServer followed) {
        if (followed.changes() != changes) {
            return Goal.UNKNOWN;
        }
        try {
            return inspector.bytesBetween(from, to);
        } catch (ServerErrorException e) {
            return Goal.UNKNOWN;
        } catch (IOException e) {
            // a late answer must not be taken for the answer to the next query, so that query reconnects
            connection.close();
            return Goal.UNKNOWN;
        }
    }

    /** Sets the limit for later waits for an unreachable server, which also end with a stop request. */
    void hurry(Duration longest, StopSignal wanted) {
        timeout = longest.compareTo(timeout) < 0 ? longest : timeout;
        stop = wanted;
    }

    long reconnects() {
        return reconnects;
    }

    /** Ends a dump thread in the server, which would otherwise notice by itself with its next keep-alive. */
    void endDump(long connectionId, FollowedServer followed) {
        try {
            follow(followed); // the number means another connection elsewhere
            try {
                inspector.kill(connectionId);
            } catch (IOException e) {
                if (isRefusal(e) || e instanceof SocketTimeoutException) {
                    throw e;
                }
                reconnect(); // this connection was idle since the last question
                inspector.kill(connectionId);
            }
        } catch (IOException | RunFailedException e) {
            // the server is gone, and the dump thread with it: nothing is lost
            return;
        }
    }

    private void follow(FollowedServer followed) throws IOException {
        if (followed.changes() != changes) {
            asked = followed.endpoint();
            changes = followed.changes();
            reconnect();
        }
    }

    private void reconnect() throws IOException {
        if (closed) { // the new connection would never be closed
            throw new IllegalStateException(asked.address() + " is asked after the end of the run");
        }
        connection.close();
        connection = ServerConnection.open(asked);
        inspector = ServerInspector.of(connection, clock).ofLog(logName);
    }

    @Override
    public void close() {
        closed = true;
        connection.close();
    }
}

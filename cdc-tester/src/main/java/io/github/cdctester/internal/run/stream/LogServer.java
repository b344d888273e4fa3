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
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
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

/** Queries the server of a log that streams follow. After a failover, {@link #logEnd} and {@link #endDump} switch to the new server. */
public final class LogServer implements AutoCloseable {

    private static final long RECONNECT_PAUSE_NANOS = 100_000_000;

    private final Endpoint endpoint;
    private final String logName;
    private final EpochMicrosClock clock;
    private final ServerInfo info;
    private final ClockOffset clockOffset;
    private final String autoIncrementIncrement;

    private ServerConnection connection;
    private ServerInspector inspector;
    private Duration timeout;
    private StopSignal stop = new StopSignal();

    private Endpoint currentEndpoint;

    private boolean isGtidsOnly;
    private boolean hasPositions = true;
    private int serverChanges;
    private long reconnects;
    private volatile boolean isClosed;

    private LogServer(
            Endpoint endpoint,
            String logName,
            SubscriberSpec subscriber,
            EpochMicrosClock clock,
            ServerConnection connection)
            throws IOException {
        this.endpoint = endpoint;
        this.clock = clock;
        this.logName = logName;
        this.connection = connection;
        timeout = subscriber.resumeTimeout();
        currentEndpoint = endpoint;
        inspector = ServerInspector.of(connection, clock).forLog(logName);
        info = inspector.info();
        autoIncrementIncrement = inspector.autoIncrementIncrement();
        if (subscriber.stream()) {
            StreamPreflight.Findings findings = StreamPreflight.check(endpoint, inspector);
            refuse(endpoint, findings.problems());
            isGtidsOnly = findings.gtidsOnly();
            hasPositions = findings.endKnown();
            checkFailover(subscriber.failover());
        }
        clockOffset = inspector.clockOffset();
    }

    /**
     * If the run has a stream, also checks that the log can be followed.
     *
     * @param logName empty if the server has only one log
     * @param clock compared with the server's clock
     */
    public static LogServer open(Endpoint endpoint, String logName, SubscriberSpec subscriber, EpochMicrosClock clock) {
        ServerConnection connection = ServerConnection.open(endpoint);
        try {
            return new LogServer(endpoint, logName, subscriber, clock, connection);
        } catch (IOException e) {
            connection.close();
            throw new RunFailedException("querying " + endpoint.address() + " failed: " + e.getMessage(), e);
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
            refuse(standby, StreamPreflight.failoverProblems(standby, info));
        }
    }

    private static void refuse(Endpoint endpoint, List<String> problems) {
        if (!problems.isEmpty()) {
            throw new RunFailedException("pre-flight of " + endpoint.address() + ": " + String.join("; ", problems));
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

    /** Returns empty if the server does not report the step. */
    public String autoIncrementIncrement() {
        return autoIncrementIncrement;
    }

    /** Returns empty if the server does not report its variables. */
    public Map<String, String> variables() {
        return query("its variables", () -> inspector.variables());
    }

    /** Returns the name as the log spells it. */
    public String nameInLog(String schema) {
        boolean isLowerCase = "1".equals(variables().get("lower_case_table_names"));
        return isLowerCase ? schema.toLowerCase(Locale.ROOT) : schema;
    }

    /** Rejects this server if its log excludes the database. Returns sources whose GTIDs are not in log order, as UUIDs. */
    List<String> findUnorderedSources(String database) {
        refuseFilter(endpoint, query("its filters", () -> inspector.logFilter(database)), database);
        return query("its group", inspector::groupUuids);
    }

    /** Rejects a server whose log excludes the database. {@code filter} is empty for none. */
    static void refuseFilter(Endpoint endpoint, String filter, String database) {
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

    public FollowedServer initialServer() {
        return new FollowedServer(endpoint, info, clockOffset, 0);
    }

    /** Returns true if a stream can start only at GTIDs. */
    boolean isGtidsOnly() {
        return isGtidsOnly;
    }

    public boolean hasPositions() {
        return hasPositions;
    }

    /** Returns GTIDs if a stream can start only at GTIDs, otherwise a position. */
    LogEnd logBegin() {
        return query(
                "the beginning of its log",
                () -> isGtidsOnly
                        ? new LogEnd(LogPosition.NOWHERE, inspector.purgedGtids())
                        : new LogEnd(inspector.logStart(), ""));
    }

    private <T> T query(String subject, ServerQuery<T> query) {
        try {
            return withRetry(query);
        } catch (IOException | RunFailedException e) {
            throw new RunFailedException(
                    "querying " + currentEndpoint.address() + " for " + subject + " failed: " + e.getMessage(), e);
        }
    }

    @FunctionalInterface
    private interface ServerQuery<T> {
        T query() throws IOException;
    }

    LogEnd logEnd(FollowedServer followed) {
        return query("the end of its log", () -> {
            switchTo(followed);
            return inspector.logEnd();
        });
    }

    /**
     * Repeats a query over a new connection, because the server may have closed an idle connection, or may be restarting. The time limit is
     * the stream's resume timeout, or a shorter one of {@link #limitTimeout}.
     */
    private <T> T withRetry(ServerQuery<T> query) throws IOException {
        long startNanos = System.nanoTime();
        Exception lastFailure = null;
        while (true) {
            try {
                if (lastFailure != null) {
                    reconnect();
                    reconnects++;
                }
                return query.query();
            } catch (IOException | RunFailedException e) {
                if (isRefusal(e)
                        || System.nanoTime() - startNanos > timeout.toNanos()
                        || stop.isRaised() && lastFailure != null
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                if (lastFailure != null) {
                    LockSupport.parkNanos(this, RECONNECT_PAUSE_NANOS);
                }
                lastFailure = e;
            }
        }
    }

    private static boolean isRefusal(Exception e) {
        return e instanceof ServerErrorException error && !error.affectsOnlyConnection();
    }

    /** A wrong value is not critical, because it affects only the polling interval. */
    long bytesBetween(LogPosition from, LogPosition to, FollowedServer followed) {
        if (followed.changes() != serverChanges) {
            return Goal.UNKNOWN;
        }
        try {
            return inspector.bytesBetween(from, to);
        } catch (ServerErrorException e) {
            return Goal.UNKNOWN;
        } catch (IOException e) {
            // close: otherwise a late answer could be mistaken for the answer to the next query
            connection.close();
            return Goal.UNKNOWN;
        }
    }

    /** Shortens the time limit of later queries. A stop request also ends their retries. */
    void limitTimeout(Duration limit, StopSignal stopRequest) {
        timeout = limit.compareTo(timeout) < 0 ? limit : timeout;
        stop = stopRequest;
    }

    long reconnects() {
        return reconnects;
    }

    /** Without a KILL, the dump thread would end only at its next keep-alive. */
    void endDump(long connectionId, FollowedServer followed) {
        try {
            switchTo(followed); // on another server, the same id belongs to another connection
            try {
                inspector.kill(connectionId);
            } catch (IOException e) {
                if (isRefusal(e) || e instanceof SocketTimeoutException) {
                    throw e;
                }
                reconnect(); // the idle connection may have been closed
                inspector.kill(connectionId);
            }
        } catch (IOException | RunFailedException e) {
            // the server is unreachable: its dump thread needs no KILL
            return;
        }
    }

    private void switchTo(FollowedServer followed) throws IOException {
        if (followed.changes() != serverChanges) {
            currentEndpoint = followed.endpoint();
            serverChanges = followed.changes();
            reconnect();
        }
    }

    private void reconnect() throws IOException {
        if (isClosed) { // nothing would close the new connection
            throw new IllegalStateException(currentEndpoint.address() + " is queried after the end of the run");
        }
        connection.close();
        connection = ServerConnection.open(currentEndpoint);
        inspector = ServerInspector.of(connection, clock).forLog(logName);
    }

    @Override
    public void close() {
        isClosed = true;
        connection.close();
    }
}

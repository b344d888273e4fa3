// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.SessionSetup;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A pool with a fixed number of connections, one for each worker. */
public final class ConnectionPool implements ConnectionSource {

    /** Limits a worker's wait for its connection. {@link #FILL_NANOS_PER_CONNECTION} is added for each connection. */
    private static final long FILL_TIMEOUT_NANOS = 60_000_000_000L;

    /** A login, and the 30 ms that HikariCP pauses after each connection. */
    private static final long FILL_NANOS_PER_CONNECTION = 100_000_000;

    private static final int ER_BAD_DB = 1049;
    private static final int MIN_SECRET_LENGTH = 4;

    /** Login errors: too many connections (in total, per user, per hour); access denied; host, account or password blocked. */
    private static final Set<Integer> REFUSAL_CODES = Set.of(1040, 1203, 1226, 1045, 1129, 1862, 3118, 4151);

    /** Limits one login, and one wait in the pool. The wait does not react to a stop. */
    private static final long MAX_WAIT_MILLIS = 5_000;

    private final HikariDataSource dataSource;
    private final DriverSource driverSource;
    private final JdbcOptions options;
    private final RenewedConnections renewedConnections;
    private final long fillTimeoutNanos;
    private volatile boolean hasDiscarded;

    private ConnectionPool(
            HikariDataSource dataSource,
            DriverSource driverSource,
            JdbcOptions options,
            RenewedConnections renewedConnections) {
        this.dataSource = dataSource;
        this.driverSource = driverSource;
        this.options = options;
        this.renewedConnections = renewedConnections;
        fillTimeoutNanos = FILL_TIMEOUT_NANOS + dataSource.getMaximumPoolSize() * FILL_NANOS_PER_CONNECTION;
    }

    /**
     * Opens a pool whose connections may be used by any thread, even by an interrupted thread. Opens the first connection
     * immediately, so that a wrong password fails here.
     *
     * @param serverOffersTls used only with SSL mode {@code PREFERRED}
     * @throws RunFailedException if the server cannot be reached or refuses the login
     */
    public static ConnectionPool open(Endpoint endpoint, boolean serverOffersTls, int connections) {
        JdbcOptions options = JdbcOptions.of(endpoint, serverOffersTls);
        return open(endpoint, options, connections, new DriverSource(options, SessionSetup.Use.OWN_QUERIES, null));
    }

    /**
     * Opens a pool for the load. Its sockets read responses faster, but a thread that waits for a response must not be
     * interrupted.
     *
     * @param serverOffersTls used only with SSL mode {@code PREFERRED}
     * @param tracking receives each new connection; {@code null} without tracking
     * @throws RunFailedException if the server cannot be reached or refuses the login
     */
    public static ConnectionPool openForLoad(
            Endpoint endpoint, boolean serverOffersTls, int connections, @Nullable CommitTracking tracking) {
        JdbcOptions options = JdbcOptions.of(endpoint, serverOffersTls).withBlockingSockets();
        return open(endpoint, options, connections, new DriverSource(options, SessionSetup.Use.LOAD, tracking));
    }

    private static ConnectionPool open(
            Endpoint endpoint, JdbcOptions options, int connections, DriverSource driverSource) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("cdc-tester-writer");
        config.setDataSource(driverSource);
        config.setUsername(endpoint.user());
        config.setPassword(endpoint.password().reveal());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setConnectionTimeout(MAX_WAIT_MILLIS);
        // no retry: the tester has just connected to this server, so a retry would only delay the error message
        config.setInitializationFailTimeout(1);
        // a connection belongs to its worker for the whole run: the pool must not close it
        config.setMaxLifetime(0);
        config.setIdleTimeout(0);
        config.setKeepaliveTime(0);
        config.setExceptionOverride(new LostConnectionsOnly());
        try {
            HikariDataSource pool = new HikariDataSource(config);
            return new ConnectionPool(
                    pool,
                    driverSource,
                    options,
                    new RenewedConnections(
                            driverSource, endpoint.user(), endpoint.password().reveal()));
        } catch (HikariPool.PoolInitializationException e) {
            options.close();
            throw connectFailure(endpoint, options, e.getCause() == null ? e : e.getCause());
        } catch (RuntimeException | Error e) {
            // for example, no thread could be started; the open connections must be closed
            driverSource.breakAll();
            options.close();
            throw e;
        }
    }

    /** If the driver's message contains an option's value that may be secret, masks the value and omits the cause. */
    private static RunFailedException connectFailure(Endpoint endpoint, JdbcOptions options, Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        String maskedMessage = message;
        for (String value : endpoint.driverProperties().values()) {
            boolean mayBeSecret = value.length() >= MIN_SECRET_LENGTH && !value.matches("(?i)true|false");
            maskedMessage = mayBeSecret ? maskedMessage.replace(value, "…") : maskedMessage;
        }
        return new RunFailedException(
                "cannot write to " + endpoint.address() + ": " + maskedMessage + schemaHint(cause)
                        + options.otherDriverAdvice(cause),
                maskedMessage.equals(message) ? cause : null);
    }

    public static String schemaHint(Throwable cause) {
        return cause instanceof SQLException error && error.getErrorCode() == ER_BAD_DB
                ? "; create it, or give another " + Setting.DATABASE + " (default: " + Defaults.DATABASE + ")"
                : "";
    }

    /** Waits while the pool opens its connections. Fails early if the server is unreachable or refuses logins. */
    @Override
    public Connection connection() throws SQLException {
        long startNanos = System.nanoTime();
        while (true) {
            if (dataSource.isClosed() || driverSource.isBroken()) { // else the message has the pool's internal name
                throw new SQLNonTransientConnectionException("the connections are closed already");
            }
            try {
                return dataSource.getConnection();
            } catch (SQLTransientConnectionException e) {
                boolean isUnreachable =
                        hasDiscarded || dataSource.getHikariPoolMXBean().getTotalConnections() == 0;
                if (isUnreachable || isRefusal(e.getCause()) || System.nanoTime() - startNanos > fillTimeoutNanos) {
                    // prefers the driver's exception
                    throw e.getCause() instanceof SQLException driverException ? driverException : e;
                }
            }
        }
    }

    /** If the server refuses all logins, waiting does not help. */
    private static boolean isRefusal(@Nullable Throwable cause) {
        return cause instanceof SQLException error && REFUSAL_CODES.contains(error.getErrorCode());
    }

    /** From now on, {@link #connection()} fails within five seconds if the server is unreachable. */
    @Override
    public void discard(Connection brokenConnection) {
        hasDiscarded = true;
        remove(brokenConnection);
    }

    @Override
    public Connection replace(Connection oldConnection) throws SQLException {
        dataSource.setMinimumIdle(0); // so that the pool does not replace the connection
        remove(oldConnection);
        return renewedConnections.connection();
    }

    private void remove(Connection connection) {
        if (!renewedConnections.discard(connection)) {
            dataSource.evictConnection(connection);
        }
    }

    /** Works even if the server hangs. Returns without waiting. */
    public void closeNow() {
        driverSource.breakAll();
    }

    /** The thread of a connection in use may wait for a server that hangs. */
    void closeNowIfInUse() {
        if (dataSource.getHikariPoolMXBean() != null
                && dataSource.getHikariPoolMXBean().getActiveConnections() + renewedConnections.count() > 0) {
            closeNow();
        }
    }

    @Override
    public void close() {
        closeNowIfInUse();
        // without this, an interrupt of the caller would end the wait for the pool's threads
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            renewedConnections.close();
            dataSource.close();
            options.close();
        }
    }
}

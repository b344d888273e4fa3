// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A fixed number of connections, each for one worker. */
public final class ConnectionPool implements ConnectionSource {

    /** Time that a worker waits for its connection, in addition to the time for the other workers. */
    private static final long FILL_TIMEOUT_NANOS = 60_000_000_000L;

    /** Time limit of the pool per connection: 30 ms and a login (see {@link RenewedConnections}). */
    private static final long FILL_NANOS = 100_000_000;

    private static final int ER_BAD_DB = 1049;
    private static final int MIN_SECRET = 4;

    /** Too many connections, in all, of the user, or in an hour; access denied; the host, the account or the password is blocked. */
    private static final Set<Integer> REFUSALS = Set.of(1040, 1203, 1226, 1045, 1129, 1862, 3118, 4151);

    /** The maximum time that a thread waits in the pool itself, which does not react to a stop; also for one login. */
    private static final long TRY_MILLIS = 5_000;

    private final HikariDataSource dataSource;
    private final DriverSource source;
    private final JdbcOptions options;
    private final RenewedConnections renewed;
    private final long fillTimeoutNanos;
    private volatile boolean reconnecting;

    private ConnectionPool(
            HikariDataSource dataSource, DriverSource source, JdbcOptions options, RenewedConnections renewed) {
        this.dataSource = dataSource;
        this.source = source;
        this.options = options;
        this.renewed = renewed;
        fillTimeoutNanos = FILL_TIMEOUT_NANOS + dataSource.getMaximumPoolSize() * FILL_NANOS;
    }

    /**
     * Opens a pool whose connections any thread may use, also an interrupted one. Opens the first connection at once, so that a
     * wrong password fails here.
     *
     * @param serverOffersTls whether the server has TLS, which {@code PREFERRED} depends on
     * @throws RunFailedException if the server cannot be reached or refuses
     */
    public static ConnectionPool open(Endpoint endpoint, boolean serverOffersTls, int connections) {
        return open(endpoint, JdbcOptions.of(endpoint, serverOffersTls), connections, null);
    }

    /**
     * Opens a pool for the load. It reads answers faster, requires that no waiting thread is ever interrupted, and may follow
     * commits.
     *
     * @param serverOffersTls whether the server has TLS, which {@code PREFERRED} depends on
     * @param tracking follows each connection from its beginning, or {@code null} for none
     * @throws RunFailedException if the server cannot be reached or refuses
     */
    public static ConnectionPool openForLoad(
            Endpoint endpoint, boolean serverOffersTls, int connections, @Nullable CommitTracking tracking) {
        JdbcOptions options = JdbcOptions.of(endpoint, serverOffersTls).withBlockingSockets();
        return open(endpoint, options, connections, tracking);
    }

    private static ConnectionPool open(
            Endpoint endpoint, JdbcOptions options, int connections, @Nullable CommitTracking tracking) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("cdc-tester-writer");
        DriverSource source = DriverSource.of(options, tracking);
        config.setDataSource(source);
        config.setUsername(endpoint.user());
        config.setPassword(endpoint.password().reveal());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setConnectionTimeout(TRY_MILLIS);
        // once: a connection of our own has just been let in, so another attempt would only keep the message back
        config.setInitializationFailTimeout(1);
        // a connection belongs to its worker for the whole run: nothing may retire it
        config.setMaxLifetime(0);
        config.setIdleTimeout(0);
        config.setKeepaliveTime(0);
        try {
            HikariDataSource pool = new HikariDataSource(config);
            return new ConnectionPool(
                    pool,
                    source,
                    options,
                    new RenewedConnections(
                            source, endpoint.user(), endpoint.password().reveal()));
        } catch (HikariPool.PoolInitializationException e) {
            options.close();
            throw refused(endpoint, options, e.getCause() == null ? e : e.getCause());
        } catch (RuntimeException | Error e) { // if no thread can be started: close its connections
            source.breakAll();
            options.close();
            throw e;
        }
    }

    /**
     * A driver repeats the value of an option that it does not understand, which may be a secret: the message contains neither it
     * nor its cause.
     */
    private static RunFailedException refused(Endpoint endpoint, JdbcOptions options, Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        String shown = message;
        for (String value : endpoint.driverProperties().values()) {
            boolean mayBeSecret = value.length() >= MIN_SECRET && !value.matches("(?i)true|false");
            shown = mayBeSecret ? shown.replace(value, "…") : shown;
        }
        return new RunFailedException(
                "cannot write to " + endpoint.address() + ": " + shown + otherSchema(cause)
                        + options.otherDriver(cause),
                shown.equals(message) ? cause : null);
    }

    private static String otherSchema(Throwable cause) {
        return cause instanceof SQLException answer && answer.getErrorCode() == ER_BAD_DB
                ? "; create it, or give another " + Setting.DATABASE + " (default: " + Defaults.DATABASE + ")"
                : "";
    }

    /** Waits for its turn while the pool fills, but not for a server that is away. */
    @Override
    public Connection connection() throws SQLException {
        long fromNanos = System.nanoTime();
        while (true) {
            if (dataSource.isClosed() || source.isBroken()) { // the pool's message would contain its own name
                throw new SQLNonTransientConnectionException("the connections are closed already");
            }
            try {
                return dataSource.getConnection();
            } catch (SQLTransientConnectionException e) {
                boolean away = reconnecting || dataSource.getHikariPoolMXBean().getTotalConnections() == 0;
                if (away || isRefusal(e.getCause()) || System.nanoTime() - fromNanos > fillTimeoutNanos) {
                    // the driver's words, not the pool's, if it had any
                    throw e.getCause() instanceof SQLException refused ? refused : e;
                }
            }
        }
    }

    /** Returns true if the server refuses all logins, which waiting does not change. */
    private static boolean isRefusal(@Nullable Throwable cause) {
        return cause instanceof SQLException answer && REFUSALS.contains(answer.getErrorCode());
    }

    /** From here on the server may be away, and {@link #connection()} reports it within five seconds. */
    @Override
    public void discard(Connection broken) {
        reconnecting = true;
        takeBack(broken);
    }

    @Override
    public Connection renewed(Connection worn) throws SQLException {
        dataSource.setMinimumIdle(0); // its place in the pool stays empty
        takeBack(worn);
        return renewed.connection();
    }

    private void takeBack(Connection connection) {
        if (!renewed.discard(connection)) {
            dataSource.evictConnection(connection);
        }
    }

    /** Closes all connections at once, also if a server hangs, so that no thread waits for it any more; does not wait itself. */
    public void breakOff() {
        source.breakAll();
    }

    /** Closes all connections at once if one is in use, because its thread may wait for a server that hangs. */
    void breakOffIfInUse() {
        if (dataSource.getHikariPoolMXBean() != null
                && dataSource.getHikariPoolMXBean().getActiveConnections() + renewed.count() > 0) {
            breakOff();
        }
    }

    @Override
    public void close() {
        breakOffIfInUse();
        try (DeferredInterrupt held = DeferredInterrupt.hold()) { // else the pool does not wait for its threads
            renewed.close();
            dataSource.close();
            options.close();
        }
    }
}

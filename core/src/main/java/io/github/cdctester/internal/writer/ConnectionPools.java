// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a load, one per worker, in several pools that fill in parallel. A pool opens its connections one
 * by one and sleeps for 30 ms after each (HikariCP 7.1). A single pool would take half a minute for a thousand
 * connections. Each thread always uses the pool of its first connection. Threads are assigned to pools in turn, so each
 * pool has enough connections.
 */
public final class ConnectionPools implements ConnectionSource {

    /**
     * Maximum number of parallel logins: no overload for a server, and fast enough for a thousand connections within
     * seconds.
     */
    private static final int MAX_POOLS = 16;

    /** Smaller pools would gain nothing: they are full before another pool has opened. */
    private static final int MIN_CONNECTIONS = 8;

    private final List<ConnectionPool> pools;
    private final Map<Thread, ConnectionPool> poolOf = new ConcurrentHashMap<>();
    private final AtomicInteger threads = new AtomicInteger();

    private ConnectionPools(List<ConnectionPool> pools) {
        this.pools = List.copyOf(pools);
    }

    /**
     * Opens the pools. Opens the first connection of each immediately, so that a wrong password fails here.
     *
     * @param serverOffersTls whether the server has TLS, which {@code PREFERRED} depends on
     * @param tracking receives each new connection; {@code null} for none
     * @throws RunFailedException if the server cannot be reached or refuses the login
     */
    public static ConnectionPools open(
            Endpoint endpoint, boolean serverOffersTls, int connections, @Nullable CommitTracking tracking) {
        List<ConnectionPool> opened = new ArrayList<>();
        try {
            for (int sizes : sizes(connections)) {
                opened.add(ConnectionPool.openForLoad(endpoint, serverOffersTls, sizes, tracking));
            }
            return new ConnectionPools(opened);
        } catch (RuntimeException | Error e) {
            Throwable closeFailure = closeAll(opened).first();
            if (closeFailure != null) {
                e.addSuppressed(closeFailure);
            }
            throw e;
        }
    }

    /** Returns the number of connections of each pool: as even as possible, larger pools first. */
    static int[] sizes(int connections) {
        int[] sizes = new int[Math.max(1, Math.min(MAX_POOLS, connections / MIN_CONNECTIONS))];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = connections / sizes.length + (i < connections % sizes.length ? 1 : 0);
        }
        return sizes;
    }

    /** Returns the JDBC driver and its version. Call it before workers are started. */
    public String driver() {
        try (Connection connection = pools.get(0).connection()) {
            return driver(connection);
        } catch (SQLException e) {
            throw new RunFailedException("querying the driver failed: " + e.getMessage(), e);
        }
    }

    public static String driver(Connection connection) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        return metadata.getDriverName() + " " + metadata.getDriverVersion();
    }

    private ConnectionPool poolOfThread() {
        return poolOf.computeIfAbsent(
                Thread.currentThread(), thread -> pools.get(threads.getAndIncrement() % pools.size()));
    }

    @Override
    public Connection connection() throws SQLException {
        return poolOfThread().connection();
    }

    @Override
    public void discard(Connection broken) {
        poolOfThread().discard(broken);
    }

    @Override
    public Connection replace(Connection old) throws SQLException {
        return poolOfThread().replace(old);
    }

    @Override
    public void close() {
        pools.forEach(ConnectionPool::closeNowIfInUse); // all pools, before the first one waits for its threads
        closeAll(pools).rethrow();
    }

    private static FirstFailure closeAll(List<ConnectionPool> opened) {
        FirstFailure failures = new FirstFailure();
        opened.forEach(pool -> failures.run(pool::close));
        return failures;
    }
}

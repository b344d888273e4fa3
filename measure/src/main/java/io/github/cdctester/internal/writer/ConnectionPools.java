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
 * The connections of a load in several pools, which fill in parallel: HikariCP 7.1 opens connections one by one and sleeps for
 * 30 ms after each. A single pool would take half a minute for a thousand connections. Each thread always uses the pool of its
 * first connection. Threads are assigned round-robin, so each pool has enough connections.
 */
public final class ConnectionPools implements ConnectionSource {

    /** Parallel logins. This number does not overload a server, and opens a thousand connections within seconds. */
    private static final int MAX_POOLS = 16;

    /** Filling a smaller pool takes less time than opening another pool. */
    private static final int MIN_CONNECTIONS = 8;

    private final List<ConnectionPool> pools;
    private final Map<Thread, ConnectionPool> poolByThread = new ConcurrentHashMap<>();
    private final AtomicInteger threadCount = new AtomicInteger();

    private ConnectionPools(List<ConnectionPool> pools) {
        this.pools = List.copyOf(pools);
    }

    /**
     * Opens one connection in each pool, so that a wrong password fails here.
     *
     * @param serverOffersTls used only with SSL mode {@code PREFERRED}
     * @param tracking receives each new connection; {@code null} without tracking
     * @throws RunFailedException if the server cannot be reached or refuses the login
     */
    public static ConnectionPools open(
            Endpoint endpoint, boolean serverOffersTls, int connections, @Nullable CommitTracking tracking) {
        List<ConnectionPool> openedPools = new ArrayList<>();
        try {
            for (int size : sizes(connections)) {
                openedPools.add(ConnectionPool.openForLoad(endpoint, serverOffersTls, size, tracking));
            }
            return new ConnectionPools(openedPools);
        } catch (RuntimeException | Error e) {
            Throwable closeFailure = closeAll(openedPools).first();
            if (closeFailure != null) {
                e.addSuppressed(closeFailure);
            }
            throw e;
        }
    }

    /** Sizes differ by at most one; larger pools come first. */
    static int[] sizes(int connections) {
        int[] sizes = new int[Math.max(1, Math.min(MAX_POOLS, connections / MIN_CONNECTIONS))];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = connections / sizes.length + (i < connections % sizes.length ? 1 : 0);
        }
        return sizes;
    }

    /** Must be called before the workers start. */
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
        return poolByThread.computeIfAbsent(
                Thread.currentThread(), thread -> pools.get(threadCount.getAndIncrement() % pools.size()));
    }

    @Override
    public Connection connection() throws SQLException {
        return poolOfThread().connection();
    }

    @Override
    public void discard(Connection brokenConnection) {
        poolOfThread().discard(brokenConnection);
    }

    @Override
    public Connection replace(Connection oldConnection) throws SQLException {
        return poolOfThread().replace(oldConnection);
    }

    @Override
    public void close() {
        // breaks all pools before close() waits for the threads of the first pool
        pools.forEach(ConnectionPool::closeNowIfInUse);
        closeAll(pools).rethrow();
    }

    private static FirstFailure closeAll(List<ConnectionPool> openedPools) {
        FirstFailure failures = new FirstFailure();
        openedPools.forEach(pool -> failures.run(pool::close));
        return failures;
    }
}

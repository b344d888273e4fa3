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
 * The connections of a load, one for each of its workers, in pools that fill at the same time. A pool makes one connection after the
 * other and sleeps for 30 ms in between (HikariCP 7.1). A single pool takes half a minute for a thousand connections. A thread stays with
 * the pool that its first connection came from; so each pool has as many threads as places.
 */
public final class ConnectionPools implements ConnectionSource {

    /** Maximum parallel logins: no overload for a server, and fast enough for a thousand connections within seconds. */
    private static final int MAX_POOLS = 16;

    /** A smaller pool is full before another one is there. */
    private static final int MIN_PLACES = 8;

    private final List<ConnectionPool> pools;
    private final Map<Thread, ConnectionPool> poolOf = new ConcurrentHashMap<>();
    private final AtomicInteger threads = new AtomicInteger();

    private ConnectionPools(List<ConnectionPool> pools) {
        this.pools = List.copyOf(pools);
    }

    /**
     * Opens the pools; opens the first connection of each at once, so that a wrong password fails here.
     *
     * @param serverOffersTls whether the server has TLS, which {@code PREFERRED} depends on
     * @param tracking follows each connection from its beginning, or {@code null} for none
     * @throws RunFailedException if the server cannot be reached or refuses
     */
    public static ConnectionPools open(
            Endpoint endpoint, boolean serverOffersTls, int connections, @Nullable CommitTracking tracking) {
        List<ConnectionPool> opened = new ArrayList<>();
        try {
            for (int places : places(connections)) {
                opened.add(ConnectionPool.openForLoad(endpoint, serverOffersTls, places, tracking));
            }
            return new ConnectionPools(opened);
        } catch (RuntimeException | Error e) {
            Throwable left = closeAll(opened).first();
            if (left != null) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /** Returns the number of connections per pool: as even as possible, the larger pools first. */
    static int[] places(int connections) {
        int[] places = new int[Math.max(1, Math.min(MAX_POOLS, connections / MIN_PLACES))];
        for (int i = 0; i < places.length; i++) {
            places[i] = connections / places.length + (i < connections % places.length ? 1 : 0);
        }
        return places;
    }

    /** The JDBC driver and its version, before there are workers. */
    public String driver() {
        try (Connection connection = pools.get(0).connection()) {
            return driver(connection);
        } catch (SQLException e) {
            throw new RunFailedException("asking for the driver failed: " + e.getMessage(), e);
        }
    }

    public static String driver(Connection connection) throws SQLException {
        DatabaseMetaData told = connection.getMetaData();
        return told.getDriverName() + " " + told.getDriverVersion();
    }

    private ConnectionPool own() {
        return poolOf.computeIfAbsent(
                Thread.currentThread(), thread -> pools.get(threads.getAndIncrement() % pools.size()));
    }

    @Override
    public Connection connection() throws SQLException {
        return own().connection();
    }

    @Override
    public void discard(Connection broken) {
        own().discard(broken);
    }

    @Override
    public Connection renewed(Connection worn) throws SQLException {
        return own().renewed(worn);
    }

    @Override
    public void close() {
        pools.forEach(ConnectionPool::breakOffIfInUse); // all of them, before the first is waited for
        closeAll(pools).rethrow();
    }

    private static FirstFailure closeAll(List<ConnectionPool> opened) {
        FirstFailure failures = new FirstFailure();
        opened.forEach(pool -> failures.run(pool::close));
        return failures;
    }
}

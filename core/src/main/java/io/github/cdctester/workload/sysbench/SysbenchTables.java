// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.SysbenchSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The tables {@code sbtest1}, {@code sbtest2}, … with sysbench's columns, indexes and contents. */
final class SysbenchTables {

    private static final int TABLE_EXISTS = 1050;
    private static final int NO_SUCH_TABLE = 1146;

    private final SysbenchSpec spec;
    private final int rowsPerTable;

    SysbenchTables(SysbenchSpec spec, int rowsPerTable) {
        this.spec = spec;
        this.rowsPerTable = rowsPerTable;
    }

    /** Creates and fills all tables, or none: after a failure what was created is dropped again. */
    void create(Preparation preparation) throws SQLException, InterruptedException {
        Set<Integer> created = ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(preparation.threads(), spec.tables()));
        try {
            AtomicLong rowsDone = new AtomicLong();
            List<Future<?>> tables = new ArrayList<>();
            for (int table = 1; table <= spec.tables(); table++) {
                int number = table;
                tables.add(threads.submit(() -> {
                    create(number, preparation, created, rowsDone);
                    return null;
                }));
            }
            for (Future<?> table : tables) {
                table.get();
            }
        } catch (ExecutionException e) {
            endAll(threads);
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            dropAfter(cause, preparation, created);
            throw rethrown(cause);
        } catch (InterruptedException e) {
            endAll(threads);
            dropAfter(e, preparation, created);
            throw e;
        } finally {
            threads.shutdownNow();
        }
    }

    void check(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int table = 1; table <= spec.tables(); table++) {
                // EXPLAIN asks for the table and the privilege, and writes nothing
                try (ResultSet plan = statement.executeQuery(
                        "EXPLAIN INSERT INTO sbtest" + table + " (id, k, c, pad) VALUES (0, 0, '', '')")) {
                    plan.next();
                } catch (SQLException e) {
                    if (e.getErrorCode() != NO_SUCH_TABLE) {
                        throw e;
                    }
                    throw new RunFailedException(
                            "cannot write sbtest" + table + ": " + e.getMessage()
                                    + "; run 'cdc-tester prepare' with the same --tables first, or add --prepare",
                            e);
                }
            }
        }
    }

    int drop(Connection connection) throws SQLException {
        int dropped = 0;
        try (Statement statement = connection.createStatement()) {
            for (int table = 1; table <= spec.tables(); table++) {
                boolean exists;
                try (ResultSet found = statement.executeQuery("SHOW TABLES LIKE 'sbtest" + table + "'")) {
                    exists = found.next();
                }
                if (exists) {
                    statement.execute("DROP TABLE sbtest" + table);
                    dropped++;
                }
            }
        }
        return dropped;
    }

    private void create(int table, Preparation preparation, Set<Integer> created, AtomicLong rowsDone)
            throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            stopIfAsked(preparation);
            create(statement, table);
            created.add(table);
            RowLoader loader = new RowLoader(spec, table, rowsPerTable);
            while (loader.hasMore()) {
                stopIfAsked(preparation);
                int rows = loader.insertBatch(statement);
                preparation.progress().rows(rowsDone.addAndGet(rows), (long) rowsPerTable * spec.tables());
            }
            if (spec.createSecondary()) {
                stopIfAsked(preparation);
                statement.execute("CREATE INDEX k_" + table + " ON sbtest" + table + "(k)");
            }
        }
    }

    private void create(Statement statement, int table) throws SQLException {
        try {
            statement.execute("CREATE TABLE sbtest" + table + "("
                    + "id INTEGER NOT NULL" + (spec.autoInc() ? " AUTO_INCREMENT" : "") + ", "
                    + "k INTEGER DEFAULT '0' NOT NULL, "
                    + "c CHAR(120) DEFAULT '' NOT NULL, "
                    + "pad CHAR(60) DEFAULT '' NOT NULL, "
                    + (spec.secondary() ? "KEY xid (id)" : "PRIMARY KEY (id)")
                    + ") /*! ENGINE = innodb */ " + spec.createTableOptions());
        } catch (SQLException e) {
            if (e.getErrorCode() == TABLE_EXISTS) {
                throw new RunFailedException(
                        "table sbtest" + table
                                + " exists already; run 'cdc-tester cleanup' first, or run without prepare",
                        e);
            }
            throw e;
        }
    }

    private static void stopIfAsked(Preparation preparation) throws InterruptedException {
        if (preparation.stop().isRaised() || Thread.interrupted()) {
            throw new InterruptedException("stopped while preparing");
        }
    }

    private static void endAll(ExecutorService threads) throws InterruptedException {
        threads.shutdownNow();
        // a statement that is under way ends by itself: batches are small
        if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new RunFailedException("a statement of prepare did not end within a minute; check the server");
        }
    }

    private static void dropAfter(Throwable failure, Preparation preparation, Set<Integer> created) {
        if (created.isEmpty()) {
            return;
        }
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            for (int table : created) {
                statement.execute("DROP TABLE sbtest" + table);
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private static RuntimeException rethrown(Throwable cause) throws SQLException, InterruptedException {
        if (cause instanceof SQLException e) {
            throw e;
        }
        if (cause instanceof InterruptedException e) {
            throw e;
        }
        if (cause instanceof RuntimeException e) {
            throw e;
        }
        throw new IllegalStateException(cause);
    }
}

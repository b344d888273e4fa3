// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.SysbenchSchema;
import io.github.cdctester.config.SysbenchSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.TableMark;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes all tables, or none. First the tables, then their rows, several tables at once; where there are more threads than
 * tables, several threads fill parts of the same table. The last one to fill a table makes its index.
 */
final class TableMaker {

    private static final int TABLE_EXISTS = 1050;

    private final SysbenchSpec spec;
    private final SysbenchSchema schema;
    private final int rowsPerTable;
    private final Preparation preparation;
    private final Set<Integer> created = ConcurrentHashMap.newKeySet();
    private final AtomicLong rowsDone = new AtomicLong();

    TableMaker(SysbenchSpec spec, int rowsPerTable, Preparation preparation) {
        this.spec = spec;
        this.rowsPerTable = rowsPerTable;
        this.preparation = preparation;
        schema = spec.schema();
    }

    void make() throws SQLException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(preparation.threads());
        try {
            List<Callable<Void>> tables = new ArrayList<>();
            List<Callable<Void>> parts = new ArrayList<>();
            for (int table = 1; table <= schema.tables(); table++) {
                int number = table;
                tables.add(() -> create(number));
                parts.addAll(parts(number));
            }
            all(tables, threads);
            all(parts, threads);
        } catch (ExecutionException e) {
            endAll(threads);
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            dropAfter(cause);
            throw rethrown(cause);
        } catch (InterruptedException e) {
            endAll(threads);
            dropAfter(e);
            throw e;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Returns when all have ended, or throws what the first to fail threw. */
    private static void all(List<Callable<Void>> tasks, ExecutorService threads)
            throws InterruptedException, ExecutionException {
        ExecutorCompletionService<Void> ended = new ExecutorCompletionService<>(threads);
        tasks.forEach(ended::submit);
        for (int i = 0; i < tasks.size(); i++) {
            ended.take().get();
        }
    }

    private List<Callable<Void>> parts(int table) {
        int count = Math.max(1, preparation.threads() / schema.tables());
        AtomicInteger left = new AtomicInteger(count);
        List<Callable<Void>> parts = new ArrayList<>();
        for (int part = 0; part < count; part++) {
            int from = 1 + (int) ((long) rowsPerTable * part / count);
            int to = (int) ((long) rowsPerTable * (part + 1) / count);
            parts.add(() -> fill(table, from, to, left));
        }
        return parts;
    }

    private Void create(int table) throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            stopIfAsked();
            statement.execute("CREATE TABLE sbtest" + table + "("
                    + "id INTEGER NOT NULL" + (schema.autoInc() ? " AUTO_INCREMENT" : "") + ", "
                    + "k INTEGER DEFAULT '0' NOT NULL, "
                    + "c CHAR(120) DEFAULT '' NOT NULL, "
                    + "pad CHAR(60) DEFAULT '' NOT NULL, "
                    + (schema.secondary() ? "KEY xid (id)" : "PRIMARY KEY (id)")
                    + ") /*! ENGINE = innodb */" + TableMark.OPTION + " " + schema.createTableOptions());
            created.add(table);
        } catch (SQLException e) {
            if (e.getErrorCode() == TABLE_EXISTS) {
                throw new RunFailedException(
                        "table sbtest" + table
                                + " exists already; run 'cdc-tester cleanup' first, or run without prepare",
                        e);
            }
            throw e;
        }
        return null;
    }

    private Void fill(int table, int from, int to, AtomicInteger partsLeft) throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            RowLoader loader = new RowLoader(spec, table, from, to);
            while (loader.hasMore()) {
                stopIfAsked();
                int rows = loader.insertBatch(statement);
                preparation.progress().rows(rowsDone.addAndGet(rows), (long) rowsPerTable * schema.tables());
            }
            if (partsLeft.decrementAndGet() == 0 && schema.createSecondary()) {
                stopIfAsked();
                statement.execute("CREATE INDEX k_" + table + " ON sbtest" + table + "(k)");
            }
        }
        return null;
    }

    private void stopIfAsked() throws InterruptedException {
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

    private void dropAfter(Throwable failure) {
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

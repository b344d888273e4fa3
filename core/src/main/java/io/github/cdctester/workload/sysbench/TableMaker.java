// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes all tables, or none. First the tables, then their rows, several tables at once; where there are more threads than
 * tables, several threads fill parts of the same table. The last one to fill a table makes its index.
 */
final class TableMaker {

    private final SysbenchSpec spec;
    private final SysbenchSchema schema;
    private final int rowsPerTable;
    private final Preparation preparation;
    private final int partsPerTable;
    private final AtomicIntegerArray partsDone;
    private final AtomicLong rowsDone = new AtomicLong();
    private final NewTables tables = new NewTables("run " + Setting.CLEANUP + " first, or run without prepare");

    TableMaker(SysbenchSpec spec, int rowsPerTable, Preparation preparation) {
        this.spec = spec;
        this.rowsPerTable = rowsPerTable;
        this.preparation = preparation;
        schema = spec.schema();
        partsPerTable = Math.max(1, preparation.threads() / schema.tables());
        partsDone = new AtomicIntegerArray(schema.tables());
    }

    void make() throws SQLException, InterruptedException {
        try {
            try (Connection connection = preparation.connections().connection()) {
                tables.refuseExisting(connection, SysbenchTables.names(schema.tables()));
            }
            SharedWork.run(
                    preparation, schema.tables(), (number, statement, checkpoint) -> create(number + 1, statement));
            SharedWork.run(preparation, schema.tables() * partsPerTable, this::fill);
        } catch (SQLException | InterruptedException | RuntimeException | Error e) {
            tables.dropAfter(e, preparation.connections());
            throw e;
        }
    }

    private void create(int table, Statement statement) throws SQLException {
        String name = "sbtest" + table;
        tables.create(
                statement,
                name,
                "CREATE TABLE " + name + "("
                        + "id INTEGER NOT NULL" + (schema.autoInc() ? " AUTO_INCREMENT" : "") + ", "
                        + "k INTEGER DEFAULT '0' NOT NULL, "
                        + "c CHAR(120) DEFAULT '' NOT NULL, "
                        + "pad CHAR(60) DEFAULT '' NOT NULL, "
                        + (schema.stamped() ? RowStamp.DEFINITION + ", " : "")
                        + (schema.secondary() ? "KEY xid (id)" : "PRIMARY KEY (id)")
                        + ") /*! ENGINE = innodb */" + TableMark.OPTION + " " + schema.createTableOptions());
    }

    /** Fills one part of a table; the parts of the first table come first. */
    private void fill(int number, Statement statement, SharedWork.Checkpoint checkpoint)
            throws SQLException, InterruptedException {
        int table = 1 + number / partsPerTable;
        int part = number % partsPerTable;
        int from = 1 + (int) ((long) rowsPerTable * part / partsPerTable);
        int to = (int) ((long) rowsPerTable * (part + 1) / partsPerTable);
        RowLoader loader = new RowLoader(spec, table, from, to);
        while (loader.hasMore()) {
            checkpoint.pass();
            int rows = loader.insertBatch(statement);
            preparation.progress().rows(rowsDone.addAndGet(rows), (long) rowsPerTable * schema.tables());
        }
        if (partsDone.incrementAndGet(table - 1) == partsPerTable && schema.createSecondary()) {
            checkpoint.pass();
            statement.execute("CREATE INDEX k_" + table + " ON sbtest" + table + "(k)");
        }
    }
}

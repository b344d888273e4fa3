// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.FillStep;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * First the tables, then their rows, several tables at once; where there are more threads than tables, several threads fill
 * parts of the same table. The indexes come last.
 */
final class SysbenchFilling implements TableFilling {

    private final SysbenchSpec spec;
    private final SysbenchSchema schema;
    private final int rowsPerTable;
    private final int partsPerTable;

    SysbenchFilling(SysbenchSpec spec, int rowsPerTable, int threads) {
        this.spec = spec;
        this.rowsPerTable = rowsPerTable;
        schema = spec.schema();
        partsPerTable = Math.max(1, threads / schema.tables());
    }

    @Override
    public String advice() {
        return "run " + Setting.CLEANUP + " first, or run without prepare";
    }

    @Override
    public void create(Preparation preparation, NewTables tables) throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection()) {
            tables.refuseExisting(connection, SysbenchTables.names(schema.tables()));
        }
        SharedWork.run(
                preparation, schema.tables(), (number, statement, checkpoint) -> create(number + 1, statement, tables));
    }

    private void create(int table, Statement statement, NewTables tables) throws SQLException {
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
                        + ") /*! ENGINE = innodb */" + TableMark.option(rowsPerTable) + " "
                        + schema.createTableOptions());
    }

    @Override
    public List<FillStep> steps(String common) {
        List<FillStep> steps = new ArrayList<>();
        if (rowsPerTable > 0) {
            steps.add(new FillStep(schema.tables() * partsPerTable, this::fill));
        }
        if (schema.createSecondary()) {
            steps.add(new FillStep(schema.tables(), SysbenchFilling::index));
        }
        return steps;
    }

    @Override
    public long rows() {
        return (long) rowsPerTable * schema.tables();
    }

    /** Fills one part of a table; the parts of the first table come first. */
    private void fill(int number, Statement statement, SharedWork.Checkpoint checkpoint, LongConsumer rows)
            throws SQLException, InterruptedException {
        int table = 1 + number / partsPerTable;
        int part = number % partsPerTable;
        int from = 1 + (int) ((long) rowsPerTable * part / partsPerTable);
        int to = (int) ((long) rowsPerTable * (part + 1) / partsPerTable);
        RowLoader loader = new RowLoader(spec, table, from, to);
        while (loader.hasMore()) {
            checkpoint.pass();
            rows.accept(loader.insertBatch(statement));
        }
    }

    private static void index(int number, Statement statement, SharedWork.Checkpoint checkpoint, LongConsumer rows)
            throws SQLException {
        int table = number + 1;
        statement.execute("CREATE INDEX k_" + table + " ON sbtest" + table + "(k)");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.text.StatementText;
import io.github.cdctester.internal.workload.BulkStatements;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SessionStatements;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.internal.workload.random.RowNumbers;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Creates the tables, inserts their rows, then creates the indexes. If there are at least twice as many threads as tables, several
 * threads fill parts of the same table.
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

    static List<String> names(int tables) {
        return IntStream.rangeClosed(1, tables)
                .mapToObj(table -> "sbtest" + table)
                .toList();
    }

    @Override
    public String advice() {
        return "run " + Setting.CLEANUP + " first, or run without prepare";
    }

    @Override
    public void create(Preparation preparation, NewTables tables) throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection()) {
            tables.rejectExisting(connection, names(schema.tables()));
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
                        + ") /*! ENGINE = innodb */" + TableMark.option(rowsPerTable, schema.createSecondary()) + " "
                        + schema.createTableOptions());
    }

    @Override
    public List<TableFilling.Step> steps(String sharedValues) {
        List<TableFilling.Step> steps = new ArrayList<>();
        if (rowsPerTable > 0) {
            steps.add(new TableFilling.Step(schema.tables() * partsPerTable, this::fill));
        }
        if (schema.createSecondary()) {
            steps.add(new TableFilling.Step(schema.tables(), SysbenchFilling::createIndex));
        }
        return steps;
    }

    @Override
    public long rows() {
        return (long) rowsPerTable * schema.tables();
    }

    /** Parts are numbered table by table. */
    private void fill(int number, BulkStatements statements, SharedWork.Checkpoint checkpoint, LongConsumer rows)
            throws SQLException, InterruptedException {
        int table = 1 + number / partsPerTable;
        int part = number % partsPerTable;
        int from = 1 + (int) ((long) rowsPerTable * part / partsPerTable);
        int to = (int) ((long) rowsPerTable * (part + 1) / partsPerTable);
        SessionStatements.setIfPossible(statements, SessionStatements.INCREMENT_BY_ONE);
        RowLoader loader = new RowLoader(spec, table, from, to);
        while (loader.hasMore()) {
            checkpoint.throwIfStopped();
            rows.accept(loader.insertBatch(statements));
        }
    }

    private static void createIndex(
            int number, BulkStatements statements, SharedWork.Checkpoint checkpoint, LongConsumer rows)
            throws SQLException {
        int table = number + 1;
        statements.execute("CREATE INDEX k_" + table + " ON sbtest" + table + "(k)");
    }

    /** Statements of about 512 KiB, sysbench's size of a bulk insert. */
    private static final class RowLoader {

        private static final int STATEMENT_BYTES = 512 * 1024;
        private static final int ROW_BYTES = 256;
        private static final byte[] FIRST_ROW = {'('};
        private static final byte[] NEXT_ROW = {',', '('};
        private static final byte[] COMMA = {',', ' '};
        private static final byte[] END_OF_ROW = {')'};

        private final boolean serverAssignsIds;
        private final byte[] insertStart;
        private final int lastRow;
        private final RowNumbers rowNumbers;
        private final RowText text;
        private final StatementText sql = new StatementText(STATEMENT_BYTES + ROW_BYTES);
        private int currentRow;

        /**
         * @param from numbered from 1
         * @param to inclusive
         */
        RowLoader(SysbenchSpec spec, int table, int from, int to) {
            serverAssignsIds = spec.schema().autoInc();
            currentRow = from - 1;
            lastRow = to;
            long seed = spec.random().seed();
            // each part of each table has different rows
            SplittableRandom random = seed == 0
                    ? new SplittableRandom()
                    : new SplittableRandom(seed + table * 0x9E3779B97F4A7C15L + from);
            rowNumbers = RowNumbers.of(spec.random(), spec.schema().tableSize(), random);
            text = new RowText(random);
            insertStart = StatementText.ascii("INSERT INTO sbtest" + table
                    + (serverAssignsIds ? "(k, c, pad) VALUES" : "(id, k, c, pad) VALUES"));
        }

        boolean hasMore() {
            return currentRow < lastRow;
        }

        /** Returns the number of inserted rows. */
        int insertBatch(BulkStatements statements) throws SQLException {
            sql.clear();
            sql.append(insertStart);
            int rowBefore = currentRow;
            while (currentRow < lastRow && sql.length() < STATEMENT_BYTES) {
                sql.append(currentRow == rowBefore ? FIRST_ROW : NEXT_ROW);
                currentRow++;
                if (!serverAssignsIds) {
                    sql.append(currentRow);
                    sql.append(COMMA);
                }
                sql.append(rowNumbers.next());
                sql.append(COMMA);
                sql.appendQuoted(text.bytes(), 0, text.c());
                sql.append(COMMA);
                sql.appendQuoted(text.bytes(), 0, text.pad());
                sql.append(END_OF_ROW);
            }
            statements.execute(sql.bytes(), 0, sql.length());
            return currentRow - rowBefore;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.workload.BulkStatements;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.SessionStatements;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Creates tables and fills them one after the other, because a table may refer to earlier tables. The rows do not depend on the
 * threads.
 */
record ScriptFilling(String workload, List<Script.Table> tables, RandomNumbers numbers, long seed)
        implements TableFilling {

    private static final int ROWS_PER_PIECE = 5_000;
    private static final int MAX_STATEMENT_CHARACTERS = 256 * 1024;
    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

    @Override
    public String advice() {
        return "run " + Setting.CLEANUP + " with the file of " + workload + " first, or run without prepare";
    }

    @Override
    public void create(Preparation preparation, NewTables newTables) throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            newTables.rejectExisting(
                    connection, tables.stream().map(Script.Table::name).toList());
            for (Script.Table table : tables) {
                preparation.failIfStopped();
                try {
                    newTables.create(statement, table.name(), table.create());
                } catch (SQLException e) {
                    throw new RunFailedException(
                            "table " + table.name() + " of " + workload + " cannot be made: " + e.getMessage(), e);
                }
            }
        }
    }

    @Override
    public List<TableFilling.Step> steps(String sharedValues) {
        List<TableFilling.Step> steps = new ArrayList<>();
        for (int index = 0; index < tables.size(); index++) {
            Script.Table table = tables.get(index);
            if (table.rows() > 0) {
                steps.add(step(table, seed + (index + 1) * SEED_STEP));
            }
        }
        return steps;
    }

    private TableFilling.Step step(Script.Table table, long tableSeed) {
        int pieces = (int) ((table.rows() + ROWS_PER_PIECE - 1) / ROWS_PER_PIECE);
        return new TableFilling.Step(pieces, (piece, statements, checkpoint, rows) -> {
            SplittableRandom random = new SplittableRandom(tableSeed + piece).split();
            long from = (long) piece * ROWS_PER_PIECE;
            long to = Math.min(table.rows(), from + ROWS_PER_PIECE);
            try {
                new Piece(table, numbers, random, statements, checkpoint).insert(from, to, rows);
            } catch (SQLException e) {
                throw new RunFailedException(
                        "the rows of table " + table.name() + " are refused: " + e.getMessage(), e);
            }
        });
    }

    @Override
    public long rows() {
        return tables.stream().mapToLong(Script.Table::rows).sum();
    }

    private static final class Piece {

        private final String insertStart;
        private final Value[] values;
        private final Counters.RowCounters counters = new Counters.RowCounters();
        private final BulkStatements statements;
        private final SharedWork.Checkpoint checkpoint;
        private final StringBuilder sql = new StringBuilder(MAX_STATEMENT_CHARACTERS + 4_096);

        Piece(
                Script.Table table,
                RandomNumbers numbers,
                SplittableRandom random,
                BulkStatements statements,
                SharedWork.Checkpoint checkpoint) {
            this.statements = statements;
            this.checkpoint = checkpoint;
            values = new Scope(null).add(table.values(), new ValueRandoms(random, numbers, counters));
            insertStart = "INSERT INTO " + Quoted.name(table.name()) + " ("
                    + table.values().keySet().stream().map(Quoted::name).collect(Collectors.joining(", "))
                    + ") VALUES ";
        }

        void insert(long from, long to, LongConsumer inserted) throws SQLException, InterruptedException {
            SessionStatements.setIfPossible(statements, SessionStatements.TIME_ZONE);
            SessionStatements.setIfPossible(statements, SessionStatements.INCREMENT_BY_ONE);
            long row = from;
            while (row < to) {
                checkpoint.throwIfStopped();
                long firstRow = row;
                sql.setLength(0);
                sql.append(insertStart);
                while (row < to && sql.length() < MAX_STATEMENT_CHARACTERS) {
                    sql.append(row == firstRow ? "(" : ", (");
                    append(row++);
                    sql.append(')');
                }
                statements.execute(sql.toString());
                inserted.accept(row - firstRow);
            }
        }

        private void append(long row) {
            counters.setRow(row);
            for (int i = 0; i < values.length; i++) {
                values[i].draw();
                if (i > 0) {
                    sql.append(", ");
                }
                values[i].append(sql);
            }
        }
    }
}

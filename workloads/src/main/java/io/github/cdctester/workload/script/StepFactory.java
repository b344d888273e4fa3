// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.workload.SessionStatements;
import io.github.cdctester.workload.script.ScriptedSession.TransactionState;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Creates the executable steps of one session. */
final class StepFactory {

    interface Step {

        /** Returns false if the transaction ends, because a required row does not exist. */
        boolean run(TransactionState state) throws SQLException;
    }

    private final ValueRandoms draws;
    private final SessionStatements statements;
    private final PsMode mode;
    private final List<Script.Table> tables;

    StepFactory(SessionStatements statements, PsMode mode, List<Script.Table> tables, ValueRandoms draws)
            throws SQLException {
        this.draws = draws;
        this.tables = tables;
        this.statements = statements;
        this.mode = mode;
        // braces in the user's SQL must not be interpreted as JDBC escapes
        statements.text().setEscapeProcessing(false);
    }

    Step create(Script.Sql step, Scope scope) throws SQLException {
        if (step.copyParameter() != null) {
            return createForCopies(step, scope, (Value.Numeric) scope.get(step.copyParameter()));
        }
        WrittenTable target = WrittenTable.of(step.sql(), tables).orElse(null);
        Scope rowScope = new Scope(scope);
        InsertRows rows = step.rows() == null
                ? null
                : new InsertRows(
                        rowScope.add(step.rows().values(), draws),
                        step.rows().count().draws(draws.random()),
                        ", " + step.sql().rowStart());
        Value[] parameters = step.sql().names().stream().map(rowScope::get).toArray(Value[]::new);
        Value.ObjectValue[] reads = new Value.ObjectValue[step.reads().size()];
        for (int i = 0; i < reads.length; i++) {
            reads[i] = Value.ObjectValue.forColumn();
            scope.put(step.reads().get(i), reads[i]);
        }
        PreparedStatement prepared = mode == PsMode.AUTO && rows == null
                ? statements.prepare(step.sql().preparedText())
                : null;
        String[] pieces = step.sql().pieces().toArray(String[]::new);
        return new StatementStep(
                step, pieces, parameters, rows, reads, prepared, statements.text(), target, new StringBuilder());
    }

    /** The block's values are visible only inside the block. */
    Step create(Script.Block block, Scope outer) throws SQLException {
        Scope scope = new Scope(outer);
        Value[] values = scope.add(block.values(), draws);
        Step[] steps = new Step[block.steps().size()];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = block.steps().get(i) instanceof Script.Sql sql
                    ? create(sql, scope)
                    : create((Script.Block) block.steps().get(i), scope);
        }
        return new Block(block.times().draws(draws.random()), values, steps);
    }

    /** Draws the block's values before each round. */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    private record Block(LongSupplier times, Value[] values, Step[] steps) implements Step {

        @Override
        public boolean run(TransactionState state) throws SQLException {
            long rounds = times.getAsLong();
            for (long round = 0; round < rounds; round++) {
                for (Value value : values) {
                    value.draw();
                }
                for (Step step : steps) {
                    if (!step.run(state)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /** The statement for each copy of the table is created on first use. */
    private Step createForCopies(Script.Sql step, Scope scope, Value.Numeric number) {
        Map<Long, Step> stepsByCopy = new HashMap<>();
        return state -> {
            Step stepForCopy = stepsByCopy.get(number.current());
            if (stepForCopy == null) {
                stepForCopy = create(step.forCopy(number.current()), scope);
                stepsByCopy.put(number.current(), stepForCopy);
            }
            return stepForCopy.run(state);
        };
    }

    /** Sent as text, because the number of rows varies. {@code rowStart} is a comma and the start of the next row. */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    private record InsertRows(Value[] values, LongSupplier count, String rowStart) {}

    /** {@code sql} is the reused buffer of the text. */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    private record StatementStep(
            Script.Sql step,
            String[] pieces,
            Value[] parameters,
            @Nullable InsertRows rows,
            Value.ObjectValue[] reads,
            @Nullable PreparedStatement prepared,
            Statement text,
            @Nullable WrittenTable target,
            StringBuilder sql)
            implements Step {

        @Override
        public boolean run(TransactionState state) throws SQLException {
            if (!step.sql().isSelect()) {
                state.beforeWrite();
            }
            Statement statement = prepared == null ? text : prepared;
            boolean hasResultSet = prepared == null ? text.execute(sqlText()) : execute(prepared);
            if (hasResultSet || step.sql().isSelect()) {
                state.recordRead();
                return !hasResultSet || reads.length == 0 || readFirst(statement);
            }
            state.recordWrite(statement.getUpdateCount(), target);
            return true;
        }

        private boolean execute(PreparedStatement statement) throws SQLException {
            for (int i = 0; i < parameters.length; i++) {
                parameters[i].bind(statement, i + 1);
            }
            return statement.execute();
        }

        private String sqlText() {
            sql.setLength(0);
            long count = rows == null ? 1 : rows.count.getAsLong();
            for (long row = 0; row < count; row++) {
                for (int i = 0; rows != null && i < rows.values.length; i++) {
                    rows.values[i].draw();
                }
                sql.append(row == 0 || rows == null ? pieces[0] : rows.rowStart);
                for (int i = 0; i < parameters.length; i++) {
                    parameters[i].append(sql);
                    sql.append(pieces[i + 1]);
                }
            }
            return sql.toString();
        }

        private boolean readFirst(Statement statement) throws SQLException {
            try (ResultSet row = statement.getResultSet()) {
                boolean hasRow = row.next();
                if (hasRow && row.getMetaData().getColumnCount() < reads.length) {
                    throw new RunFailedException(
                            step.location() + ": read has " + reads.length + " names, but the SELECT gives "
                                    + row.getMetaData().getColumnCount() + " columns");
                }
                for (int i = 0; i < reads.length; i++) {
                    if (hasRow) {
                        reads[i].read(row, i + 1);
                    } else {
                        reads[i].draw();
                    }
                }
                return hasRow || step.orNull();
            }
        }
    }
}

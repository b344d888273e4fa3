// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.workload.script.ScriptedSession.Work;
import io.github.cdctester.workload.script.ValueSource.Scope;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An INSERT of as many rows as are drawn, each with values of its own; it is sent as text, as it is another one each time. */
final class RowsRun implements StepRuns.Step {

    private static final Pattern HEAD =
            Pattern.compile("(INSERT\\s.*\\bVALUES\\s*)\\(", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final String head;
    private final List<String> pieces;
    private final Value[] parameters;
    private final Value[] values;
    private final LongSupplier count;
    private final Statement text;
    private final @Nullable WrittenTable target;
    private final StringBuilder sql = new StringBuilder();

    /**
     * Creates it for one session.
     *
     * @param values those of a row, which are known in {@code row}
     */
    RowsRun(
            Script.Sql step,
            Value[] values,
            Scope row,
            SplittableRandom random,
            Statement text,
            @Nullable WrittenTable target) {
        head = head(step.sql()).orElseThrow();
        pieces = step.sql().pieces();
        parameters = step.sql().names().stream().map(row::get).toArray(Value[]::new);
        this.values = values;
        this.text = text;
        this.target = target;
        count = step.rows() == null ? () -> 1 : step.rows().count().draws(random);
    }

    /** What stands before the first row; empty for a statement that has none at its end. */
    static Optional<String> head(SqlTemplate sql) {
        List<String> pieces = sql.pieces();
        Matcher first = HEAD.matcher(pieces.get(0));
        return first.matches() && pieces.get(pieces.size() - 1).strip().equals(")")
                ? Optional.of(first.group(1))
                : Optional.empty();
    }

    @Override
    public boolean run(Work work) throws SQLException {
        work.writing();
        long rows = count.getAsLong();
        sql.setLength(0);
        sql.append(head);
        for (long i = 0; i < rows; i++) {
            for (Value value : values) {
                value.draw();
            }
            sql.append(i == 0 ? "(" : ", (");
            for (int p = 0; p < parameters.length; p++) {
                parameters[p].append(sql);
                sql.append(pieces.get(p + 1));
            }
        }
        work.wrote(text.executeUpdate(sql.toString()), target);
        return true;
    }
}

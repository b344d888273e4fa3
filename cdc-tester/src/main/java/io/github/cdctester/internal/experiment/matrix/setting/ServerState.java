// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.experiment.matrix.setting.UndoEntry.RowsBefore;
import io.github.cdctester.internal.experiment.matrix.setting.UndoEntry.VariableBefore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads and restores the state that statements change: variables, and rows of the Performance Schema. */
record ServerState(SettingServer server) {

    private static final int ROWS_PER_STATEMENT = 200;

    /** Returns one undo entry per variable or {@code setup_} table, in the statement's order; empty for other statements. */
    List<UndoEntry> undoEntries(MatrixSetting setting, String sql) throws SQLException {
        SettingStatement statement = SettingStatement.of(sql);
        if (statement instanceof SettingStatement.Variables assignment) {
            List<UndoEntry> entries = new ArrayList<>();
            for (SettingStatement.Variable variable : assignment.variables()) {
                boolean changesRunningValue = variable.scope() != SettingStatement.Scope.PERSIST_ONLY;
                boolean changesPersistedValue = variable.scope() != SettingStatement.Scope.GLOBAL;
                entries.add(UndoEntry.of(
                        setting.name(),
                        sql,
                        new VariableBefore(
                                variable.name(),
                                variable.scope(),
                                changesRunningValue ? currentValue(variable.name()) : null,
                                changesPersistedValue ? persistedValue(variable.name()) : null)));
            }
            return entries;
        }
        return statement instanceof SettingStatement.SetupRows update
                ? List.of(UndoEntry.of(setting.name(), sql, new RowsBefore(update.table(), rows(update.table()))))
                : List.of();
    }

    @Nullable
    String currentValue(String variable) throws SQLException {
        return server.query("SELECT @@GLOBAL." + variable).literals().get(0).get(0);
    }

    /** Returns the value for the next start; {@code null} if none is persisted. */
    @Nullable
    String persistedValue(String variable) throws SQLException {
        List<List<@Nullable String>> persistedRows = server.query(
                        "SELECT VARIABLE_VALUE FROM performance_schema.persisted_variables WHERE VARIABLE_NAME = "
                                + Quoted.text(variable))
                .literals();
        String value = persistedRows.isEmpty() ? null : persistedRows.get(0).get(0);
        // the table contains all values as text, but SET rejects a quoted number
        return value != null && value.matches("'-?\\d+(\\.\\d+)?'") ? value.substring(1, value.length() - 1) : value;
    }

    /** SQL NULL is returned as the text {@code NULL}, because lists in the journal must not contain {@code null}. */
    SettingServer.Rows rows(SetupTable table) throws SQLException {
        SettingServer.Rows rows = server.query("SELECT * FROM " + table.sqlName());
        List<List<@Nullable String>> literals = new ArrayList<>();
        for (List<@Nullable String> row : rows.literals()) {
            literals.add(row.stream()
                    .map(value -> Objects.requireNonNullElse(value, "NULL"))
                    .toList());
        }
        return new SettingServer.Rows(rows.columns(), literals);
    }

    /** Ignores deleted and added rows, because only a restart restores these. */
    void restore(RowsBefore saved) throws SQLException {
        SetupTable table = saved.table();
        SettingServer.Rows savedRows = saved.rows();
        SettingServer.Rows currentRows = rows(table);
        List<Integer> keyIndexes = indexes(savedRows.columns(), table.keys());
        Map<List<@Nullable String>, List<@Nullable String>> currentByKey = new LinkedHashMap<>();
        List<Integer> currentKeyIndexes = indexes(currentRows.columns(), table.keys());
        currentRows.literals().forEach(row -> currentByKey.put(valuesAt(row, currentKeyIndexes), row));
        Map<String, List<String>> rowsByChange = new LinkedHashMap<>();
        for (List<@Nullable String> row : savedRows.literals()) {
            List<@Nullable String> key = valuesAt(row, keyIndexes);
            List<@Nullable String> currentRow = currentByKey.get(key);
            String change =
                    currentRow == null ? "" : assignments(savedRows.columns(), row, currentRows.columns(), currentRow);
            if (!change.isEmpty()) {
                rowsByChange.computeIfAbsent(change, any -> new ArrayList<>()).add(tuple(key));
            }
        }
        List<String> statements = new ArrayList<>();
        rowsByChange.forEach((change, rows) -> {
            for (int from = 0; from < rows.size(); from += ROWS_PER_STATEMENT) {
                List<String> chunk = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_STATEMENT));
                statements.add("UPDATE " + table.sqlName() + " SET " + change + " WHERE ("
                        + String.join(", ", table.keys()) + ") IN (" + String.join(", ", chunk) + ")");
            }
        });
        server.execute(statements);
    }

    private static String assignments(
            List<String> columns,
            List<@Nullable String> row,
            List<String> currentColumns,
            List<@Nullable String> currentRow) {
        List<String> assignments = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int index = currentColumns.indexOf(columns.get(i));
            String value = row.get(i);
            if (index >= 0 && !Objects.equals(value, currentRow.get(index))) {
                assignments.add(Quoted.name(columns.get(i)) + " = " + value);
            }
        }
        return String.join(", ", assignments);
    }

    private static List<Integer> indexes(List<String> columns, List<String> names) {
        return names.stream().map(columns::indexOf).filter(index -> index >= 0).toList();
    }

    private static List<@Nullable String> valuesAt(List<@Nullable String> row, List<Integer> indexes) {
        List<@Nullable String> values = new ArrayList<>();
        indexes.forEach(index -> values.add(row.get(index)));
        return values;
    }

    private static String tuple(List<@Nullable String> values) {
        return "(" + String.join(", ", values.stream().map(String::valueOf).toList()) + ")";
    }

    /** A restart may have restored the variable already, so its values are compared first. */
    void restore(VariableBefore before) throws SQLException {
        String name = before.name();
        String persisted = before.persisted();
        if (before.scope() != SettingStatement.Scope.GLOBAL && !Objects.equals(persisted, persistedValue(name))) {
            server.execute(List.of(
                    persisted == null
                            ? "RESET PERSIST IF EXISTS " + name
                            : "SET PERSIST_ONLY " + name + " = " + persisted));
        }
        if (before.scope() != SettingStatement.Scope.PERSIST_ONLY
                && !Objects.equals(currentValue(name), before.value())) {
            server.execute(List.of("SET GLOBAL " + name + " = " + (before.value() == null ? "NULL" : before.value())));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that is to be undone, written down before it was done.
 *
 * @param name the variable, or the constant of {@link SetupTable}; empty for others
 * @param value the variable's value before, as it stands in SQL; {@code null} for NULL, and for others
 * @param persisted the value that was kept for the next start, likewise; {@code null} where none was
 * @param scope in which a variable was set; {@code null} for others
 * @param columns of the rows; empty for others
 * @param rows the table's rows before, as they stand in SQL; empty for others
 * @param words the statements, or the program, that undo it; the text that a human is asked; empty for others
 * @param timeoutSeconds how long a program may take; 0 for others
 */
public record UndoEntry(
        int number,
        Kind kind,
        String setting,
        String what,
        String name,
        @Nullable String value,
        @Nullable String persisted,
        SettingStatement.@Nullable Scope scope,
        List<String> columns,
        List<List<@Nullable String>> rows,
        List<String> words,
        double timeoutSeconds) {

    /** The kind of change that is undone. */
    public enum Kind {
        VARIABLE,
        /** A {@code setup_} table was changed. */
        ROWS,
        /** Other statements were executed. */
        STATEMENTS,
        /** The server was restarted with other options. */
        RESTART,
        /** A program was run. */
        COMMAND,
        /** A human did something. */
        PAUSE
    }

    static UndoEntry variable(
            String setting,
            String what,
            SettingStatement.Variable variable,
            @Nullable String value,
            @Nullable String persisted) {
        return new UndoEntry(
                0,
                Kind.VARIABLE,
                setting,
                what,
                variable.name(),
                value,
                persisted,
                variable.scope(),
                List.of(),
                List.of(),
                List.of(),
                0);
    }

    static UndoEntry rows(String setting, String what, SetupTable table, SettingServer.Rows rows) {
        return new UndoEntry(
                0,
                Kind.ROWS,
                setting,
                what,
                table.name(),
                null,
                null,
                null,
                rows.columns(),
                rows.literals(),
                List.of(),
                0);
    }

    static UndoEntry words(Kind kind, String setting, String what, List<String> words, double timeoutSeconds) {
        return new UndoEntry(0, kind, setting, what, "", null, null, null, List.of(), List.of(), words, timeoutSeconds);
    }

    UndoEntry numbered(int next) {
        return new UndoEntry(
                next, kind, setting, what, name, value, persisted, scope, columns, rows, words, timeoutSeconds);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reversal, stored before its action.
 *
 * @param variable earlier values of a variable, if one was set
 * @param rows earlier rows of a {@code setup_} table, if one was changed
 * @param words reversing statements or program, or the request to the user; empty for others
 * @param timeoutSeconds time limit of a program; 0 for others
 */
public record UndoEntry(
        int number,
        Kind kind,
        String setting,
        String what,
        @Nullable VariableBefore variable,
        @Nullable RowsBefore rows,
        List<String> words,
        double timeoutSeconds) {

    /** The kinds of things that are put back. */
    public enum Kind {
        VARIABLE,
        ROWS,
        STATEMENTS,
        RESTART,
        COMMAND,
        PAUSE
    }

    /**
     * A variable's values in SQL.
     *
     * @param value in the running server; {@code null} for NULL
     * @param persisted for the next start; {@code null} for none
     */
    public record VariableBefore(
            String name,
            SettingStatement.Scope scope,
            @Nullable String value,
            @Nullable String persisted) {}

    /** Rows of a setup table as they were. */
    public record RowsBefore(SetupTable table, SettingServer.Rows rows) {}

    static UndoEntry of(String setting, String what, VariableBefore variable) {
        return new UndoEntry(0, Kind.VARIABLE, setting, what, variable, null, List.of(), 0);
    }

    static UndoEntry of(String setting, String what, RowsBefore rows) {
        return new UndoEntry(0, Kind.ROWS, setting, what, null, rows, List.of(), 0);
    }

    static UndoEntry of(Kind kind, String setting, String what, List<String> words, double timeoutSeconds) {
        return new UndoEntry(0, kind, setting, what, null, null, words, timeoutSeconds);
    }

    UndoEntry numbered(int next) {
        return new UndoEntry(next, kind, setting, what, variable, rows, words, timeoutSeconds);
    }
}

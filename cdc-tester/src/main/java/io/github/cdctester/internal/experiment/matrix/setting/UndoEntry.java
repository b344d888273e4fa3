// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes how to undo one action of a setting. Stored in the journal before the action.
 *
 * @param words the undo statements, the program with its arguments, or the instruction to the user
 * @param timeoutSeconds for programs only
 */
public record UndoEntry(
        int number,
        Action kind,
        String setting,
        String what,
        @Nullable VariableBefore variable,
        @Nullable RowsBefore rows,
        List<String> words,
        double timeoutSeconds) {

    public enum Action {
        VARIABLE,
        ROWS,
        STATEMENTS,
        RESTART,
        COMMAND,
        PAUSE;

        /** Returns true if the action may change more than the server, for example the machine's network. */
        boolean outlivesServer() {
            return this == COMMAND || this == PAUSE;
        }
    }

    /**
     * Earlier values as SQL literals.
     *
     * @param value {@code null} for NULL, or if only the persisted value is set
     * @param persisted {@code null} if no value was persisted, or if the statement does not set it
     */
    public record VariableBefore(
            String name,
            SettingStatement.Scope scope,
            @Nullable String value,
            @Nullable String persisted) {}

    public record RowsBefore(SetupTable table, SettingServer.Rows rows) {}

    static UndoEntry of(String setting, String what, VariableBefore variable) {
        return new UndoEntry(0, Action.VARIABLE, setting, what, variable, null, List.of(), 0);
    }

    static UndoEntry of(String setting, String what, RowsBefore rows) {
        return new UndoEntry(0, Action.ROWS, setting, what, null, rows, List.of(), 0);
    }

    static UndoEntry of(Action kind, String setting, String what, List<String> words, double timeoutSeconds) {
        return new UndoEntry(0, kind, setting, what, null, null, words, timeoutSeconds);
    }

    UndoEntry withNumber(int newNumber) {
        return new UndoEntry(newNumber, kind, setting, what, variable, rows, words, timeoutSeconds);
    }
}

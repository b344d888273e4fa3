// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A setting of the server: the actions that apply it, in the order of the components, and the actions that undo it.
 *
 * @param name name in tables and results: letters and digits, with {@code . _ -} in between
 * @param restart options that a restart adds to the server's own options; empty for no restart
 * @param command a program to run; empty for none
 * @param pause instruction for applying the setting manually; empty for none
 * @param undoPause instruction for undoing the setting manually; empty: derived from {@code pause}
 * @param before statements to run before the cells
 * @param undo statements that undo the changes by {@code before} that cannot be undone automatically. They run together and in
 *     this order, after later changes are undone and in place of the first such change; without such a change, they run first
 */
public record MatrixSetting(
        String name,
        Optional<List<String>> restart,
        Optional<ServerCommand> command,
        Optional<String> pause,
        Optional<String> undoPause,
        List<String> before,
        List<String> undo) {

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}]([\\p{L}\\p{N}._-]{0,98}[\\p{L}\\p{N}])?");

    public MatrixSetting {
        restart = restart.map(List::copyOf);
        before = List.copyOf(before);
        undo = List.copyOf(undo);
        if (!NAME.matcher(name).matches()) {
            throw new InvalidPlanException(
                    "settings", "'" + name + "'", "a name of at most 100 letters, digits and . _ - in between");
        }
        undo.forEach(SettingStatement::of);
        for (String sql : before) {
            if (SettingStatement.of(sql) instanceof SettingStatement.Other && undo.isEmpty()) {
                throw new InvalidPlanException(
                        "undo",
                        "missing; say how to undo '" + sql + "' in the setting " + name
                                + "; only SET GLOBAL, SET PERSIST and UPDATE performance_schema.setup_… are undone"
                                + " without it");
            }
        }
    }

    public static MatrixSetting of(String name, String... before) {
        return new MatrixSetting(
                name,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(before),
                List.of());
    }

    public MatrixSetting restartedWith(List<String> options) {
        return new MatrixSetting(name, Optional.of(options), command, pause, undoPause, before, undo);
    }

    /** Returns true if applying or undoing the setting requires a restart, a program or a person. */
    public boolean isExpensive() {
        return restart.isPresent() || command.isPresent() || pause.isPresent();
    }

    /** Returns true if the setting changes this variable by a statement or a server option. */
    public boolean changes(String variable) {
        return ServerOption.lastOption(restart.orElse(List.of()), variable).isPresent()
                || before.stream()
                        .map(SettingStatement::of)
                        .anyMatch(statement -> statement instanceof SettingStatement.Variables assignment
                                && assignment.variables().stream()
                                        .anyMatch(changed -> changed.name().equals(variable)));
    }

    public List<String> applySteps() {
        List<String> steps = new ArrayList<>();
        restart.ifPresent(options -> steps.add(
                options.isEmpty()
                        ? "restart with the server's own options"
                        : "restart with " + String.join(" ", options)));
        command.ifPresent(program -> steps.add("run " + String.join(" ", program.words())));
        pause.ifPresent(text -> steps.add("prompt: " + text));
        steps.addAll(before);
        return steps;
    }

    public List<String> undoSteps() {
        List<String> steps = new ArrayList<>();
        boolean isUndoAdded = false;
        for (String sql : before) {
            SettingStatement statement = SettingStatement.of(sql);
            if (statement instanceof SettingStatement.Variables assignment) {
                assignment.variables().forEach(variable -> steps.add(0, "restore " + variable.name()));
            } else if (statement instanceof SettingStatement.SetupRows update) {
                steps.add(0, "restore the rows of " + update.table().sqlName());
            } else if (!isUndoAdded) {
                steps.add(0, String.join("; ", undo));
                isUndoAdded = true;
            }
        }
        if (!isUndoAdded && !undo.isEmpty()) {
            steps.add(0, String.join("; ", undo));
        }
        pause.ifPresent(text -> steps.add("prompt: " + undoRequest(text)));
        command.ifPresent(program -> steps.add("run " + String.join(" ", program.undo())));
        restart.ifPresent(
                options -> steps.add("restart with the server's own options, or with the next setting's options"));
        return steps;
    }

    String undoRequest(String text) {
        return undoPause.orElse("Undo this step: " + text);
    }

    /** Returns the known privileges that the setting's statements require. */
    public List<String> privileges() {
        List<String> privileges = new ArrayList<>();
        for (String sql : before) {
            SettingStatement statement = SettingStatement.of(sql);
            if (statement instanceof SettingStatement.Variables) {
                privileges.add("SYSTEM_VARIABLES_ADMIN, or SUPER, for variables");
            } else if (statement instanceof SettingStatement.SetupRows update) {
                privileges.add("SELECT and UPDATE on " + update.table().sqlName());
            }
        }
        return privileges.stream().distinct().toList();
    }

    /**
     * A program that changes a setting of a server, and a program that undoes the change.
     *
     * @param timeout time limit of each program, above 0, at most one day
     */
    public record ServerCommand(List<String> words, List<String> undo, Duration timeout) {

        public ServerCommand {
            words = List.copyOf(words);
            undo = List.copyOf(undo);
            if (words.isEmpty()) {
                throw new InvalidPlanException("command", "empty", "a program and its arguments");
            }
            if (undo.isEmpty()) {
                throw new InvalidPlanException(
                        "undoCommand", "missing; say how to undo the command '" + String.join(" ", words) + "'");
            }
            if (timeout.isZero() || timeout.isNegative() || timeout.compareTo(Duration.ofDays(1)) > 0) {
                throw new InvalidPlanException("commandTimeout", timeout, "a duration above 0, of at most one day");
            }
        }
    }
}

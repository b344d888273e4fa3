// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A setting of the server. Its components are applied in their order, and undone in reverse order.
 *
 * @param name name in tables and results: letters and digits, with {@code . _ -} in between
 * @param restart options that a restart adds to the server's own options; empty for no restart
 * @param undoPause empty: derived from {@code pause}
 * @param undo undoes the statements of {@code before} that cannot be undone automatically. Runs in place of the first such statement, after
 *     later changes are undone; without such a statement, it runs first
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

    public boolean isExpensive() {
        return restart.isPresent() || command.isPresent() || pause.isPresent();
    }

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

    /** @param timeout time limit of each program, above 0, at most one day */
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

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.setting.ServerOption.PerformanceSchema;
import io.github.cdctester.internal.program.Program;
import io.github.cdctester.internal.time.DeferredInterrupt;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Changes a server from setting to setting. The journal contains each action's reversal before the action; everything is reversed
 * in reverse order before the next setting, and at the end. Not thread-safe.
 */
public final class SettingSwitch {

    /** Minimum difference of start times of two starts; the server reports whole seconds. */
    private static final long RESTART_SECONDS = 3;

    private final SettingServer server;
    private final Optional<RestartableServer> restartable;
    private final HumanPause human;
    private final UndoJournal journal;
    private final Consumer<String> notes;

    private @Nullable MatrixSetting current;
    private @Nullable ReadBack readBack;
    private long startedAtSeconds;

    /**
     * Creates a switch without changes.
     *
     * @param notes receives notes for the user: one sentence each
     */
    public SettingSwitch(
            SettingServer server,
            Optional<RestartableServer> restartable,
            HumanPause human,
            UndoJournal journal,
            Consumer<String> notes) {
        this.server = server;
        this.restartable = restartable;
        this.human = human;
        this.journal = journal;
        this.notes = notes;
    }

    public SettingServer server() {
        return server;
    }

    public void check(List<MatrixSetting> settings) {
        for (MatrixSetting setting : settings) {
            setting.restart()
                    .ifPresent(options -> restartable
                            .orElseThrow(
                                    () -> new InvalidPlanException(
                                            "restart",
                                            String.join(" ", options),
                                            "left out in the setting " + setting.name()
                                                    + ": only a server that cdc-tester started can be restarted (use a command or a pause)"))
                            .check(options));
            setting.pause().ifPresent(text -> {
                if (!human.isThere()) {
                    throw new InvalidPlanException(
                            "pause",
                            text,
                            "left out in the setting " + setting.name() + ": there is no terminal to ask at");
                }
            });
        }
        new PerformanceSchema(server).check(settings);
    }

    public void undoLeftovers() {
        List<UndoEntry> left = journal.left();
        if (left.isEmpty()) {
            return;
        }
        List<String> failed = undo(false);
        left.stream()
                .filter(entry -> !journal.left().contains(entry))
                .map(entry -> "an earlier matrix had not undone " + entry.what() + ", setting " + entry.setting()
                        + ": undone now")
                .distinct()
                .forEach(notes);
        if (!failed.isEmpty()) {
            throw new RunFailedException("an earlier matrix has left settings that cannot be undone: "
                    + String.join("; ", failed) + "; undo them and remove " + journal.file());
        }
    }

    public void apply(MatrixSetting next) {
        current = null;
        ReadBack reader = new ReadBack(server, next, notes);
        List<String> failed = undo(next.restart().isPresent());
        if (!failed.isEmpty()) {
            throw new RunFailedException(
                    "a setting could not be undone before " + next.name() + ": " + String.join("; ", failed));
        }
        next.restart().ifPresent(options -> restart(next, options, reader));
        next.command().ifPresent(command -> {
            journal.add(UndoEntry.of(
                    UndoEntry.Kind.COMMAND,
                    next.name(),
                    "run " + String.join(" ", command.words()),
                    command.undo(),
                    command.timeout().toMillis() / 1e3));
            Program.run(command.words(), command.timeout());
        });
        next.pause().ifPresent(text -> {
            journal.add(UndoEntry.of(
                    UndoEntry.Kind.PAUSE, next.name(), "ask: " + text, List.of(next.undoRequest(text)), 0));
            human.prompt(text);
        });
        statements(next, reader);
        startedAtSeconds = startedAt();
        current = next;
        readBack = reader;
    }

    /** One restart leads to the next: the server's own options come back at the end. */
    private void restart(MatrixSetting next, List<String> options, ReadBack reader) {
        boolean known = journal.left().stream().anyMatch(entry -> entry.kind() == UndoEntry.Kind.RESTART);
        if (!known) {
            journal.add(
                    UndoEntry.of(UndoEntry.Kind.RESTART, next.name(), "the restart with other options", List.of(), 0));
        }
        restartable
                .orElseThrow(() -> new IllegalStateException("checked before"))
                .restart(options);
        try {
            reader.restarted(options);
        } catch (SQLException e) {
            throw new RunFailedException("setting " + next.name() + ": reading its options back: " + e.getMessage(), e);
        }
    }

    private void statements(MatrixSetting next, ReadBack reader) {
        boolean known = false;
        for (String sql : next.before()) {
            try {
                List<UndoEntry> before = new ServerState(server).before(next, sql);
                before.forEach(journal::add);
                if (SettingStatement.of(sql) instanceof SettingStatement.Other && !known) {
                    journal.add(UndoEntry.of(UndoEntry.Kind.STATEMENTS, next.name(), sql, next.undo(), 0));
                    known = true;
                }
                reader.execute(sql, before);
            } catch (SQLException e) {
                throw new RunFailedException("setting " + next.name() + ": " + sql + ": " + e.getMessage(), e);
            }
        }
        if (!known && !next.undo().isEmpty()) {
            journal.add(
                    UndoEntry.of(UndoEntry.Kind.STATEMENTS, next.name(), "the setting's statements", next.undo(), 0));
        }
    }

    /** Checks the applied setting once more; if its effect is gone, nothing counts as applied. */
    public void verify() {
        try {
            if (current != null && readBack != null) {
                readBack.readAgain();
            }
        } catch (SettingNotTakenException e) {
            current = null;
            throw new SettingNotTakenException("undone meanwhile at " + server.address() + ": " + e.getMessage());
        } catch (SQLException e) {
            throw new RunFailedException("reading back the setting at " + server.address() + ": " + e.getMessage(), e);
        }
    }

    /** Returns true if another client restarted the server after the setting was applied; the setting is lost then. */
    public boolean isLost() {
        return current == null || startedAt() - startedAtSeconds >= RESTART_SECONDS;
    }

    private long startedAt() {
        try {
            return server.startedAtSeconds();
        } catch (SQLException e) {
            throw new RunFailedException("reading the uptime of " + server.address() + ": " + e.getMessage(), e);
        }
    }

    public List<String> undoAll() {
        current = null;
        return undo(false);
    }

    private List<String> undo(boolean exceptRestart) {
        List<String> failed = new ArrayList<>();
        try (DeferredInterrupt held = DeferredInterrupt.hold()) {
            for (UndoEntry entry : journal.left()) {
                if (exceptRestart && entry.kind() == UndoEntry.Kind.RESTART) {
                    continue;
                }
                try {
                    undo(entry);
                    journal.undone(entry);
                } catch (Throwable e) { // also after an Error: the rest is undone, and the Error is thrown
                    failed.add(entry.what() + " (setting " + entry.setting() + ") was not undone: "
                            + (e instanceof Exception ? e.getMessage() : e.toString()));
                }
            }
        }
        return failed;
    }

    private void undo(UndoEntry entry) throws SQLException {
        switch (entry.kind()) {
            case VARIABLE -> new ServerState(server).restore(Objects.requireNonNull(entry.variable()));
            case ROWS -> new ServerState(server).restore(Objects.requireNonNull(entry.rows()));
            case STATEMENTS -> each(entry.words());
            case RESTART ->
                restartable
                        .orElseThrow(() -> new RunFailedException("the server cannot be restarted from here"))
                        .restart(List.of());
            case COMMAND -> Program.run(entry.words(), Duration.ofMillis(Math.round(entry.timeoutSeconds() * 1_000)));
            case PAUSE -> {
                if (!human.isThere()) {
                    throw new RunFailedException(
                            "there is no terminal to ask at: " + entry.words().get(0));
                }
                human.prompt(entry.words().get(0));
            }
        }
    }

    /** Executes all of them, also after a failure; throws the first failure. */
    private void each(List<String> statements) throws SQLException {
        SQLException first = null;
        for (String sql : statements) {
            try {
                server.execute(List.of(sql));
            } catch (SQLException e) {
                if (first == null) {
                    first = new SQLException(sql + ": " + e.getMessage(), e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** A server has accepted a setting without showing it: measurements would not be about this setting. */
    public static final class SettingNotTakenException extends RunFailedException {

        private static final long serialVersionUID = 1L;

        SettingNotTakenException(String message) {
            super(message);
        }
    }

    /**
     * A server owned by this process, such as the embedded one: it can be restarted with other options, and keeps its data and
     * address.
     */
    @FunctionalInterface
    public interface RestartableServer {

        /**
         * Restarts the server; returns when it accepts connections.
         *
         * @param options options in addition to its own, such as {@code performance_schema=ON} with two hyphens before it,
         *     replacing an earlier restart's; empty for the initial state
         */
        void restart(List<String> options);

        /** Refuses, before anything is done, options that {@link #restart} would refuse. */
        default void check(List<String> options) {}
    }

    /** A human who does what the tester cannot, such as changing a setting in a cloud's console. */
    public interface HumanPause {

        HumanPause NOBODY = new HumanPause() {
            @Override
            public boolean isThere() {
                return false;
            }

            @Override
            public void prompt(String text) {
                throw new IllegalStateException("there is no terminal to ask at");
            }
        };

        boolean isThere();

        void prompt(String text);
    }
}

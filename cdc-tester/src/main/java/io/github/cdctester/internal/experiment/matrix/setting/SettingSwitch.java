// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
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
 * Applies one setting after another to a server. Not thread-safe. Undo entries are in the journal before each action. They are undone in
 * reverse order before the next setting and at the end; a restart is not undone before another restart.
 */
public final class SettingSwitch {

    /** The server reports its uptime in whole seconds, so start times that differ by less belong to the same start. */
    private static final long RESTART_SECONDS = 3;

    private final SettingServer server;
    private final Optional<RestartableServer> restartableServer;
    private final HumanPause humanPause;
    private final UndoJournal journal;
    private final Consumer<String> notes;

    private @Nullable MatrixSetting currentSetting;
    private @Nullable SettingCheck settingCheck;
    private long startedAtSeconds;

    /** @param notes receives one sentence per call */
    public SettingSwitch(
            SettingServer server,
            Optional<RestartableServer> restartableServer,
            HumanPause humanPause,
            UndoJournal journal,
            Consumer<String> notes) {
        this.server = server;
        this.restartableServer = restartableServer;
        this.humanPause = humanPause;
        this.journal = journal;
        this.notes = notes;
    }

    public SettingServer server() {
        return server;
    }

    public void check(List<MatrixSetting> settings) {
        for (MatrixSetting setting : settings) {
            setting.restart().ifPresent(options -> {
                if (restartableServer.isEmpty()) {
                    throw new InvalidPlanException(
                            "restart",
                            String.join(" ", options),
                            "left out in the setting " + setting.name()
                                    + ": only a server that cdc-tester started can be restarted (use a command or a"
                                    + " pause)");
                }
            });
            setting.pause().ifPresent(text -> {
                if (!humanPause.isAvailable()) {
                    throw new InvalidPlanException(
                            "pause",
                            text,
                            "left out in the setting " + setting.name() + ": there is no terminal for its prompt");
                }
            });
        }
        new PerformanceSchema(server).check(settings);
    }

    public void undoLeftovers() {
        List<UndoEntry> leftovers = journal.remainingEntries();
        if (leftovers.isEmpty()) {
            return;
        }
        List<String> failures = undo(false);
        leftovers.stream()
                .filter(entry -> !journal.remainingEntries().contains(entry))
                .map(entry -> "an earlier matrix had not undone " + entry.what() + ", setting " + entry.setting()
                        + ": undone now")
                .distinct()
                .forEach(notes);
        if (!failures.isEmpty()) {
            throw new RunFailedException("an earlier matrix has left settings that cannot be undone: "
                    + String.join("; ", failures) + "; undo them and remove " + journal.file());
        }
    }

    public void apply(MatrixSetting next) {
        currentSetting = null;
        SettingCheck nextCheck = new SettingCheck(server, next, notes);
        List<String> failures = undo(next.restart().isPresent());
        if (!failures.isEmpty()) {
            throw new RunFailedException(
                    "a setting could not be undone before " + next.name() + ": " + String.join("; ", failures));
        }
        next.restart().ifPresent(options -> restart(next, options, nextCheck));
        next.command().ifPresent(command -> {
            journal.add(UndoEntry.of(
                    UndoEntry.Action.COMMAND,
                    next.name(),
                    "run " + String.join(" ", command.words()),
                    command.undo(),
                    command.timeout().toMillis() / 1e3));
            Program.run(command.words(), command.timeout());
        });
        next.pause().ifPresent(text -> {
            journal.add(UndoEntry.of(
                    UndoEntry.Action.PAUSE, next.name(), "prompt: " + text, List.of(next.undoRequest(text)), 0));
            humanPause.prompt(text);
        });
        executeStatements(next, nextCheck);
        startedAtSeconds = startedAt();
        currentSetting = next;
        settingCheck = nextCheck;
    }

    /** Consecutive settings with a restart share one undo entry, which restores the server's own options. */
    private void restart(MatrixSetting next, List<String> options, SettingCheck nextCheck) {
        boolean isInJournal =
                journal.remainingEntries().stream().anyMatch(entry -> entry.kind() == UndoEntry.Action.RESTART);
        if (!isInJournal) {
            journal.add(UndoEntry.of(
                    UndoEntry.Action.RESTART, next.name(), "the restart with other options", List.of(), 0));
        }
        restartableServer
                .orElseThrow(() -> new IllegalStateException("checked before"))
                .restart(options);
        try {
            nextCheck.checkOptions(options);
        } catch (SQLException e) {
            throw new RunFailedException("setting " + next.name() + ": reading its options back: " + e.getMessage(), e);
        }
    }

    private void executeStatements(MatrixSetting next, SettingCheck nextCheck) {
        boolean isUndoAdded = false;
        for (String sql : next.before()) {
            try {
                List<UndoEntry> undoEntries = new ServerState(server).undoEntries(next, sql);
                undoEntries.forEach(journal::add);
                if (SettingStatement.of(sql) instanceof SettingStatement.Other && !isUndoAdded) {
                    journal.add(UndoEntry.of(UndoEntry.Action.STATEMENTS, next.name(), sql, next.undo(), 0));
                    isUndoAdded = true;
                }
                nextCheck.execute(sql, undoEntries);
            } catch (SQLException e) {
                throw new RunFailedException("setting " + next.name() + ": " + sql + ": " + e.getMessage(), e);
            }
        }
        if (!isUndoAdded && !next.undo().isEmpty()) {
            journal.add(
                    UndoEntry.of(UndoEntry.Action.STATEMENTS, next.name(), "the setting's statements", next.undo(), 0));
        }
    }

    /** After a failure, {@link #isLost} returns true. */
    public void verify() {
        try {
            if (currentSetting != null && settingCheck != null) {
                settingCheck.checkAgain();
            }
        } catch (SettingWithoutEffectException e) {
            currentSetting = null;
            throw new SettingWithoutEffectException("undone meanwhile at " + server.address() + ": " + e.getMessage());
        } catch (SQLException e) {
            throw new RunFailedException("reading back the setting at " + server.address() + ": " + e.getMessage(), e);
        }
    }

    /** Returns true if no setting is in effect, for example because another client has restarted the server. */
    public boolean isLost() {
        return currentSetting == null || startedAt() - startedAtSeconds >= RESTART_SECONDS;
    }

    private long startedAt() {
        try {
            return server.startedAtSeconds();
        } catch (SQLException e) {
            throw new RunFailedException("reading the uptime of " + server.address() + ": " + e.getMessage(), e);
        }
    }

    public List<String> undoAll() {
        currentSetting = null;
        return undo(false);
    }

    /** Returns the failures, but rethrows an {@link Error}. */
    private List<String> undo(boolean skipsRestart) {
        List<String> failures = new ArrayList<>();
        FirstFailure errors = new FirstFailure();
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            for (UndoEntry entry : journal.remainingEntries()) {
                if (!skipsRestart || entry.kind() != UndoEntry.Action.RESTART) {
                    errors.run(() -> undo(entry, failures));
                }
            }
        }
        if (errors.first() != null) {
            failures.forEach(text -> errors.run(() -> {
                throw new RunFailedException(text);
            }));
        }
        errors.rethrow();
        return failures;
    }

    private void undo(UndoEntry entry, List<String> failures) {
        try {
            undo(entry);
            journal.markUndone(entry);
        } catch (Exception e) {
            failures.add(entry.what() + " (setting " + entry.setting() + ") was not undone: " + e.getMessage());
        }
    }

    private void undo(UndoEntry entry) throws SQLException {
        switch (entry.kind()) {
            case VARIABLE -> new ServerState(server).restore(Objects.requireNonNull(entry.variable()));
            case ROWS -> new ServerState(server).restore(Objects.requireNonNull(entry.rows()));
            case STATEMENTS -> executeAll(entry.words());
            case RESTART ->
                restartableServer
                        .orElseThrow(() -> new RunFailedException("the server cannot be restarted from here"))
                        .restart(List.of());
            case COMMAND -> Program.run(entry.words(), Duration.ofMillis(Math.round(entry.timeoutSeconds() * 1_000)));
            case PAUSE -> {
                if (!humanPause.isAvailable()) {
                    throw new RunFailedException("there is no terminal for its prompt: "
                            + entry.words().get(0));
                }
                humanPause.prompt(entry.words().get(0));
            }
        }
    }

    /** If one statement fails, the others still run. */
    private void executeAll(List<String> statements) throws SQLException {
        SQLException firstFailure = null;
        for (String sql : statements) {
            try {
                server.execute(List.of(sql));
            } catch (SQLException e) {
                if (firstFailure == null) {
                    firstFailure = new SQLException(sql + ": " + e.getMessage(), e);
                }
            }
        }
        if (firstFailure != null) {
            throw firstFailure;
        }
    }

    /** The server accepts the setting but does not show its values: the run would measure the server without the setting. */
    public static final class SettingWithoutEffectException extends RunFailedException {

        private static final long serialVersionUID = 1L;

        SettingWithoutEffectException(String message) {
            super(message);
        }
    }

    /** A server that this process started. A restart keeps its data and address. */
    @FunctionalInterface
    public interface RestartableServer {

        /**
         * Returns when the server accepts connections.
         *
         * @param options in addition to the server's own, such as {@code --performance_schema=ON}. They replace the options of an earlier
         *     restart
         */
        void restart(List<String> options);
    }

    /** Prompts the user for an action that cdc-tester cannot perform, such as a change in a cloud console. */
    public interface HumanPause {

        HumanPause UNAVAILABLE = new HumanPause() {
            @Override
            public boolean isAvailable() {
                return false;
            }

            @Override
            public void prompt(String text) {
                throw new IllegalStateException("there is no terminal for its prompt");
            }
        };

        boolean isAvailable();

        void prompt(String text);
    }
}

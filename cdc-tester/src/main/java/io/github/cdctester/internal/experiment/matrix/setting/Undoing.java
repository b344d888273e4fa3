// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.RestartableServer;
import io.github.cdctester.internal.experiment.program.Program;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record Undoing(SettingServer server, Optional<RestartableServer> restartable, HumanPause human) {

    void undo(UndoEntry entry) throws SQLException {
        switch (entry.kind()) {
            case VARIABLE -> variable(entry);
            case ROWS ->
                server.execute(new Before(server)
                        .restoring(
                                SetupTable.valueOf(entry.name()),
                                new SettingServer.Rows(entry.columns(), entry.rows())));
            case STATEMENTS -> each(entry.words());
            case RESTART ->
                restartable
                        .orElseThrow(() -> new RunFailedException("the server cannot be restarted from here"))
                        .restart(List.of());
            case COMMAND -> Program.run(entry.words(), Duration.ofMillis(Math.round(entry.timeoutSeconds() * 1_000)));
            case PAUSE -> {
                if (!human.isThere()) {
                    throw new RunFailedException(
                            "nobody is there to be asked: " + entry.words().get(0));
                }
                human.ask(entry.words().get(0));
            }
        }
    }

    /** All of them, also where one fails; what failed first is thrown. */
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

    /** A server that was restarted has lost what was set in it, but not the value before it, which may have been set too. */
    private void variable(UndoEntry entry) throws SQLException {
        Before now = new Before(server);
        SettingStatement.Scope scope = entry.scope();
        if (scope != SettingStatement.Scope.GLOBAL) {
            persisted(entry.name(), entry.persisted(), now.persisted(entry.name()));
        }
        if (scope != SettingStatement.Scope.PERSIST_ONLY && !Objects.equals(now.value(entry.name()), entry.value())) {
            server.execute(List.of("SET GLOBAL " + entry.name() + " = " + literal(entry.value())));
        }
    }

    private void persisted(String name, @Nullable String before, @Nullable String now) throws SQLException {
        if (Objects.equals(before, now)) {
            return;
        }
        server.execute(List.of(
                before == null ? "RESET PERSIST IF EXISTS " + name : "SET PERSIST_ONLY " + name + " = " + before));
    }

    private static String literal(@Nullable String value) {
        return value == null ? "NULL" : value;
    }
}

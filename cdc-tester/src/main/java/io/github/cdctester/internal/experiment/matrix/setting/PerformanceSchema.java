// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a server has its Performance Schema on: without it statements on the {@code setup_} tables succeed and change nothing.
 *
 * @param server the server
 */
public record PerformanceSchema(SettingServer server) {

    private static final String VARIABLE = "performance_schema";

    /**
     * Refuses, before anything is done, settings that would change nothing. After a program or a human it is on, perhaps.
     *
     * @param settings all that are going to be applied to the server as it is now
     * @throws InvalidPlanException if one of them has a statement on a {@code setup_} table, for a server that has it off
     * @throws RunFailedException if the server cannot be asked
     */
    public void check(List<Setting> settings) {
        for (Setting setting : settings) {
            Optional<String> needs = setting.before().stream()
                    .filter(sql -> sql.toLowerCase(Locale.ROOT).contains(VARIABLE + ".setup_"))
                    .findFirst();
            if (needs.isPresent()
                    && setting.command().isEmpty()
                    && setting.pause().isEmpty()
                    && isOffIn(setting)) {
                throw new InvalidPlanException(
                        "before",
                        needs.get(),
                        "left out in the setting " + setting.name() + ": performance_schema is OFF on "
                                + server.address() + ", so it would change nothing; start the server with"
                                + " performance_schema=ON, or have the setting restart one that cdc-tester starts");
            }
        }
    }

    private boolean isOffIn(Setting setting) {
        try {
            ServerOption said = ServerOption.last(setting.restart().orElse(List.of()), VARIABLE)
                    .orElse(null);
            return said == null ? isOff() : Shown.of("ON", said.value(), null) == Shown.NOT;
        } catch (SQLException e) {
            throw new RunFailedException("asking " + server.address() + " for " + VARIABLE + ": " + e.getMessage(), e);
        }
    }

    /** Not where the server does not know the variable. */
    boolean isOff() throws SQLException {
        return new ServerOption(VARIABLE, "ON", false)
                .shown(server)
                .filter(value -> Shown.of("ON", value, value) == Shown.NOT)
                .isPresent();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.setting.SettingCheck.DisplayedValue;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A start option of a server.
 *
 * @param isLoose true if a server that does not support the option ignores it
 */
public record ServerOption(String variable, String value, boolean isLoose) {

    private static final Pattern PATTERN = Pattern.compile(
            "--(loose[-_])?((skip|disable)[-_]|enable[-_])?([\\w-]+)(=(?:(\\d+)([KMGTPEkmgtpe])|(.*)))?");

    /** Returns the last option that may set a variable. */
    static Optional<ServerOption> lastOption(List<String> options, String variable) {
        return options.stream()
                .flatMap(option -> readings(option).stream())
                .filter(option -> option.variable().equals(variable))
                .reduce((earlier, later) -> later);
    }

    /**
     * Parses an option into its possible readings, preferred reading first. {@code --skip-x} sets the variable {@code skip_x} to
     * ON if the server has it, otherwise {@code x} to OFF. Empty if its form is not recognized.
     */
    static List<ServerOption> readings(String option) {
        Matcher matcher = PATTERN.matcher(option);
        if (!matcher.matches()) {
            return List.of();
        }
        String value = matcher.group(5) == null ? "ON" : matcher.group(8);
        if (value == null) {
            int power = "KMGTPE".indexOf(matcher.group(7).toUpperCase(Locale.ROOT)) + 1;
            value = new BigInteger(matcher.group(6)).shiftLeft(10 * power).toString();
        }
        boolean isLoose = matcher.group(1) != null;
        String name = matcher.group(4).replace('-', '_').toLowerCase(Locale.ROOT);
        ServerOption withoutPrefix = new ServerOption(name, matcher.group(3) == null ? value : "OFF", isLoose);
        if (matcher.group(2) == null) {
            return List.of(withoutPrefix);
        }
        String prefix = matcher.group(2).replace('-', '_');
        return List.of(new ServerOption(prefix + name, value, isLoose), withoutPrefix);
    }

    /** Returns empty if the server has no such variable. */
    Optional<String> currentValue(SettingServer server) throws SQLException {
        return server.query("SHOW GLOBAL VARIABLES WHERE Variable_name = '" + variable + "'").literals().stream()
                .findFirst()
                .map(row -> String.valueOf(row.get(1)));
    }

    /** Without the Performance Schema, statements on its {@code setup_} tables succeed without an effect. */
    public record PerformanceSchema(SettingServer server) {

        private static final String VARIABLE = "performance_schema";

        /** Settings with a command or a pause are accepted, because these may turn the Performance Schema on. */
        public void check(List<MatrixSetting> settings) {
            for (MatrixSetting setting : settings) {
                Optional<String> schemaStatement = setting.before().stream()
                        .filter(sql -> sql.toLowerCase(Locale.ROOT).contains(VARIABLE + ".setup_"))
                        .findFirst();
                if (schemaStatement.isPresent()
                        && setting.command().isEmpty()
                        && setting.pause().isEmpty()
                        && isOffIn(setting)) {
                    throw new InvalidPlanException(
                            "before",
                            schemaStatement.get(),
                            "left out in the setting " + setting.name() + ": performance_schema is OFF on "
                                    + server.address() + ", so it would change nothing; start the server with"
                                    + " performance_schema=ON, or have the setting restart one that cdc-tester starts");
                }
            }
        }

        private boolean isOffIn(MatrixSetting setting) {
            try {
                ServerOption option = ServerOption.lastOption(setting.restart().orElse(List.of()), VARIABLE)
                        .orElse(null);
                return option == null
                        ? isOff()
                        : DisplayedValue.of("ON", option.value(), null) == DisplayedValue.DIFFERENT;
            } catch (SQLException e) {
                throw new RunFailedException(
                        "querying " + server.address() + " for " + VARIABLE + ": " + e.getMessage(), e);
            }
        }

        /** Returns false if the server does not have the variable. */
        boolean isOff() throws SQLException {
            return new ServerOption(VARIABLE, "ON", false)
                    .currentValue(server)
                    .filter(value -> DisplayedValue.of("ON", value, value) == DisplayedValue.DIFFERENT)
                    .isPresent();
        }
    }
}

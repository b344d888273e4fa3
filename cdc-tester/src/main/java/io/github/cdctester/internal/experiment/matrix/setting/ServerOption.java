// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An option that a server is started with.
 *
 * @param variable the variable that shows it, if there is one
 * @param value the value, without a suffix such as {@code M}
 * @param isLoose whether the server passes over one that it does not know
 */
record ServerOption(String variable, String value, boolean isLoose) {

    private static final Pattern FORM = Pattern.compile(
            "--(loose[-_])?((skip|disable)[-_]|enable[-_])?([\\w-]+)(=(?:(\\d+)([KMGTPEkmgtpe])|(.*)))?");

    /** The last one of a variable, which holds. */
    static Optional<ServerOption> last(List<String> options, String variable) {
        return options.stream()
                .flatMap(option -> of(option).stream())
                .filter(option -> option.variable().equals(variable))
                .reduce((first, second) -> second);
    }

    /** Nothing where it is of another form. */
    static Optional<ServerOption> of(String option) {
        Matcher found = FORM.matcher(option);
        if (!found.matches()) {
            return Optional.empty();
        }
        String value = found.group(3) != null ? "OFF" : found.group(5) == null ? "ON" : found.group(8);
        if (value == null) {
            int power = "KMGTPE".indexOf(found.group(7).toUpperCase(Locale.ROOT)) + 1;
            value = String.valueOf(Long.parseLong(found.group(6)) << 10 * power);
        }
        return Optional.of(new ServerOption(
                found.group(4).replace('-', '_').toLowerCase(Locale.ROOT), value, found.group(1) != null));
    }

    /** What the server shows; nothing where it has no such variable. */
    Optional<String> shown(SettingServer server) throws SQLException {
        return server.rows("SHOW GLOBAL VARIABLES LIKE '" + variable.replace("_", "\\_") + "'").literals().stream()
                .findFirst()
                .map(row -> String.valueOf(row.get(1)));
    }
}

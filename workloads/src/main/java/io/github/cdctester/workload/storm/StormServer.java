// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.ServerVariables;
import io.github.cdctester.workload.storm.StormFamily.Storm;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * @param kinds the requested and supported kinds, and the kinds of row changes, which every table needs
 * @param unsupported requested kinds that the server does not support
 */
record StormServer(ServerVariables variables, List<StormKind> kinds, List<StormKind> unsupported) {

    private static final int VALIDATION_SECONDS = 2;

    /** Reserved for the other data in a row event and in a statement. */
    private static final long RESERVED_BYTES = 64 << 10;

    private static final int REDO_DIVISOR = 10;

    static StormServer of(Connection connection, Storm spec) throws SQLException {
        List<StormKind> kinds = new ArrayList<>();
        List<StormKind> unsupported = new ArrayList<>();
        StormServer server = new StormServer(ServerVariables.of(connection), kinds, unsupported);
        boolean hasSupportedRequest = false;
        SchemaPrivileges privileges = SchemaPrivileges.of(connection);
        try (Statement statement = connection.createStatement()) {
            for (StormKind kind : StormKind.ALL) {
                boolean isRequested =
                        spec.kinds().contains(Storm.ALL) || spec.kinds().contains(kind.name());
                boolean isSupported = isRequested && server.supports(kind, statement, privileges);
                hasSupportedRequest |= isSupported;
                if (isSupported || StormKind.rowKinds().contains(kind)) {
                    kinds.add(kind);
                } else if (isRequested) {
                    unsupported.add(kind);
                }
            }
        }
        if (!hasSupportedRequest) {
            throw new InvalidPlanException(
                    "stormKinds",
                    String.join(",", spec.kinds()),
                    "all, or a kind that " + server.version() + " supports for this account");
        }
        return server;
    }

    String version() {
        return variables.text("version");
    }

    boolean isMariaDb() {
        return variables.isMariaDb();
    }

    private boolean supports(StormKind kind, Statement statement, SchemaPrivileges privileges) throws SQLException {
        for (String need : kind.needs()) {
            String value = need.substring(need.indexOf('=') + 1);
            boolean isMet = switch (need.substring(0, need.indexOf('='))) {
                case "mysql" -> isMariaDb() || isAtLeast(value);
                case "mariadb" -> !isMariaDb() || isAtLeast(value);
                case "grant" -> privileges.mayContain(value.replace('_', ' '));
                case "mysql-grant" -> isMariaDb() || privileges.mayContain(value);
                case "set" -> canSet(statement, value);
                case "off" -> !variables.isOn(value);
                case "super" -> variables.isOn(value) || isSuper(statement);
                case "engine" -> !variables.text("disabled_storage_engines").contains(value);
                default -> throw new IllegalStateException(need);
            };
            if (!isMet) {
                return false;
            }
        }
        return true;
    }

    private boolean isAtLeast(String minVersion) {
        return Arrays.compare(numbers(version()), numbers(minVersion)) >= 0;
    }

    private static int[] numbers(String version) {
        return Pattern.compile("\\d{1,3}")
                .matcher(version)
                .results()
                .limit(3)
                .mapToInt(number -> Integer.parseInt(number.group()))
                .toArray();
    }

    private static boolean canSet(Statement statement, String variable) throws SQLException {
        try {
            statement.execute("SET SESSION " + variable + " = DEFAULT");
            return true;
        } catch (SQLException e) {
            if (!statement.getConnection().isValid(VALIDATION_SECONDS)) {
                throw e;
            }
            return false; // there is no such variable, or the account may not set it
        }
    }

    private static boolean isSuper(Statement statement) throws SQLException {
        boolean hasSuper = false;
        try (ResultSet grant = statement.executeQuery("SHOW GRANTS")) {
            while (grant.next()) {
                hasSuper |= grant.getString(1).matches("GRANT (ALL PRIVILEGES|.*\\bSUPER\\b.*) ON \\*\\.\\* .*");
            }
        }
        return hasSuper;
    }

    /** Returns the requested size, at most the size that the server accepts in one row. */
    long blobBytes(Storm spec) {
        long redoBytes = variables.number(
                "innodb_redo_log_capacity",
                variables.number("innodb_log_file_size", 0)
                        * Math.max(1, variables.number("innodb_log_files_in_group", 1)));
        long packetBytes = variables.number("max_allowed_packet", 0);
        long maxBytes = Math.min(packetBytes, redoBytes == 0 ? packetBytes : redoBytes / REDO_DIVISOR) - RESERVED_BYTES;
        return Math.max(1, Math.min(spec.blobBytes(), maxBytes));
    }
}

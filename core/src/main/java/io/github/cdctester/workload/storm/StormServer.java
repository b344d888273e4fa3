// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.workload.storm.StormFamily.Storm;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a server can do of a storm.
 *
 * @param kinds those of the wanted steps that it can make, with those that tables need beside them
 * @param leftOut those of the wanted ones that it cannot make
 * @param largestBlob the largest value that it takes in one row, in bytes
 */
record StormServer(boolean mariaDb, String version, Set<StormKind> kinds, List<StormKind> leftOut, long largestBlob) {

    /** What a row event and a statement have beside the value. */
    private static final long BESIDE_BLOB = 64 << 10;

    private static final int SHARE_OF_REDO = 10;

    static StormServer of(Connection connection, Storm spec) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            Variables found = Variables.read(statement);
            List<StormKind> wanted = wanted(spec);
            Set<StormKind> can = EnumSet.of(StormKind.INSERT, StormKind.UPDATE, StormKind.DELETE);
            List<StormKind> leftOut = new ArrayList<>();
            for (StormKind kind : wanted) {
                if (found.can(kind, statement)) {
                    can.add(kind);
                } else {
                    leftOut.add(kind);
                }
            }
            if (leftOut.size() == wanted.size()) {
                throw new InvalidPlanException(
                        "stormKinds",
                        String.join(",", spec.kinds()),
                        "all, or one that this server can make: " + found.version()
                                + " cannot, or not for this account");
            }
            return new StormServer(found.mariaDb(), found.version(), can, leftOut, found.largestBlob());
        }
    }

    private static List<StormKind> wanted(Storm spec) {
        return Arrays.stream(StormKind.values())
                .filter(kind -> kind != StormKind.REBUILD)
                .filter(kind -> spec.kinds().contains(Storm.ALL) || spec.kinds().contains(kind.label()))
                .toList();
    }

    long blobBytes(Storm spec) {
        return Math.max(1, Math.min(spec.blobBytes(), largestBlob));
    }

    private record Variables(boolean mariaDb, String version, long number, Map<String, String> values) {

        static Variables read(Statement statement) throws SQLException {
            Map<String, String> values = new HashMap<>();
            try (ResultSet row = statement.executeQuery("SHOW VARIABLES WHERE Variable_name IN ('version',"
                    + " 'max_allowed_packet', 'innodb_redo_log_capacity', 'innodb_log_file_size',"
                    + " 'innodb_log_files_in_group', 'sql_require_primary_key', 'log_bin_trust_function_creators')")) {
                while (row.next()) {
                    values.put(row.getString(1), row.getString(2));
                }
            }
            String version = values.getOrDefault("version", "");
            return new Variables(version.contains("MariaDB"), version, number(version), values);
        }

        private static long number(String version) {
            String[] parts = version.split("[^0-9]+", 4);
            long number = 0;
            for (int i = 0; i < 3; i++) {
                number = 1_000 * number
                        + (i < parts.length && parts[i].matches("\\d{1,3}") ? Integer.parseInt(parts[i]) : 0);
            }
            return number;
        }

        /** By the version where that says it; what needs a privilege is tried, without changing anything. */
        boolean can(StormKind kind, Statement statement) throws SQLException {
            return switch (kind) {
                case RENAME_COLUMN -> mariaDb ? from(10, 5, 2) : from(8, 0, 0);
                case INSTANT_COLUMN -> mariaDb ? from(10, 3, 2) : from(8, 0, 12);
                case INVISIBLE -> mariaDb ? from(10, 3, 3) : from(8, 0, 23);
                case DEFAULT_EXPRESSION -> mariaDb ? from(10, 2, 1) : from(8, 0, 13);
                case VECTOR -> mariaDb ? from(11, 7, 1) : from(9, 0, 0);
                case CREATE_SELECT -> mariaDb || from(8, 0, 21);
                case XA -> mariaDb ? from(10, 5, 2) : from(5, 7, 7);
                // MariaDB names only the last one of an answer's GTIDs
                case IMPLICIT_COMMIT -> !mariaDb;
                case NO_KEY -> !"ON".equals(values.get("sql_require_primary_key"));
                case TRIGGER -> "ON".equals(values.get("log_bin_trust_function_creators")) || isSuper(statement);
                case PARTIAL_JSON -> maySet(statement, "binlog_row_value_options");
                case COMPRESSED -> maySet(statement, "binlog_transaction_compression");
                case MINIMAL_IMAGE, NOBLOB_IMAGE -> maySet(statement, "binlog_row_image");
                default -> true;
            };
        }

        private boolean from(int major, int minor, int patch) {
            return number >= (major * 1_000L + minor) * 1_000 + patch;
        }

        private static boolean maySet(Statement statement, String variable) {
            try {
                statement.execute("SET SESSION " + variable + " = DEFAULT");
                return true;
            } catch (SQLException e) {
                return false; // there is no such variable, or the account may not
            }
        }

        private static boolean isSuper(Statement statement) throws SQLException {
            try (ResultSet row = statement.executeQuery("SHOW GRANTS")) {
                while (row.next()) {
                    String grant = row.getString(1);
                    if (grant.contains(" ON *.* ")
                            && (grant.contains("GRANT ALL PRIVILEGES ") || grant.matches(".*\\bSUPER\\b.*"))) {
                        return true;
                    }
                }
            }
            return false;
        }

        long largestBlob() {
            long redo = values.containsKey("innodb_redo_log_capacity")
                    ? value("innodb_redo_log_capacity")
                    : value("innodb_log_file_size") * Math.max(1, value("innodb_log_files_in_group"));
            long packet = value("max_allowed_packet");
            return Math.min(packet, redo == 0 ? packet : redo / SHARE_OF_REDO) - BESIDE_BLOB;
        }

        private long value(String variable) {
            String value = values.getOrDefault(variable, "0");
            return value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
        }
    }
}

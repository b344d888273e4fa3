// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.internal.mysql.MySqlConnection;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Session variables of each connection that writes or reads tables. With other global values, nothing would be committed, a transaction would
 * follow each COMMIT, or queries would return only some of their rows.
 */
public final class SessionVariables {

    /** MySQL's greeting always contains this mode, so drivers assume it. */
    private static final String AUTOCOMMIT = "SET autocommit = 1";

    /** Not {@code DEFAULT}, which is the global value. */
    private static final Map<String, String> OTHERS =
            new TreeMap<>(Map.of("completion_type", "0", "sql_select_limit", "18446744073709551615"));

    private SessionVariables() {}

    /** {@code userVariables} is the driver's option {@code sessionVariables}, which has precedence, except for autocommit. */
    static void set(Connection connection, String userVariables) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try {
                statement.execute(assignment(userVariables));
            } catch (SQLException e) {
                CommitTracking.throwUnlessRefused(connection, e);
                statement.execute(AUTOCOMMIT); // a server that lacks one of the other variables
            }
        }
    }

    public static void set(MySqlConnection connection) throws IOException {
        try {
            connection.query(assignment(""));
        } catch (ServerErrorException e) {
            CommitTracking.throwUnlessRefused(e);
            connection.query(AUTOCOMMIT);
        }
    }

    private static String assignment(String userVariables) {
        String lowerCaseVariables = userVariables.toLowerCase(Locale.ROOT);
        return OTHERS.entrySet().stream()
                .filter(variable -> !lowerCaseVariables.contains(variable.getKey()))
                .map(variable -> ", " + variable.getKey() + " = " + variable.getValue())
                .collect(Collectors.joining("", AUTOCOMMIT, ""));
    }
}

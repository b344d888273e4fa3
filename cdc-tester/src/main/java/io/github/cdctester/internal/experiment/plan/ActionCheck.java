// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.load.WriteTarget;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks actions without executing them: the server prepares each statement. */
public final class ActionCheck {

    private static final Set<Integer> UNKNOWN_TABLE_OR_SCHEMA = Set.of(1146, 1049);

    private static final int NOT_PREPARABLE = 1295;

    /** In MySQL, PREPARE fails silently if the account may not set the variable. DEALLOCATE then returns this code. */
    private static final int NOT_PREPARED = 1243;

    /** Privileges that servers check only on execution, by the start of the statement. One of them is enough, on any object. */
    private static final Map<String, List<String>> PRIVILEGES = Map.of(
            "FLUSH|RESET", List.of("RELOAD", "FLUSH_"),
            "PURGE", List.of("BINLOG_ADMIN", "BINLOG ADMIN", "SUPER"),
            "ALTER\\s+TABLE", List.of("ALTER"),
            "(CREATE|DROP)\\s+((UNIQUE|FULLTEXT)\\s+)?INDEX", List.of("INDEX"),
            "DROP\\s+TABLE|TRUNCATE", List.of("DROP"),
            "(CREATE|ALTER|DROP)\\s+USER", List.of("CREATE USER"));

    private ActionCheck() {}

    /**
     * Returns empty if the server accepts the statement, or if the outcome is unknown.
     *
     * @param createdNames tables that are created before the statement, and their schema
     * @param mayCreateMore true if sidecar programs may create further tables
     * @param onUntried receives the reason for an unknown outcome
     */
    public static Optional<String> refusal(
            Endpoint endpoint,
            String sql,
            Set<String> createdNames,
            boolean mayCreateMore,
            Consumer<String> onUntried) {
        String statementText = sql.strip().replaceFirst(";+$", "");
        try (WriteTarget target = WriteTarget.open(endpoint);
                Connection connection = target.sidePool().connection();
                PreparedStatement assignment = connection.prepareStatement("SET @cdc_tester_trial = ?");
                Statement statement = connection.createStatement()) {
            assignment.setString(1, statementText);
            assignment.execute();
            try {
                statement.execute("PREPARE cdc_tester_trial FROM @cdc_tester_trial");
                statement.execute("DEALLOCATE PREPARE cdc_tester_trial");
            } catch (SQLException e) {
                int code = e.getErrorCode();
                if (code == NOT_PREPARED) {
                    return Optional.of("access denied; SET GLOBAL needs SYSTEM_VARIABLES_ADMIN or SUPER");
                }
                boolean isCreatedBefore = UNKNOWN_TABLE_OR_SCHEMA.contains(code)
                        && (mayCreateMore || createdNames.stream().anyMatch(statementText::contains));
                boolean hasSeveralStatements = statementText.indexOf(';') >= 0
                        && endpoint.driverProperties().containsKey("allowMultiQueries");
                if (code != NOT_PREPARABLE && !isCreatedBefore && !hasSeveralStatements) {
                    return Optional.of(String.valueOf(e.getMessage()).replaceFirst("^\\(conn=\\d+\\) ", ""));
                }
                onUntried.accept(
                        isCreatedBefore
                                ? "its tables are created first"
                                : "the server cannot prepare it, so it is checked only when it runs");
            }
            return missingPrivilege(statement, statementText);
        } catch (SQLException e) {
            throw new RunFailedException("trying '" + sql + "' at " + endpoint.address() + ": " + e.getMessage(), e);
        }
    }

    /** Returns empty if no privilege is missing, or if the account has roles, because its privileges are then unknown. */
    private static Optional<String> missingPrivilege(Statement statement, String sql) throws SQLException {
        for (Map.Entry<String, List<String>> privilegesOfStatement : PRIVILEGES.entrySet()) {
            if (!Pattern.compile("(?i)(" + privilegesOfStatement.getKey() + ")\\b")
                    .matcher(sql)
                    .lookingAt()) {
                continue;
            }
            try (ResultSet rows = statement.executeQuery("SHOW GRANTS")) {
                while (rows.next()) {
                    String grant = rows.getString(1);
                    int onIndex = grant.indexOf(" ON ");
                    String privileges = onIndex < 0 ? "" : grant.substring("GRANT ".length(), onIndex);
                    if (onIndex < 0
                            || privileges.equals("ALL PRIVILEGES")
                            || Stream.of(privileges.split(", *"))
                                    .anyMatch(privilege -> privilegesOfStatement.getValue().stream()
                                            .anyMatch(privilege::startsWith))) {
                        return Optional.empty();
                    }
                }
            }
            return Optional.of("the account has no privilege "
                    + privilegesOfStatement.getValue().get(0) + " (SHOW GRANTS)");
        }
        return Optional.empty();
    }
}

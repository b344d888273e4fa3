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

/** Tries actions without doing them: the server prepares statements, which shows mistakes and most missing privileges. */
public final class ActionCheck {

    /** No such table, no such schema. */
    private static final Set<Integer> NOT_THERE = Set.of(1146, 1049);

    /** Not every statement can be prepared. */
    private static final int NOT_PREPARABLE = 1295;

    /** MySQL did not prepare it without an error: the account may not set that variable. */
    private static final int NOT_PREPARED = 1243;

    /** Privileges that servers check only on execution: one of these, on anything, is the least. */
    private static final Map<String, List<String>> PRIVILEGES = Map.of(
            "FLUSH|RESET", List.of("RELOAD", "FLUSH_"),
            "PURGE", List.of("BINLOG_ADMIN", "BINLOG ADMIN", "SUPER"),
            "ALTER\\s+TABLE", List.of("ALTER"),
            "(CREATE|DROP)\\s+((UNIQUE|FULLTEXT)\\s+)?INDEX", List.of("INDEX"),
            "DROP\\s+TABLE|TRUNCATE", List.of("DROP"),
            "(CREATE|ALTER|DROP)\\s+USER", List.of("CREATE USER"));

    private ActionCheck() {}

    /**
     * Prepares a statement.
     *
     * @param coming the names of tables created before it, and of their schema
     * @param untried receives the reason if the outcome is unknown
     */
    public static Optional<String> refusal(
            Endpoint endpoint, String sql, Set<String> coming, boolean more, Consumer<String> untried) {
        String one = sql.strip().replaceFirst(";+$", "");
        try (WriteTarget target = WriteTarget.open(endpoint);
                Connection connection = target.sidePool().connection();
                PreparedStatement text = connection.prepareStatement("SET @cdc_tester_trial = ?");
                Statement statement = connection.createStatement()) {
            text.setString(1, one);
            text.execute();
            try {
                statement.execute("PREPARE cdc_tester_trial FROM @cdc_tester_trial");
                statement.execute("DEALLOCATE PREPARE cdc_tester_trial");
            } catch (SQLException e) {
                int code = e.getErrorCode();
                if (code == NOT_PREPARED) {
                    return Optional.of("access denied; SET GLOBAL needs SYSTEM_VARIABLES_ADMIN or SUPER");
                }
                boolean made =
                        NOT_THERE.contains(code) && (more || coming.stream().anyMatch(one::contains));
                boolean several =
                        one.indexOf(';') >= 0 && endpoint.driverProperties().containsKey("allowMultiQueries");
                if (code != NOT_PREPARABLE && !made && !several) {
                    return Optional.of(String.valueOf(e.getMessage()).replaceFirst("^\\(conn=\\d+\\) ", ""));
                }
                untried.accept(
                        made
                                ? "what it names is made first"
                                : "the server cannot prepare it, so only its time will tell");
            }
            return missingPrivilege(statement, one);
        } catch (SQLException e) {
            throw new RunFailedException("trying '" + sql + "' at " + endpoint.address() + ": " + e.getMessage(), e);
        }
    }

    /** With roles, the privileges are unknown. */
    private static Optional<String> missingPrivilege(Statement statement, String sql) throws SQLException {
        for (Map.Entry<String, List<String>> kind : PRIVILEGES.entrySet()) {
            if (!Pattern.compile("(?i)(" + kind.getKey() + ")\\b").matcher(sql).lookingAt()) {
                continue;
            }
            try (ResultSet rows = statement.executeQuery("SHOW GRANTS")) {
                while (rows.next()) {
                    String grant = rows.getString(1);
                    int on = grant.indexOf(" ON ");
                    String given = on < 0 ? "" : grant.substring("GRANT ".length(), on);
                    if (on < 0
                            || given.equals("ALL PRIVILEGES")
                            || Stream.of(given.split(", *"))
                                    .anyMatch(has -> kind.getValue().stream().anyMatch(has::startsWith))) {
                        return Optional.empty();
                    }
                }
            }
            return Optional.of("the account has no privilege " + kind.getValue().get(0) + " (SHOW GRANTS)");
        }
        return Optional.empty();
    }
}

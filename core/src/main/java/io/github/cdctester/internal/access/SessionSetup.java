// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Resets session variables whose values would change results or end statements. Queries them on the first connection, and sets a
 * variable only if it differs from the server's built-in default: ProxySQL may tie a session to one host group after a SET.
 * Thread-safe.
 */
public final class SessionSetup {

    /** The purpose of the connections. */
    public enum Use {
        /** Time limits of statements stay: their effect belongs to the measurement. */
        LOAD,
        /** The tester's own statements have no time limit. */
        OWN_QUERIES
    }

    /** A connection to a server. */
    public interface Session<E extends Exception> {

        /** Returns the first row, or {@code null} if the server rejects the statement or returns no row. */
        @Nullable
        List<@Nullable String> firstRow(String sql) throws E;

        void execute(String sql) throws E;
    }

    private record Variable(String name, String defaultPattern, String assignment) {

        boolean differs(@Nullable String value) {
            return value != null && !value.matches(defaultPattern);
        }
    }

    /** With CHAIN, each COMMIT begins a transaction; with RELEASE, it closes the connection. */
    private static final Variable COMPLETION_TYPE =
            new Variable("completion_type", "(?i)NO_CHAIN|0", "completion_type = 0");

    private static final Variable SELECT_LIMIT =
            new Variable("sql_select_limit", "18446744073709551615", "sql_select_limit = 18446744073709551615");

    /** The server turns it off if {@code max_join_size} has a value. */
    private static final Variable BIG_SELECTS = new Variable("sql_big_selects", "(?i)1|ON", "sql_big_selects = 1");

    private static final List<Variable> ALWAYS = List.of(COMPLETION_TYPE, SELECT_LIMIT, BIG_SELECTS);

    private static final Variable MYSQL_TIME_LIMIT = new Variable("max_execution_time", "0", "max_execution_time = 0");

    private static final Variable MARIADB_TIME_LIMIT =
            new Variable("max_statement_time", "0(\\.0*)?", "max_statement_time = 0");

    private final Use use;

    /** {@code null} until the first connection. */
    private volatile @Nullable List<String> assignments;

    public SessionSetup(Use use) {
        this.use = use;
    }

    /** If the server does not have one of the variables, sets none of that query. */
    public <E extends Exception> void apply(Session<E> session) throws E {
        List<String> knownAssignments = assignments;
        if (knownAssignments == null) {
            knownAssignments = differences(session);
            assignments = knownAssignments;
        }
        if (!knownAssignments.isEmpty()) {
            session.execute("SET " + String.join(", ", knownAssignments));
        }
    }

    private <E extends Exception> List<String> differences(Session<E> session) throws E {
        // one row, so that a limit of 1 does not matter
        List<@Nullable String> row = session.firstRow("SELECT " + selected(ALWAYS) + ", @@version");
        if (row == null || row.size() <= ALWAYS.size()) {
            return List.of();
        }
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < ALWAYS.size(); i++) {
            addIfDifferent(ALWAYS.get(i), row.get(i), differences);
        }
        if (use == Use.OWN_QUERIES) {
            boolean isMariaDb = String.valueOf(row.get(ALWAYS.size()))
                    .toLowerCase(Locale.ROOT)
                    .contains("mariadb");
            Variable timeLimit = isMariaDb ? MARIADB_TIME_LIMIT : MYSQL_TIME_LIMIT;
            List<@Nullable String> limitRow = session.firstRow("SELECT " + selected(List.of(timeLimit)));
            addIfDifferent(timeLimit, limitRow == null ? null : limitRow.get(0), differences);
        }
        return List.copyOf(differences);
    }

    private static void addIfDifferent(Variable variable, @Nullable String value, List<String> differences) {
        if (variable.differs(value)) {
            differences.add(variable.assignment());
        }
    }

    private static String selected(List<Variable> variables) {
        return String.join(
                ", ",
                variables.stream()
                        .map(variable -> "@@session." + variable.name())
                        .toList());
    }
}

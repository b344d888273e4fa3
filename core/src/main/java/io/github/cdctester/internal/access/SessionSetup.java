// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Resets session variables whose values would change results or end statements. Queries them at most about once per second, and sets
 * a variable only if it differs from the server's built-in default: ProxySQL may tie a session to one host group after a SET. A
 * refused SET has no effect. Thread-safe.
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
    }

    private record Variable(String name, String defaultPattern, String assignment) {

        boolean differs(@Nullable String value) {
            return value != null && !value.isEmpty() && !value.matches(defaultPattern);
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

    /** After a break, new connections may be to another server. */
    private static final long MAX_AGE_NANOS = 1_000_000_000;

    private record Known(List<String> assignments, long atNanos) {}

    private final Use use;
    private final LongSupplier nanoTime;

    /** {@code null} until the first connection. */
    private volatile @Nullable Known known;

    public SessionSetup(Use use) {
        this(use, System::nanoTime);
    }

    SessionSetup(Use use, LongSupplier nanoTime) {
        this.use = use;
        this.nanoTime = nanoTime;
    }

    /** If the server does not have one of the variables, sets none of that query. */
    public <E extends Exception> void apply(Session<E> session) throws E {
        Known current = known;
        long nowNanos = nanoTime.getAsLong();
        if (current == null || nowNanos - current.atNanos > MAX_AGE_NANOS) {
            current = new Known(differences(session), nowNanos);
            known = current;
        }
        if (!current.assignments.isEmpty()) {
            session.firstRow("SET " + String.join(", ", current.assignments));
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

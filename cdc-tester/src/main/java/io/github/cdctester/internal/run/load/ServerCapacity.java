// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.workload.Workload;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Compares the limits of the write server with the requirements of the loads. */
public record ServerCapacity(Endpoint endpoint, ConnectionPool pool) {

    /** The side pool, the stream, and queries to the stream's server. */
    private static final long OTHER_CONNECTIONS = WriteTarget.SIDE_CONNECTIONS + 4L;

    /**
     * MariaDB ignores {@code max_user_connections} for accounts with these privileges, unless the account has its own limit. A grantee is
     * {@code 'user'@'host'} without escapes; the user may contain quotes and @.
     */
    private static final String EXEMPTING_PRIVILEGES = "SELECT COUNT(*) FROM information_schema.USER_PRIVILEGES"
            + " WHERE VERSION() LIKE '%MariaDB%' AND PRIVILEGE_TYPE IN ('SUPER', 'CONNECTION ADMIN')"
            + " AND @@SESSION.max_user_connections = @@GLOBAL.max_user_connections"
            + " AND GRANTEE = CONCAT_WS('''', '',"
            + " LEFT(CURRENT_USER(), CHAR_LENGTH(CURRENT_USER()) - LOCATE('@', REVERSE(CURRENT_USER()))),"
            + " '@', SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '')";

    /** The runs do not overlap in time. */
    public static List<String> exceededLimits(List<Plan> plans, int probes, Predicate<String> isSetByRuns) {
        Endpoint endpoint = plans.get(0).endpoint();
        int streams = (int) plans.get(0).streams().stream()
                .filter(stream -> stream.endpoint().address().equals(endpoint.address()))
                .count();
        try (WriteTarget target = WriteTarget.open(endpoint)) {
            List<List<NamedLoad>> loadGroups =
                    plans.stream().map(Plan::loads).distinct().toList();
            return target.capacity()
                    .exceededLimits(loadGroups, new LoadWorkloads(), probes + Math.max(0, streams - 1), isSetByRuns);
        }
    }

    void check(List<List<NamedLoad>> loadGroups, LoadWorkloads workloads, int streams, int probes) {
        List<String> messages =
                exceededLimits(loadGroups, workloads, probes + Math.max(0, streams - 1), variable -> false);
        if (!messages.isEmpty()) {
            throw new RunFailedException(String.join("; ", messages));
        }
    }

    private List<String> exceededLimits(
            List<List<NamedLoad>> loadGroups,
            LoadWorkloads workloads,
            int otherConnections,
            Predicate<String> isSetByRuns) {
        List<String> messages = new ArrayList<>();
        int threads =
                loadGroups.stream().mapToInt(ServerCapacity::threadCount).max().orElse(0);
        long connections = threads + OTHER_CONNECTIONS + otherConnections;
        try (Connection connection = pool.connection();
                Statement statement = connection.createStatement()) {
            for (String variable : List.of("max_connections", "max_user_connections")) {
                long allowed = limitOf(statement, variable);
                boolean isOfAccount = variable.equals("max_user_connections") && hasOwnLimit(statement);
                if (allowed > 0 && allowed < connections && (isOfAccount || !isSetByRuns.test(variable))) {
                    String remedy =
                            isOfAccount ? "ALTER USER … WITH MAX_USER_CONNECTIONS " : "SET GLOBAL " + variable + " = ";
                    messages.add(endpoint.address() + " allows " + allowed + " connections"
                            + (variable.equals("max_connections") ? "" : " of " + endpoint.user()) + ", but "
                            + requirement(threads, connections) + ": " + remedy + connections + ", or fewer "
                            + Setting.THREADS);
                }
            }
            if (!isSetByRuns.test("max_prepared_stmt_count")) {
                preparedStatementShortage(statement, loadGroups, workloads).ifPresent(messages::add);
            }
            for (Workload workload : loadGroups.stream()
                    .flatMap(List::stream)
                    .map(load -> workloads.of(load.workload()))
                    .distinct()
                    .toList()) {
                refusal(connection, workload)
                        .filter(message ->
                                !isSetByRuns.test(message.split(" ", 2)[0])) // the message begins with the variable
                        .ifPresent(messages::add);
            }
        } catch (SQLException e) {
            throw WriteTarget.failure("querying the limits of " + endpoint.address(), e, endpoint);
        }
        return messages;
    }

    private Optional<String> preparedStatementShortage(
            Statement statement, List<List<NamedLoad>> loadGroups, LoadWorkloads workloads) throws SQLException {
        ToLongFunction<List<NamedLoad>> requiredStatements = loads -> loads.stream()
                .mapToLong(load -> (long) load.load().threads()
                        * workloads.of(load.workload()).preparedStatements())
                .sum();
        List<NamedLoad> largestGroup = loadGroups.stream()
                .max(Comparator.comparingLong(requiredStatements))
                .orElse(List.of());
        long required = requiredStatements.applyAsLong(largestGroup);
        if (required == 0
                || "false".equalsIgnoreCase(endpoint.driverProperties().get("useServerPrepStmts"))) {
            return Optional.empty();
        }
        long allowed = variableValue(statement, "SHOW GLOBAL VARIABLES LIKE 'max_prepared_stmt_count'", Long.MAX_VALUE);
        long inUse = variableValue(statement, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'", 0);
        int threads = threadCount(largestGroup);
        boolean hasTables = hasOption(largestGroup, "tables");
        boolean hasPsMode = hasOption(largestGroup, "dbPsMode");
        return allowed - inUse >= required
                ? Optional.empty()
                : Optional.of(endpoint.address() + " allows " + allowed + " prepared statements, of which " + inUse
                        + " are in use, but " + requirement(threads, required)
                        + ": SET GLOBAL max_prepared_stmt_count = " + (inUse + required) + ", or "
                        + (hasPsMode ? Setting.PS_MODE + "=disable, or " : "")
                        + (hasTables ? "fewer " + Setting.TABLES + " or " : "") + "fewer " + Setting.THREADS);
    }

    private static String requirement(int threads, long count) {
        return threads + (threads == 1 ? " thread needs " : " threads need ") + count;
    }

    /** Returns the requirement that the server does not meet, for example the size of a transaction; empty if it meets all. */
    private static Optional<String> refusal(Connection connection, Workload workload) throws SQLException {
        try {
            workload.checkServer(connection);
            return Optional.empty();
        } catch (RunFailedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static boolean hasOption(List<NamedLoad> loads, String name) {
        return loads.stream()
                .anyMatch(load -> load.workload().displayed().options().containsKey(name));
    }

    private static int threadCount(List<NamedLoad> loads) {
        return loads.stream().mapToInt(load -> load.load().threads()).sum();
    }

    /** Returns 0 for no limit. */
    private static long limitOf(Statement statement, String variable) throws SQLException {
        boolean isAccountLimit = variable.equals("max_user_connections"); // the session value is the account's limit
        long allowed = variableValue(
                statement, "SHOW " + (isAccountLimit ? "SESSION" : "GLOBAL") + " VARIABLES LIKE '" + variable + "'", 0);
        if (!isAccountLimit || allowed <= 0) {
            return allowed;
        }
        try (ResultSet row = statement.executeQuery(EXEMPTING_PRIVILEGES)) {
            return row.next() && row.getLong(1) > 0 ? 0 : allowed;
        }
    }

    private static boolean hasOwnLimit(Statement statement) throws SQLException {
        try (ResultSet row =
                statement.executeQuery("SELECT @@SESSION.max_user_connections <> @@GLOBAL.max_user_connections")) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static long variableValue(Statement statement, String show, long defaultValue) throws SQLException {
        try (ResultSet row = statement.executeQuery(show)) {
            return row.next() ? row.getLong(2) : defaultValue;
        }
    }
}

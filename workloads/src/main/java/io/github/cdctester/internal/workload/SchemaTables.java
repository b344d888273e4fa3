// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.internal.access.Quoted;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Tables and views without a {@link TableMark} in one schema, ordered by name. This tool probably did not create them.
 *
 * @param nonSysbenchTables unmarked tables that are not sysbench's, so they are probably not test data
 */
public record SchemaTables(List<String> unmarkedTables, List<String> nonSysbenchTables) {

    private static final List<String> SYSBENCH_COLUMNS = List.of("id", "k", "c", "pad");

    public static SchemaTables ofSchema(Connection connection) throws SQLException {
        return select(connection, "");
    }

    /** Ignores names without a table. */
    public static SchemaTables withNames(Connection connection, Collection<String> names) throws SQLException {
        return names.isEmpty() ? new SchemaTables(List.of(), List.of()) : select(connection, nameCondition(names));
    }

    private static String nameCondition(Collection<String> names) {
        return " AND TABLE_NAME IN (" + names.stream().map(Quoted::text).collect(Collectors.joining(", ")) + ")";
    }

    public static List<String> views(Connection connection, Collection<String> names) throws SQLException {
        List<String> views = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT TABLE_NAME FROM information_schema.VIEWS"
                        + " WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME")) {
            while (row.next()) {
                if (names.contains(row.getString(1))) {
                    views.add(row.getString(1));
                }
            }
        }
        return List.copyOf(views);
    }

    /** Views do not count. */
    public static boolean exists(Connection connection, String name) throws SQLException {
        return hasTable(connection, " AND TABLE_TYPE NOT LIKE '%VIEW'" + nameCondition(List.of(name)));
    }

    /** Returns true if the schema has no table and no view. */
    public static boolean isEmpty(Connection connection) throws SQLException {
        return !hasTable(connection, "");
    }

    private static boolean hasTable(Connection connection, String condition) throws SQLException {
        // not a prepared statement, because some servers cannot prepare this query
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()" + condition)) {
            return row.next();
        }
    }

    public static int drop(Connection connection, Collection<String> names) throws SQLException {
        int droppedCount = 0;
        try (Statement statement = connection.createStatement()) {
            for (String name : names) {
                if (exists(connection, name)) {
                    drop(statement, name);
                    droppedCount++;
                }
            }
        }
        return droppedCount;
    }

    /** The message of a failure contains the name. */
    private static void drop(Statement statement, String name) throws SQLException {
        try {
            statement.execute("DROP TABLE " + Quoted.name(name));
        } catch (SQLException e) {
            throw new SQLException("DROP TABLE " + name + ": " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
        }
    }

    private static SchemaTables select(Connection connection, String condition) throws SQLException {
        Set<String> unmarkedNames = new TreeSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT TABLE_NAME, TABLE_COMMENT FROM information_schema.TABLES"
                        + " WHERE TABLE_SCHEMA = DATABASE()" + condition)) {
            while (row.next()) {
                if (!TableMark.isMarked(row.getString(2))) {
                    unmarkedNames.add(row.getString(1));
                }
            }
        }
        List<String> nonSysbenchNames = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (String name : unmarkedNames) {
                if (!isSysbenchTable(statement, name)) {
                    nonSysbenchNames.add(name);
                }
            }
        }
        return new SchemaTables(List.copyOf(unmarkedNames), List.copyOf(nonSysbenchNames));
    }

    private static boolean isSysbenchTable(Statement statement, String name) throws SQLException {
        if (!name.matches("sbtest\\d{1,6}")) {
            return false;
        }
        List<String> columns = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SHOW COLUMNS FROM " + Quoted.name(name))) {
            while (row.next()) {
                columns.add(row.getString(1));
            }
        }
        return columns.equals(SYSBENCH_COLUMNS);
    }
}

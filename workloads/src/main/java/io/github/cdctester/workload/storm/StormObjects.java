// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.workload.SchemaTables;
import io.github.cdctester.internal.workload.TableMark;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tables and views of earlier storms in a schema.
 *
 * @param tables a child of a foreign key precedes its parent
 */
record StormObjects(List<String> tables, List<String> views) {

    /** The first run drops this table, so a later run detects that the prepared tables were used. */
    static final String UNUSED = "storm_unused";

    private static final Pattern NAME = Pattern.compile("storm_(\\d{6}(_[a-z0-9]+)?|unused)");

    static StormObjects find(Statement statement, String prefix) throws SQLException {
        List<String> tables = new ArrayList<>();
        List<String> views = new ArrayList<>();
        // in LIKE, the prefix's "_" is any character: with sql_mode NO_BACKSLASH_ESCAPES, it cannot be escaped
        try (ResultSet row = statement.executeQuery("SELECT TABLE_NAME, TABLE_TYPE, TABLE_COMMENT FROM"
                + " information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE '" + prefix
                + "%' ORDER BY TABLE_NAME")) {
            while (row.next()) {
                String name = row.getString(1);
                String lowerCaseName = name.toLowerCase(Locale.ROOT);
                if (lowerCaseName.startsWith(prefix)
                        && NAME.matcher(lowerCaseName).matches()) {
                    if (row.getString(2).contains("VIEW")) {
                        views.add(name);
                    } else if (TableMark.isMarked(row.getString(3))) {
                        tables.add(name);
                    }
                }
            }
        }
        return new StormObjects(List.copyOf(tables), List.copyOf(views));
    }

    /** The prefix differs between schemas, because XA names are global. */
    static String xidPrefix(Connection connection) throws SQLException {
        return "storm-"
                + Integer.toHexString(String.valueOf(connection.getCatalog()).hashCode()) + '-';
    }

    /** Also rolls back prepared XA transactions. Returns the number of dropped tables. */
    static int remove(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String xid : preparedXids(statement, xidPrefix(connection))) {
                statement.execute("XA ROLLBACK " + Quoted.text(xid));
            }
            StormObjects existingObjects = find(statement, "storm_");
            for (String view : existingObjects.views()) {
                statement.execute("DROP VIEW IF EXISTS " + Quoted.name(view));
            }
            return SchemaTables.drop(connection, existingObjects.tables());
        }
    }

    private static List<String> preparedXids(Statement statement, String prefix) throws SQLException {
        List<String> xids = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("XA RECOVER")) {
            while (row.next()) {
                String xid = row.getString("data");
                if (xid.startsWith(prefix)) {
                    xids.add(xid);
                }
            }
        } catch (SQLException e) {
            // without the privilege for XA RECOVER, the transactions are unknown; dropping a table that they lock fails
            return xids;
        }
        return xids;
    }
}

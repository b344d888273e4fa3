// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Makes the tables of a file, looks whether they are there, and drops them. */
final class ScriptTables {

    private final String workload;
    private final List<Script.Table> tables;

    ScriptTables(String workload, List<Script.Table> tables) {
        this.workload = workload;
        this.tables = tables;
    }

    List<Script.Table> all() {
        return tables;
    }

    /** What to do where one of them is there already. */
    String advice() {
        return "run " + Setting.CLEANUP + " with the file of " + workload + " first, or run without prepare";
    }

    void createEmpty(Preparation preparation, NewTables made) throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            made.refuseExisting(
                    connection, tables.stream().map(Script.Table::name).toList());
            for (Script.Table table : tables) {
                preparation.failIfStopped();
                try {
                    made.create(statement, table.name(), table.create());
                } catch (SQLException e) {
                    throw new RunFailedException(
                            "table " + table.name() + " of " + workload + " cannot be made: " + e.getMessage(), e);
                }
            }
        }
    }

    void check(Connection connection) throws SQLException {
        for (Script.Table table : tables) {
            if (!exists(connection, table)) {
                throw new RunFailedException("there is no table " + table.name() + "; run " + Setting.PREPARE
                        + " with the" + " file of " + workload + " first, or add " + Setting.PREPARE_FIRST);
            }
        }
    }

    /** The last first: it may refer to those before it. */
    int drop(Connection connection) throws SQLException {
        int dropped = 0;
        try (Statement statement = connection.createStatement()) {
            for (int i = tables.size() - 1; i >= 0; i--) {
                if (exists(connection, tables.get(i))) {
                    statement.execute(
                            "DROP TABLE " + Literals.name(tables.get(i).name()));
                    dropped++;
                }
            }
        }
        return dropped;
    }

    private static boolean exists(Connection connection, Script.Table table) throws SQLException {
        try (PreparedStatement question = connection.prepareStatement("SELECT 1 FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND table_name = ?")) {
            question.setString(1, table.name());
            try (ResultSet found = question.executeQuery()) {
                return found.next();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the tables of a file, looks whether they are there, and drops them. */
final class ScriptTables {

    private static final int TABLE_EXISTS = 1050;

    private final String workload;
    private final List<Script.Table> tables;

    ScriptTables(String workload, List<Script.Table> tables) {
        this.workload = workload;
        this.tables = tables;
    }

    /** Creates and fills all tables, or none: after a failure what was created is dropped again. */
    void create(Preparation preparation, TableLoader loader) throws SQLException, InterruptedException {
        List<Script.Table> created = new ArrayList<>();
        try {
            createEmpty(preparation, created);
            loader.load(tables, preparation);
        } catch (SQLException | InterruptedException | RuntimeException e) {
            dropAfter(e, preparation, created);
            throw e;
        }
    }

    private void createEmpty(Preparation preparation, List<Script.Table> created)
            throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            // looked for first, so that a schema with other tables of these names is not touched at all
            for (Script.Table table : tables) {
                if (exists(connection, table)) {
                    throw existsAlready(table, null);
                }
            }
            for (Script.Table table : tables) {
                preparation.failIfStopped();
                try {
                    statement.execute(table.create());
                } catch (SQLException e) {
                    if (e.getErrorCode() == TABLE_EXISTS) {
                        throw existsAlready(table, e);
                    }
                    throw new RunFailedException(
                            "table " + table.name() + " of " + workload + " cannot be made: " + e.getMessage(), e);
                }
                created.add(table);
            }
        }
    }

    private RunFailedException existsAlready(Script.Table table, @Nullable SQLException cause) {
        return new RunFailedException(
                "table " + table.name() + " exists already; run 'cdc-tester cleanup' with the file of " + workload
                        + " first, or run without prepare",
                cause);
    }

    private static void dropAfter(Exception failure, Preparation preparation, List<Script.Table> created) {
        if (created.isEmpty()) {
            return;
        }
        try (Connection connection = preparation.connections().connection()) {
            drop(connection, created);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    void check(Connection connection) throws SQLException {
        for (Script.Table table : tables) {
            if (!exists(connection, table)) {
                throw new RunFailedException("there is no table " + table.name() + "; run 'cdc-tester prepare' with the"
                        + " file of " + workload + " first, or add --prepare");
            }
        }
    }

    int drop(Connection connection) throws SQLException {
        return drop(connection, tables);
    }

    /** The last first: it may refer to those before it. */
    private static int drop(Connection connection, List<Script.Table> tables) throws SQLException {
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

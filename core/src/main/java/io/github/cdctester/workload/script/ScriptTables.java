// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.SchemaTables;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The tables of a file: how they are created, checked and dropped. */
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

    /** The way out where one of them exists already. */
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

    /** The last first: it may refer to those before it. */
    int drop(Connection connection) throws SQLException {
        List<String> names =
                new ArrayList<>(tables.stream().map(Script.Table::name).toList());
        Collections.reverse(names);
        return SchemaTables.drop(connection, names);
    }

    void check(Connection connection) throws SQLException {
        for (Script.Table table : tables) {
            if (!SchemaTables.exists(connection, table.name())) {
                throw new RunFailedException("there is no table " + table.name() + "; run " + Setting.PREPARE
                        + " with the" + " file of " + workload + " first, or add " + Setting.PREPARE_FIRST);
            }
        }
    }
}

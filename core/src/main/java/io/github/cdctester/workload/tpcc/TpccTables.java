// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** The nine tables: how they are created and checked. */
final class TpccTables {

    private final Tpcc spec;
    private final RowStamp stamp;

    TpccTables(Tpcc spec) {
        this.spec = spec;
        stamp = new RowStamp(spec.stamped());
    }

    static List<String> names() {
        return Arrays.stream(TpccTable.values()).map(TpccTable::sqlName).toList();
    }

    void createEmpty(Preparation preparation, NewTables tables) throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            tables.refuseExisting(connection, names());
            for (TpccTable table : TpccTable.values()) {
                preparation.failIfStopped();
                tables.create(statement, table.sqlName(), table.createStatement(stamp));
            }
        }
    }

    /** Refuses missing tables, privileges and warehouses; writes nothing. */
    void check(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (TpccTable table : TpccTable.values()) {
                TableWorkload.explain(
                        statement, table.trial, table.sqlName(), Setting.PREPARE.of("tpcc"), Setting.WAREHOUSES);
                if (table.isWritten()) {
                    stamp.check(connection, table.sqlName());
                }
            }
            try (ResultSet row = statement.executeQuery(
                    "SELECT COUNT(*) FROM warehouse WHERE w_id BETWEEN 1 AND " + spec.warehouses())) {
                row.next();
                if (row.getLong(1) < spec.warehouses()) {
                    throw new RunFailedException(
                            Setting.WAREHOUSES + " is " + spec.warehouses() + ", but the tables have " + row.getLong(1)
                                    + "; give that number, or clean up and prepare again");
                }
            }
        }
    }
}

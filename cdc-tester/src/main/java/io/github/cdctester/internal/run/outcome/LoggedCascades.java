// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.result.Verdict.Reason;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds foreign keys that change stamped rows without a new stamp. Since MySQL 9.6, the log contains these changes, unless
 * {@code innodb_native_foreign_keys} is on. Other servers do not log them.
 */
public final class LoggedCascades {

    private static final String NATIVE_FOREIGN_KEYS = "SHOW GLOBAL VARIABLES LIKE 'innodb_native_foreign_keys'";
    private static final String CHANGING_KEYS = "SELECT r.TABLE_NAME, r.CONSTRAINT_NAME"
            + " FROM information_schema.REFERENTIAL_CONSTRAINTS r JOIN information_schema.COLUMNS c"
            + " ON c.TABLE_SCHEMA = r.CONSTRAINT_SCHEMA AND c.TABLE_NAME = r.TABLE_NAME AND c.COLUMN_NAME = 'cdc_seq'"
            + " WHERE r.CONSTRAINT_SCHEMA = DATABASE()"
            + " AND (r.UPDATE_RULE IN ('CASCADE', 'SET NULL') OR r.DELETE_RULE = 'SET NULL')";

    private LoggedCascades() {}

    /** Returns why a repeated or late stamp in the workload's tables is no proof; empty if it is one. */
    public static Optional<String> doubt(WriteTarget target, WorkloadTables tables) {
        AtomicReference<Optional<String>> doubt = new AtomicReference<>(Optional.empty());
        target.query("listing the foreign keys of stamped tables", connection -> doubt.set(doubt(connection, tables)));
        return doubt.get();
    }

    private static Optional<String> doubt(Connection connection, WorkloadTables tables) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet variable = statement.executeQuery(NATIVE_FOREIGN_KEYS)) {
                if (!variable.next() || variable.getString(2).equalsIgnoreCase("ON")) {
                    return Optional.empty();
                }
            }
            try (ResultSet row = statement.executeQuery(CHANGING_KEYS)) {
                while (row.next()) {
                    if (tables.mayBeWorkloadTable(row.getString(1))) {
                        return Optional.of(
                                Reason.CASCADES_KEEP_STAMPS.text("table", row.getString(1), "key", row.getString(2)));
                    }
                }
            }
            return Optional.empty();
        }
    }
}

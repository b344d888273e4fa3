// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.rows.RowTable;
import java.io.IOException;

/**
 * Columns that MariaDB logs after all others, although no query lists them. Each unique hash index has one; ALTER TABLE may drop
 * it. A table {@code WITH SYSTEM VERSIONING} has two, unless the table declares them.
 */
public final class HiddenColumns {

    /** Makes a generated primary key visible. MySQL 8.0.30 and newer can hide this key, but always logs it. */
    public static final String GENERATED_KEYS = "show_gipk_in_create_table_and_information_schema = ON";

    private HiddenColumns() {}

    /** Returns true if the log has the described columns plus the hidden columns. */
    public static boolean matchesColumnCount(ServerConnection connection, RowTable table, int describedColumns)
            throws IOException {
        int hiddenColumns = table.columnCount() - describedColumns;
        return hiddenColumns <= 0
                ? hiddenColumns == 0
                : connection
                        .queryValue(countQuery(Quoted.text(table.schema()), Quoted.text(table.table())))
                        .equals(String.valueOf(hiddenColumns));
    }

    /** {@code schema} and {@code table} are SQL expressions. */
    public static String countQuery(String schema, String table) {
        String condition = " WHERE table_schema = " + schema + " AND table_name = " + table;
        return "SELECT (SELECT COUNT(DISTINCT index_name) FROM information_schema.statistics" + condition
                + " AND index_type = 'HASH' AND non_unique = 0)"
                + " + 2 * (SELECT COUNT(*) FROM information_schema.tables" + condition
                + " AND table_type = 'SYSTEM VERSIONED')"
                + " - (SELECT COUNT(*) FROM information_schema.columns" + condition
                + " AND generation_expression IN ('ROW START', 'ROW END'))";
    }
}

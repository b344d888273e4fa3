// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.BulkStatements;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;

/** The table of large transactions. Prepared rows have consecutive ids. The data of each row are digits. */
final class LargeTransactionTable {

    static final String NAME = "large_transaction";

    /** All ids have 18 digits. */
    static final long FIRST_ID = 100_000_000_000_000_000L;

    private LargeTransactionTable() {}

    /** {@code dataBytes} is the size of the first row's data. An empty table has a {@code lastId} below {@code firstId}. */
    record Contents(long firstId, long lastId, long dataBytes) {
        long rows() {
            return lastId - firstId + 1;
        }
    }

    static void create(NewTables tables, RowStamp stamp, Connection connection, Statement statement)
            throws SQLException {
        tables.rejectExisting(connection, List.of(NAME));
        tables.create(
                statement,
                NAME,
                "CREATE TABLE " + NAME + " (id BIGINT NOT NULL PRIMARY KEY, n INT NOT NULL," + " data LONGBLOB NOT NULL"
                        + stamp.columnDefinitions() + ") /*! ENGINE = innodb */" + TableMark.OPTION);
    }

    static void fill(
            BulkStatements statements, TransactionShape shape, boolean stamped, long rows, Preparation preparation)
            throws SQLException, InterruptedException {
        RowStatement text =
                new RowStatement(shape.dataBytes(), shape.maxRowsPerStatement(), stamped, new SplittableRandom());
        long filledRows = 0;
        while (filledRows < rows) {
            preparation.failIfStopped();
            int batchRows = (int) Math.min(shape.maxRowsPerStatement(), rows - filledRows);
            int length = text.put(FIRST_ID + filledRows, batchRows, 0, 0);
            statements.execute(text.bytes(), 0, length);
            filledRows += batchRows;
            preparation.progress().rows(filledRows, rows);
        }
    }

    static void check(Connection connection, RowStamp stamp) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String insert = "INSERT INTO " + NAME + " (id, n, data) VALUES (0, 0, '')";
            TableWorkload.explain(statement, insert, NAME, Setting.PREPARE, "options");
        }
        stamp.check(connection, NAME);
    }

    static Contents contents(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT MIN(id), MAX(id), (SELECT LENGTH(data) FROM " + NAME
                        + " ORDER BY id LIMIT 1) FROM " + NAME)) {
            boolean isEmpty = !row.next() || row.getLong(2) == 0;
            return isEmpty
                    ? new Contents(FIRST_ID, FIRST_ID - 1, 0)
                    : new Contents(row.getLong(1), row.getLong(2), row.getLong(3));
        }
    }
}

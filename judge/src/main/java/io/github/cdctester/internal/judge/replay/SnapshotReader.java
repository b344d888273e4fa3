// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.workload.SessionStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Reads the tables in one consistent snapshot. */
public record SnapshotReader(Connection connection, Map<String, TableImage> images) {

    /** The only fetch size that makes MySQL Connector/J stream rows instead of fetching all rows. */
    private static final int CONNECTOR_J_STREAMING = Integer.MIN_VALUE;

    private static final int FETCHED_ROWS = 1_000;

    /** In this mode, the values of CHAR columns end with blanks that the log does not contain. */
    private static final String WITHOUT_PADDING = "sql_mode = REPLACE(@@sql_mode, 'PAD_CHAR_TO_FULL_LENGTH', '')";

    /** Fails if the tables exceed the budget even if each row has its minimum size. */
    void refuseIfTooLarge(MemoryBudget budget) throws SQLException {
        long remainingBytes = budget.limitBytes();
        try (Statement statement = connection.createStatement()) {
            for (Map.Entry<String, TableImage> table : images.entrySet()) {
                long maxRows = remainingBytes / table.getValue().shape().minBytes() + 1;
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM (SELECT 1 FROM "
                        + Quoted.name(table.getKey()) + " LIMIT " + maxRows + ") some_rows")) {
                    row.next();
                    long bytes = row.getLong(1) * table.getValue().shape().minBytes();
                    budget.checkStore(bytes);
                    remainingBytes -= bytes;
                }
                if (remainingBytes <= 0 || budget.isExceeded()) {
                    throw new RunFailedException(
                            Setting.REPLAY + ": with table " + table.getKey() + " " + budget.exceededMessage());
                }
            }
        }
    }

    /** @throws RunFailedException if the images exceed the budget */
    void load(MemoryBudget budget) throws SQLException {
        read(connection, images, TableImage::shape, (image, row) -> {
            image.change(row.key(), null, row.row());
            if (budget.isExceeded()) {
                throw new RunFailedException(Setting.REPLAY + ": " + budget.exceededMessage());
            }
        });
    }

    /** Afterwards, the images contain only rows that the tables lack. */
    ImageComparison compare() throws SQLException {
        ImageComparison comparison = new ImageComparison();
        read(connection, images, TableImage::shape, comparison::compareRow);
        images.values().forEach(comparison::addExtraRows);
        return comparison;
    }

    public static <T> void read(
            Connection connection,
            Map<String, T> tables,
            Function<T, TableShape> shape,
            BiConsumer<T, TableShape.Row> receiver)
            throws SQLException {
        boolean isConnectorJ = connection.getMetaData().getDriverName().startsWith("MySQL");
        try (Statement statement = connection.createStatement()) {
            SessionStatements.setIfPossible(statement, WITHOUT_PADDING);
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            try {
                statement.setFetchSize(isConnectorJ ? CONNECTOR_J_STREAMING : FETCHED_ROWS);
                for (Map.Entry<String, T> table : tables.entrySet()) {
                    TableShape columns = shape.apply(table.getValue());
                    try (ResultSet rows = statement.executeQuery(columns.select(Quoted.name(table.getKey())))) {
                        while (rows.next()) {
                            receiver.accept(table.getValue(), columns.rowFromSql(rows));
                        }
                    }
                }
            } finally {
                statement.setFetchSize(0);
                statement.execute("ROLLBACK");
            }
        }
    }
}

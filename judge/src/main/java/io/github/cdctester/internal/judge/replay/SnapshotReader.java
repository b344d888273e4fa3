// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Reads the tables in one consistent snapshot: into their images, or to compare with them. */
public record SnapshotReader(Connection connection, Map<String, TableImage> images) {

    /** Rows per fetch. Only this value stops MySQL Connector/J from fetching all rows. */
    private static final int CONNECTOR_J_STREAMING = Integer.MIN_VALUE;

    private static final int FETCHED_ROWS = 1_000;

    /**
     * Checks, without reading them, whether the tables could fit.
     *
     * @throws RunFailedException if they have more rows than the budget allows, whatever is in these
     */
    void refuseIfTooLarge(MemoryBudget budget) throws SQLException {
        long left = budget.limit();
        try (Statement statement = connection.createStatement()) {
            for (Map.Entry<String, TableImage> table : images.entrySet()) {
                long most = left / table.getValue().shape().minBytes() + 1;
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM (SELECT 1 FROM "
                        + Quoted.name(table.getKey()) + " LIMIT " + most + ") some_rows")) {
                    row.next();
                    left -= row.getLong(1) * table.getValue().shape().minBytes();
                }
                if (left <= 0) {
                    throw new RunFailedException(
                            Setting.REPLAY + ": with table " + table.getKey() + " " + budget.exceeded());
                }
            }
        }
    }

    /** Reads the rows into the images. Throws {@code RunFailedException} if they take more than the budget. */
    void load(MemoryBudget budget) throws SQLException {
        read(connection, images, TableImage::shape, (image, row) -> {
            image.change(row.key(), null, row.row());
            if (budget.isExceeded()) {
                throw new RunFailedException(Setting.REPLAY + ": " + budget.exceeded());
            }
        });
    }

    /** Compares the rows with the images, which are used up by that. */
    ImageComparison compare() throws SQLException {
        ImageComparison found = new ImageComparison();
        read(connection, images, TableImage::shape, found::row);
        images.values().forEach(found::rest);
        return found;
    }

    /** Shows all rows of some tables, by their names, as they are at one moment. */
    public static <T> void read(
            Connection connection,
            Map<String, T> tables,
            Function<T, TableShape> shape,
            BiConsumer<T, TableShape.Row> taker)
            throws SQLException {
        boolean connectorJ = connection.getMetaData().getDriverName().startsWith("MySQL");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            try {
                statement.setFetchSize(connectorJ ? CONNECTOR_J_STREAMING : FETCHED_ROWS);
                for (Map.Entry<String, T> table : tables.entrySet()) {
                    TableShape columns = shape.apply(table.getValue());
                    try (ResultSet rows = statement.executeQuery(columns.select(Quoted.name(table.getKey())))) {
                        while (rows.next()) {
                            taker.accept(table.getValue(), columns.ofSql(rows));
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

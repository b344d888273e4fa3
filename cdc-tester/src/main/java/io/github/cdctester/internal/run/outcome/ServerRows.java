// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.judge.consumer.SnapshotJudge;
import io.github.cdctester.internal.judge.consumer.SnapshotTable;
import io.github.cdctester.internal.judge.consumer.SnapshotTable.KeyColumn;
import io.github.cdctester.internal.judge.consumer.SnapshotTable.KeyType;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.run.RunListener;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The stamped tables at the server, which consumers' snapshots are compared with at the end. */
public final class ServerRows {

    /** Rows that are fetched at once. MySQL Connector/J knows only this number for not fetching all. */
    private static final int CONNECTOR_J_STREAMING = Integer.MIN_VALUE;

    private static final int FETCHED_ROWS = 1_000;

    private static final String COLUMNS = "SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME, c.ORDINAL_POSITION - 1,"
            + " c.DATA_TYPE, c.COLUMN_TYPE, s.SEQ_IN_INDEX FROM information_schema.COLUMNS c"
            + " LEFT JOIN information_schema.STATISTICS s ON s.TABLE_SCHEMA = c.TABLE_SCHEMA"
            + " AND s.TABLE_NAME = c.TABLE_NAME AND s.COLUMN_NAME = c.COLUMN_NAME AND s.INDEX_NAME = 'PRIMARY'"
            + " WHERE c.TABLE_SCHEMA = DATABASE() AND (c.COLUMN_NAME = 'cdc_seq' OR s.SEQ_IN_INDEX IS NOT NULL)"
            + " ORDER BY c.TABLE_NAME, s.SEQ_IN_INDEX";

    private final SnapshotJudge judge;
    private final FollowedStream stream;
    private List<SnapshotTable> tables = List.of();
    private @Nullable WriteTarget target;

    /** A table's columns as they are read. */
    private static final class Reading {
        final String logName;
        final List<KeyColumn> key = new ArrayList<>();
        int stamp = -1;

        Reading(String logName) {
            this.logName = logName;
        }
    }

    ServerRows(SnapshotJudge judge, FollowedStream stream) {
        this.judge = judge;
        this.stream = stream;
        RunReplay.refusePartialRows(Setting.JUDGE_SNAPSHOT, stream);
    }

    /** Has the stream's rows of these tables looked at; they are made, and no stream has been started. */
    public void watch(WriteTarget server, WriteSide writer) {
        target = server;
        Set<String> names = writer.loads().stream()
                .flatMap(load -> load.workload().tables().stream())
                .collect(Collectors.toSet());
        with("looking at the tables", statement -> {
            tables = read(statement, names);
            if (tables.isEmpty()) {
                throw new RunFailedException(
                        Setting.JUDGE_SNAPSHOT + ": none of the tables at " + server.address() + " has stamps");
            }
            judge.refuseIfTooLarge(count(statement));
        });
        stream.showRowsTo(judge.rows(tables));
    }

    private static List<SnapshotTable> read(Statement statement, Set<String> names) throws SQLException {
        Map<String, Reading> found = new LinkedHashMap<>();
        try (ResultSet row = statement.executeQuery(COLUMNS)) {
            while (row.next()) {
                String table = row.getString(2);
                if (names.stream().noneMatch(table::equalsIgnoreCase)) {
                    continue;
                }
                String schema = row.getString(1);
                Reading reading = found.computeIfAbsent(table, name -> new Reading(schema + "." + name));
                String column = row.getString(3);
                int index = row.getInt(4);
                if (row.getInt(7) == 0) {
                    reading.stamp = index;
                } else {
                    reading.key.add(new KeyColumn(column, index, type(table, column, row)));
                }
            }
        }
        List<SnapshotTable> stamped = new ArrayList<>();
        found.forEach((name, reading) -> {
            if (reading.stamp >= 0 && reading.key.isEmpty()) {
                throw new RunFailedException(Setting.JUDGE_SNAPSHOT + ": table " + name
                        + " has no primary key, by which rows could be told apart");
            }
            if (reading.stamp >= 0) {
                stamped.add(new SnapshotTable(name, reading.logName, reading.key, reading.stamp));
            }
        });
        return stamped;
    }

    private static KeyType type(String table, String column, ResultSet row) throws SQLException {
        String type = row.getString(5).toLowerCase(Locale.ROOT);
        return switch (type) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" ->
                row.getString(6).toLowerCase(Locale.ROOT).contains("unsigned") ? KeyType.UNSIGNED : KeyType.SIGNED;
            case "char", "varchar" -> KeyType.TEXT;
            default ->
                throw new RunFailedException(Setting.JUDGE_SNAPSHOT + ": table " + table + " has " + column
                        + " of type " + type + " in its primary key, must be a whole number or text");
        };
    }

    /** Nobody writes any more. */
    public void atRest() {
        with("counting the rows", statement -> judge.atRest(count(statement)));
    }

    /** Reads all rows; once no consumer is waited for any more. */
    public void compare(RunListener listener) {
        listener.step("comparing the tables with the snapshot");
        with("reading the tables", statement -> {
            boolean connectorJ =
                    statement.getConnection().getMetaData().getDriverName().startsWith("MySQL");
            statement.setFetchSize(connectorJ ? CONNECTOR_J_STREAMING : FETCHED_ROWS);
            for (SnapshotTable table : tables) {
                String key = table.key().stream()
                        .map(column -> Quoted.name(column.name()))
                        .collect(Collectors.joining(", "));
                try (ResultSet row =
                        statement.executeQuery("SELECT cdc_seq, " + key + " FROM " + Quoted.name(table.name()))) {
                    while (row.next()) {
                        judge.atServer(table.name(), key(row, table.key().size()), row.getLong(1));
                    }
                }
            }
            judge.compared();
        });
    }

    private static String key(ResultSet row, int columns) throws SQLException {
        if (columns == 1) {
            return row.getString(2);
        }
        StringBuilder values = new StringBuilder(row.getString(2));
        for (int column = 1; column < columns; column++) {
            values.append(',').append(row.getString(2 + column));
        }
        return values.toString();
    }

    @FunctionalInterface
    private interface Asking {
        void ask(Statement statement) throws SQLException;
    }

    private void with(String doing, Asking asking) {
        WriteTarget server = target;
        if (server == null) {
            return;
        }
        try (Connection connection = server.sidePool().connection();
                Statement statement = connection.createStatement()) {
            asking.ask(statement);
        } catch (SQLException e) {
            throw new RunFailedException(
                    doing + " for the snapshot at " + server.address() + " failed: " + e.getMessage(), e);
        }
    }

    private long count(Statement statement) throws SQLException {
        long rows = 0;
        for (SnapshotTable table : tables) {
            try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + Quoted.name(table.name()))) {
                row.next();
                rows += row.getLong(1);
            }
        }
        return rows;
    }
}

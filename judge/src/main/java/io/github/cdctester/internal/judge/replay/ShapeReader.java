// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.connection.HiddenColumns;
import io.github.cdctester.internal.workload.SessionStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the columns and keys of tables from information_schema. */
public final class ShapeReader {

    private static final int MAX_COLUMNS = 1_000;
    private static final int MAX_ONE_BYTE_LENGTH = 255;

    private final Setting setting;
    private final Statement statement;
    private final String names;

    private ShapeReader(Setting setting, Statement statement, List<String> tables) {
        this.setting = setting;
        this.statement = statement;
        // without another name, MariaDB merges names that differ only in case
        names = tables.stream()
                .map(Quoted::text)
                .collect(Collectors.joining(", ", "", tables.size() > 1 ? ", ''" : ""));
    }

    /**
     * Returns the shapes by table name.
     *
     * @throws RunFailedException if a table is missing or cannot be followed
     */
    public static Map<String, TableShape> shapes(Setting setting, Connection connection, List<String> tables)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            SessionStatements.setIfPossible(statement, HiddenColumns.GENERATED_KEYS);
            ShapeReader reader = new ShapeReader(setting, statement, tables);
            Map<String, List<TableShape.Column>> columns = reader.columns();
            Map<String, List<String>> keys = reader.keys();
            reader.rejectUnfaithfulLogs();
            String database = reader.database();
            Map<String, TableShape> shapes = new LinkedHashMap<>();
            for (String table : tables) {
                String tableOnServer = columns.keySet().stream()
                        .filter(columns.containsKey(table) ? table::equals : table::equalsIgnoreCase)
                        .findFirst()
                        .orElseThrow(() -> new RunFailedException(setting + ": there is no table " + table));
                shapes.put(
                        table,
                        reader.shape(
                                database,
                                tableOnServer,
                                columns.getOrDefault(tableOnServer, List.of()),
                                keys.getOrDefault(tableOnServer, List.of())));
            }
            return shapes;
        }
    }

    private TableShape shape(String database, String table, List<TableShape.Column> columns, List<String> key)
            throws SQLException {
        if (columns.size() > MAX_COLUMNS) {
            throw new RunFailedException(setting + ": table " + table + " has " + columns.size()
                    + " columns, but at most " + MAX_COLUMNS + " can be followed");
        }
        int[] keyColumns = new int[key.size()];
        for (int i = 0; i < columns.size(); i++) {
            int keyIndex = key.indexOf(columns.get(i).name());
            if (keyIndex >= 0) {
                keyColumns[keyIndex] = i;
                if (!columns.get(i).format().isCompared()) {
                    throw new RunFailedException(setting + ": table " + table + " has " + key.get(keyIndex)
                            + " in its primary key, whose type cannot be read exactly");
                }
            }
        }
        try (ResultSet row = statement.executeQuery(HiddenColumns.countQuery("DATABASE()", Quoted.text(table)))) {
            row.next();
            return new TableShape(database + "." + table, columns, keyColumns, row.getInt(1));
        }
    }

    /** In the server's spelling, which may be lower case. */
    private String database() throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT DATABASE()")) {
            row.next();
            return row.getString(1);
        }
    }

    private Map<String, List<TableShape.Column>> columns() throws SQLException {
        Map<String, List<TableShape.Column>> columns = new LinkedHashMap<>();
        try (ResultSet row = statement.executeQuery(
                "SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, COALESCE(CHARACTER_OCTET_LENGTH, 0),"
                        + " COALESCE(NUMERIC_PRECISION, 0), COALESCE(NUMERIC_SCALE, 0), COALESCE(DATETIME_PRECISION, 0),"
                        + " COALESCE(GENERATION_EXPRESSION, ''), IS_NULLABLE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA ="
                        + " DATABASE() AND TABLE_NAME IN (" + names + ")"
                        + " ORDER BY TABLE_NAME, ORDINAL_POSITION")) {
            while (row.next()) {
                String table = row.getString(1);
                if (!row.getString(9).isEmpty()) {
                    throw new RunFailedException(setting + ": table " + table + " has a generated column, "
                            + row.getString(2) + ", which cannot be followed");
                }
                columns.computeIfAbsent(table, name -> new ArrayList<>())
                        .add(new TableShape.Column(
                                row.getString(2),
                                format(
                                        row.getString(3).toLowerCase(Locale.ROOT),
                                        row.getString(4).toLowerCase(Locale.ROOT),
                                        row.getLong(5),
                                        row.getInt(6),
                                        row.getInt(7),
                                        row.getInt(8)),
                                row.getString(10).equals("YES")));
            }
        }
        return columns;
    }

    /** Cascades are not in the log, or change rows without a new stamp (MySQL 9.7). System versioning logs old rows. */
    private void rejectUnfaithfulLogs() throws SQLException {
        try (ResultSet row = statement.executeQuery(
                "SELECT TABLE_NAME, CONCAT('the foreign key ', CONSTRAINT_NAME, ' with CASCADE or SET NULL, whose changes"
                        + " cannot be followed') FROM information_schema.REFERENTIAL_CONSTRAINTS"
                        + " WHERE CONSTRAINT_SCHEMA = DATABASE() AND TABLE_NAME IN (" + names + ")"
                        + " AND (DELETE_RULE IN ('CASCADE', 'SET NULL') OR UPDATE_RULE IN ('CASCADE', 'SET NULL'))"
                        + " UNION ALL SELECT TABLE_NAME, 'system versioning, whose old rows are in the log only'"
                        + " FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (" + names
                        + ") AND TABLE_TYPE = 'SYSTEM VERSIONED'")) {
            if (row.next()) {
                throw new RunFailedException(setting + ": table " + row.getString(1) + " has " + row.getString(2));
            }
        }
    }

    private Map<String, List<String>> keys() throws SQLException {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        try (ResultSet row = statement.executeQuery("SELECT TABLE_NAME, COLUMN_NAME FROM information_schema.STATISTICS"
                + " WHERE TABLE_SCHEMA = DATABASE() AND INDEX_NAME = 'PRIMARY' AND TABLE_NAME IN (" + names
                + ") ORDER BY TABLE_NAME, SEQ_IN_INDEX")) {
            while (row.next()) {
                keys.computeIfAbsent(row.getString(1), name -> new ArrayList<>())
                        .add(row.getString(2));
            }
        }
        return keys;
    }

    /** Returns {@link ColumnFormat#OTHER} if uncertain. */
    static ColumnFormat format(
            String dataType, String columnType, long octets, int precision, int scale, int fractionDigits) {
        if (columnType.contains("compressed")) {
            return ColumnFormat.OTHER; // compressed in the log too
        }
        return switch (dataType) {
            case "tinyint" -> whole(1, columnType);
            case "smallint" -> whole(2, columnType);
            case "mediumint" -> whole(3, columnType);
            case "int" -> whole(4, columnType);
            case "bigint" -> whole(8, columnType);
            case "decimal" ->
                new ColumnFormat(
                        ColumnFormat.ValueType.DECIMAL, LogDecimal.bytes(precision, scale), precision, scale, false);
            case "char", "varchar" -> text(ColumnFormat.ValueType.TEXT, octets > MAX_ONE_BYTE_LENGTH ? 2 : 1);
            case "varbinary" -> text(ColumnFormat.ValueType.BINARY, octets > MAX_ONE_BYTE_LENGTH ? 2 : 1);
            case "tinytext" -> text(ColumnFormat.ValueType.TEXT, 1);
            case "text" -> text(ColumnFormat.ValueType.TEXT, 2);
            case "mediumtext" -> text(ColumnFormat.ValueType.TEXT, 3);
            case "longtext" -> text(ColumnFormat.ValueType.TEXT, 4);
            case "tinyblob" -> text(ColumnFormat.ValueType.BINARY, 1);
            case "blob" -> text(ColumnFormat.ValueType.BINARY, 2);
            case "mediumblob" -> text(ColumnFormat.ValueType.BINARY, 3);
            case "longblob" -> text(ColumnFormat.ValueType.BINARY, 4);
            case "date" -> new ColumnFormat(ColumnFormat.ValueType.DATE, 3, 0, 0, false);
            case "datetime" -> new ColumnFormat(ColumnFormat.ValueType.DATETIME, 0, 0, fractionDigits, false);
            case "timestamp" -> new ColumnFormat(ColumnFormat.ValueType.TIMESTAMP, 0, 0, fractionDigits, false);
            default -> ColumnFormat.OTHER;
        };
    }

    private static ColumnFormat whole(int bytes, String columnType) {
        return new ColumnFormat(ColumnFormat.ValueType.WHOLE, bytes, 0, 0, columnType.contains("unsigned"));
    }

    private static ColumnFormat text(ColumnFormat.ValueType kind, int lengthBytes) {
        return new ColumnFormat(kind, lengthBytes, 0, 0, false);
    }
}

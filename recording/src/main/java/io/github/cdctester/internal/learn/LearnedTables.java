// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.connection.HiddenColumns;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.bound.Budget;
import io.github.cdctester.internal.learn.LearnedTable.TableDefinition;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The tables of all rows in the log. A table's first row triggers a query to the server over a separate connection. */
final class LearnedTables {

    static final String HEARTBEAT_PREFIX = "cdc_tester_heartbeat_";

    /** Further tables are described by the log only. */
    private static final int MAX_QUERIES = 2_000;

    /** When this memory is used up, no tables, size ranges or keys are added. */
    private static final long MAX_BYTES = 96L << 20;

    private static final int MIN_RANDOM_CHARACTERS = 6;
    private static final int MAX_RANDOM_CHARACTERS = 33;
    private static final int MAX_CHARACTERS = 60;

    final Budget budget = new Budget(MAX_BYTES);
    private final Endpoint endpoint;
    private final String schema;
    private final boolean isAnonymous;
    private final Map<String, String> validNames = new HashMap<>();
    private final Set<String> takenNames = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private final Map<RowTable, LearnedTable> byRowTable = new WeakHashMap<>();
    private final Map<Object, LearnedTable> byName = new HashMap<>();
    private final Map<Object, LearnedTable> byKind = new HashMap<>();

    /** {@code schema} is the only schema to learn; empty for all schemas except {@code mysql}. */
    LearnedTables(Endpoint endpoint, String schema, boolean isAnonymous) {
        this.endpoint = endpoint;
        this.schema = schema;
        this.isAnonymous = isAnonymous;
    }

    /** Returns true if a table is omitted only because the memory is used up. */
    boolean isOmitted(RowTable table) {
        return budget.isExceeded() && isLearned(table) && find(table) == null;
    }

    /** Returns {@code null} if the table is not learned or is omitted. */
    @Nullable
    LearnedTable find(RowTable table) {
        LearnedTable learned = byRowTable.get(table);
        if (learned == null && isLearned(table)) {
            Object name = List.of(table.name(), types(table));
            learned = byName.get(name);
            if (learned == null) {
                if (budget.isExceeded()) {
                    return null;
                }
                TableDefinition definition = byName.size() < MAX_QUERIES ? describe(table) : describeByLog(table);
                if (!budget.take(definition.bytes())) {
                    return null;
                }
                learned = byKind.computeIfAbsent(definition.kind(), kind -> new LearnedTable(definition, budget));
                learned.addTable(definition);
                byName.put(name, learned);
            }
            byRowTable.put(table, learned);
        }
        return learned;
    }

    private static List<Integer> types(RowTable table) {
        return IntStream.range(0, table.columnCount())
                .mapToObj(column -> table.fixedBytes(column) << 3 | table.prefixBytes(column))
                .toList();
    }

    boolean isLearned(RowTable table) {
        boolean isComparedSchema = table.schema().equals(comparedSchema(schema));
        return !table.table().startsWith(HEARTBEAT_PREFIX) && isComparedSchema != schema.isEmpty();
    }

    /** Returns the only schema to learn or, if {@code schema} is empty, the only schema to exclude. */
    static String comparedSchema(String schema) {
        return schema.isEmpty() ? "mysql" : schema;
    }

    private TableDefinition describe(RowTable table) {
        try (ServerConnection connection = ServerConnection.open(endpoint)) {
            return describe(connection, table);
        } catch (ServerErrorException e) {
            return describeByLog(table); // the server plays a recording, or the account has no privilege for the table
        } catch (IOException e) {
            throw new RunFailedException(
                    "querying " + endpoint.address() + " for table " + table.name() + " failed: " + e.getMessage(), e);
        }
    }

    private TableDefinition describe(ServerConnection connection, RowTable table) throws IOException {
        String condition = " WHERE table_schema = " + Quoted.text(table.schema()) + " AND table_name = "
                + Quoted.text(table.table());
        Map<String, LearnedColumn> columns = new LinkedHashMap<>();
        connection.queryIfPossible("SET SESSION " + HiddenColumns.GENERATED_KEYS);
        List<List<String>> columnRows = connection.query("SELECT column_name, column_type, is_nullable, collation_name"
                + " FROM information_schema.columns" + condition + " ORDER BY ordinal_position");
        if (!HiddenColumns.matchesColumnCount(connection, table, columnRows.size())) {
            return describeByLog(table);
        }
        for (List<String> row : columnRows) {
            boolean isNullable = row.get(2).equals("YES");
            int column = columns.size();
            columns.put(
                    row.get(0),
                    LearnedColumn.of(validName(row.get(0)), row.get(1), isNullable, row.get(3), table, column));
        }
        if (columns.size() < columnRows.size()) {
            return describeByLog(table); // two columns have the same name
        }
        Map<String, List<List<String>>> indexes = new LinkedHashMap<>();
        connection
                .query("SELECT index_name, column_name, sub_part, non_unique FROM information_schema.statistics"
                        + condition
                        + " AND (index_type = 'BTREE' OR index_name = 'PRIMARY')" // a hash index allows longer values
                        // the log of a system-versioned table contains several rows per key
                        + " AND 'SYSTEM VERSIONED' <> ALL (SELECT table_type FROM information_schema.tables" + condition
                        + ")"
                        + " ORDER BY index_name <> 'PRIMARY', index_name, seq_in_index")
                .forEach(row -> indexes.computeIfAbsent(row.get(0), index -> new ArrayList<>())
                        .add(row));
        indexes.values()
                .removeIf(indexColumns -> indexColumns.stream() // an index on an expression, or an unexpected answer
                        .anyMatch(part -> !columns.containsKey(part.get(1))
                                || !part.get(2).matches("\\d{0,9}")));
        List<String> columnNames = List.copyOf(columns.keySet());
        List<Integer> key = indexes.values().stream()
                .filter(indexColumns -> indexColumns.stream().allMatch(part -> isUnique(part, columns)))
                .findFirst()
                .map(indexColumns -> indexColumns.stream()
                        .map(part -> columnNames.indexOf(part.get(1)))
                        .toList())
                .orElse(List.of());
        indexes.remove("PRIMARY");
        List<String> otherIndexes = new ArrayList<>();
        indexes.forEach((index, indexColumns) -> otherIndexes.add(indexColumns.stream()
                .map(part ->
                        Quoted.name(validName(part.get(1))) + (part.get(2).isEmpty() ? "" : "(" + part.get(2) + ")"))
                .collect(Collectors.joining(", ", "KEY " + Quoted.name(validName(index)) + " (", ")"))));
        return table(table, List.copyOf(columns.values()), key, otherIndexes, rows(connection, condition));
    }

    private static boolean isUnique(List<String> part, Map<String, LearnedColumn> columns) {
        LearnedColumn column = columns.get(part.get(1));
        return column != null
                && !column.isNullable()
                && part.get(2).isEmpty()
                && part.get(3).equals("0");
    }

    private static long rows(ServerConnection connection, String condition) throws IOException {
        connection.queryIfPossible(
                "SET SESSION information_schema_stats_expiry = 0"); // otherwise, counts may be a day old
        List<List<String>> rows =
                connection.query("SELECT COALESCE(table_rows, 0) FROM information_schema.tables" + condition);
        return rows.isEmpty() || !rows.get(0).get(0).matches("\\d{1,18}")
                ? 0
                : Long.parseLong(rows.get(0).get(0));
    }

    /** If the first column is a whole number and NOT NULL, it is the key. */
    private TableDefinition describeByLog(RowTable table) {
        List<LearnedColumn> columns = IntStream.range(0, table.columnCount())
                .mapToObj(column -> LearnedColumn.of(table, column))
                .toList();
        boolean isNumbered = columns.stream().limit(1).anyMatch(first -> first.isWholeNumber() && !first.isNullable());
        return table(table, columns, isNumbered ? List.of(0) : List.of(), List.of(), -1);
    }

    private TableDefinition table(
            RowTable source, List<LearnedColumn> columns, List<Integer> key, List<String> indexes, long rows) {
        String name = source.table();
        String stem = name.replaceFirst("\\d+$", "");
        return new TableDefinition(
                source.schema(), validName(stem), name.substring(stem.length()), columns, key, indexes, rows);
    }

    /** Allows letters, digits, '_' and '$'. An anonymous name is random and has about the same length. */
    private String validName(String name) {
        return validNames.computeIfAbsent(name, key -> {
            String random = "h" + UUID.randomUUID().toString().replace("-", "");
            String baseName = isAnonymous
                    ? random.substring(
                            0, Math.max(MIN_RANDOM_CHARACTERS, Math.min(MAX_RANDOM_CHARACTERS, name.length())))
                    : name.replaceAll("[^A-Za-z0-9_$]", "_");
            baseName = baseName.isEmpty() || baseName.matches("\\d+") ? "n" + baseName : baseName;
            baseName = baseName.substring(0, Math.min(MAX_CHARACTERS, baseName.length()));
            String unusedName = baseName;
            for (int i = 2; !takenNames.add(unusedName); i++) {
                unusedName = baseName + "_" + i;
            }
            return unusedName;
        });
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.event.ServerErrorException;
import io.github.cdctester.internal.binlog.rows.RowTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks the server for tables, over a connection of its own, when their first row is seen. */
final class TableLookup implements AutoCloseable {

    /** Beyond that many, tables are known by the log only. */
    private static final int MOST_TABLES = 2_000;

    private final Endpoint endpoint;
    private ServerConnection connection;
    private int asked;

    TableLookup(Endpoint endpoint) {
        this.endpoint = endpoint;
        connection = open();
    }

    private ServerConnection open() {
        ServerConnection opened = ServerConnection.open(endpoint);
        try {
            opened.query(
                    "SET SESSION information_schema_stats_expiry = 0"); // MySQL's row counts are a day old otherwise
        } catch (ServerErrorException e) {
            return opened; // a server without that variable
        } catch (IOException e) {
            opened.close();
            throw new RunFailedException(
                    "asking " + endpoint.address() + " for its tables failed: " + e.getMessage(), e);
        }
        return opened;
    }

    LearnedTable find(RowTable table) {
        if (++asked > MOST_TABLES) {
            return LearnedTable.ofLog(table);
        }
        try {
            return asked(table);
        } catch (ServerErrorException e) {
            return LearnedTable.ofLog(table); // a played log, or an account that may not ask
        } catch (IOException e) {
            connection.close();
            connection = open(); // it may have been idle for too long
            try {
                return asked(table);
            } catch (IOException again) {
                throw new RunFailedException(
                        "asking " + endpoint.address() + " for table " + table.name() + " failed: "
                                + again.getMessage(),
                        again);
            }
        }
    }

    private LearnedTable asked(RowTable table) throws IOException {
        String name = LearnedTable.nameIn(table);
        String database = table.name().substring(0, table.name().length() - name.length() - 1);
        String where = " WHERE table_schema = " + Quoted.text(database) + " AND table_name = " + Quoted.text(name);
        List<LearnedColumn> columns = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (List<String> row : connection.query("SELECT column_name, column_type, is_nullable, collation_name"
                + " FROM information_schema.columns" + where + " ORDER BY ordinal_position")) {
            columns.add(LearnedColumn.of(row.get(0), row.get(1), row.get(2).equals("YES"), row.get(3)));
            names.add(row.get(0));
        }
        if (columns.size() != table.columnCount()) {
            return LearnedTable.ofLog(table);
        }
        Map<String, LearnedTable.Index> indexes = new LinkedHashMap<>();
        List<String> unique = new ArrayList<>();
        for (List<String> row : connection.query("SELECT index_name, column_name, sub_part, non_unique"
                + " FROM information_schema.statistics" + where
                + " AND index_type IN ('BTREE', 'HASH') ORDER BY index_name, seq_in_index")) {
            LearnedTable.Index index = indexes.computeIfAbsent(
                    row.get(0), key -> new LearnedTable.Index(key, new ArrayList<>(), new ArrayList<>()));
            index.columns().add(names.indexOf(row.get(1)));
            index.prefixes().add(row.get(2));
            if (row.get(3).equals("0") && !unique.contains(row.get(0))) {
                unique.add(row.get(0));
            }
        }
        indexes.values().removeIf(index -> index.columns().contains(-1)); // of an expression
        List<Integer> key = key(columns, indexes, unique);
        List<List<String>> rows = connection.query("SELECT table_rows FROM information_schema.tables" + where);
        indexes.remove("PRIMARY");
        return new LearnedTable(name, columns, key, List.copyOf(indexes.values()), count(rows), true);
    }

    private static List<Integer> key(
            List<LearnedColumn> columns, Map<String, LearnedTable.Index> indexes, List<String> unique) {
        LearnedTable.Index primary = indexes.get("PRIMARY");
        if (primary != null) {
            return List.copyOf(primary.columns());
        }
        return unique.stream()
                .map(indexes::get)
                .filter(index -> index != null
                        && index.columns().stream()
                                .noneMatch(column -> columns.get(column).nullable()))
                .findFirst()
                .map(index -> List.copyOf(index.columns()))
                .orElse(List.of());
    }

    private static long count(List<List<String>> rows) {
        String count = rows.isEmpty() ? "" : rows.get(0).get(0);
        return count.matches("\\d{1,18}") ? Long.parseLong(count) : 0;
    }

    @Override
    public void close() {
        connection.close();
    }
}

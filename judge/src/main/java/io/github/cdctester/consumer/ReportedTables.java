// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.judge.consumer.feed.TableKeys;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The stamps and keys of inserted and updated rows, by table. They explain why a verdict is uncertain. */
final class ReportedTables {

    private static final int MAX_TABLES = 64;

    private final Map<String, Table> tables = new HashMap<>();

    private static final class Table {
        private boolean anyStamp;
        private boolean anyWholeRow;
        private boolean anyReplaced;
        private boolean anyOther;
        private @Nullable String absentColumn;

        private void add(RowKey key) {
            anyStamp = true;
            anyWholeRow |= key.isWholeRow();
            anyReplaced |= !key.isWholeRow() && key.absentColumn() != null;
            anyOther |= !key.isWholeRow() && key.absentColumn() == null;
            absentColumn = absentColumn == null ? key.absentColumn() : absentColumn;
        }

        private TableKeys keys(String name) {
            return new TableKeys(name, anyWholeRow, anyReplaced, anyOther, absentColumn);
        }
    }

    void add(Change change) {
        Table table = table(change.table());
        if (table != null && change.has(Identity.ROW)) {
            table.add(change.key());
        }
    }

    private @Nullable Table table(String name) {
        Table table = tables.get(name);
        if (table == null && tables.size() < MAX_TABLES) {
            table = new Table();
            tables.put(name, table);
        }
        return table;
    }

    /** Adopts the stamps. The keys do not count, because earlier lines may have had another format. */
    void adoptStamps(ReportedTables earlier) {
        earlier.tables.forEach((name, from) -> {
            Table table = table(name);
            if (table != null) {
                table.anyStamp = from.anyStamp;
            }
        });
    }

    /** Returns the first table that {@code filter} accepts and that has no stamped row. */
    Optional<String> firstWithoutStamp(Predicate<String> filter) {
        return tables.keySet().stream()
                .filter(name -> !tables.get(name).anyStamp && filter.test(name))
                .sorted()
                .findFirst();
    }

    /** Returns the tables with a stamped row, by name. */
    List<TableKeys> keys() {
        return tables.entrySet().stream()
                .map(entry -> entry.getValue().keys(entry.getKey()))
                .filter(keys -> keys.anyWholeRow() || keys.anyReplaced() || keys.anyOther())
                .sorted(Comparator.comparing(TableKeys::table))
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowTable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table as the server describes it, or the log where it is no longer in the server.
 *
 * @param key the columns of its primary key, or of a unique one without NULLs; empty for none
 * @param indexes its other indexes
 * @param rows how many it has, about
 * @param isThere whether the server has it, with as many columns as the log's rows have
 */
record LearnedTable(
        String name, List<LearnedColumn> columns, List<Integer> key, List<Index> indexes, long rows, boolean isThere) {

    /**
     * An index.
     *
     * @param prefixes how many characters of each column, empty for all
     */
    record Index(String name, List<Integer> columns, List<String> prefixes) {}

    /** By what the log says; a first column that is a whole number is taken for the key. */
    static LearnedTable ofLog(RowTable table) {
        List<LearnedColumn> columns = IntStream.range(0, table.columnCount())
                .mapToObj(column -> LearnedColumn.of(table, column))
                .toList();
        boolean numbered = !columns.isEmpty()
                && columns.get(0).isWhole()
                && !columns.get(0).nullable();
        return new LearnedTable(nameIn(table), columns, numbered ? List.of(0) : List.of(), List.of(), 0, false);
    }

    static String nameIn(RowTable table) {
        return table.name().substring(table.name().indexOf('.') + 1);
    }

    /** Whether another one differs in its name and its rows only. */
    boolean isLike(LearnedTable other) {
        return isThere == other.isThere && columns.equals(other.columns) && key.equals(other.key);
    }
}

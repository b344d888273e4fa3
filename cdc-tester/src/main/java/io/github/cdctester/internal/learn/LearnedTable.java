// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.List;

/**
 * A table as the server describes it, or the log where it is no longer in the server.
 *
 * @param stem its name, without the number at its end
 * @param number that number, or empty
 * @param columns with names as a workload file takes them
 * @param key the columns of its primary key, or of a unique one without NULLs; empty for none
 * @param indexes its other indexes, in SQL
 * @param rows how many it has, about; -1 where the server has none with as many columns as the log's rows have
 */
record LearnedTable(
        String stem, String number, List<LearnedColumn> columns, List<Integer> key, List<String> indexes, long rows) {

    boolean isThere() {
        return rows >= 0;
    }

    /** What tables have in common that differ in the numbers at the ends of their names only. */
    Object kind() {
        return List.of(stem, number.isEmpty(), columns, key, isThere());
    }
}

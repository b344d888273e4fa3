// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A workload whose tables must satisfy conditions whenever no client writes. */
public interface ConsistentWorkload extends Workload {

    /**
     * Checks each condition at the server. Reads only.
     *
     * @param work connections and threads; the progress is not reported
     * @param moment whether the tables are fresh, which allows more conditions
     * @return each condition with its result
     * @throws SQLException if the server refuses a statement
     * @throws InterruptedException if it is stopped, or the thread is interrupted
     */
    List<Condition> conditions(Preparation work, Condition.Moment moment) throws SQLException, InterruptedException;

    /**
     * A condition of a workload's tables while no client writes, and its result.
     *
     * @param name its number in the specification, such as {@code 3.3.2.1}
     * @param statement the condition, for example {@code w_ytd = sum(d_ytd)}
     * @param violations how many rows break it; 0 if it is true
     * @param offender the first of them, for example {@code warehouse 1, district 3, …}; empty if it is true
     */
    record Condition(String name, String statement, long violations, Optional<String> offender) {

        /** When conditions are checked. */
        public enum Moment {
            /** The tables have just been made. */
            AFTER_LOAD,
            /** Transactions have been made since then. */
            AFTER_RUN
        }

        /** Returns true if it is true. */
        public boolean holds() {
            return violations == 0;
        }

        /**
         * An offending row in words.
         *
         * @param row a result, at the row
         * @return its columns' labels and values, as in {@code warehouse 1, district 3, d_next_o_id 3001}
         * @throws SQLException if a value cannot be read
         */
        public static String words(ResultSet row) throws SQLException {
            ResultSetMetaData columns = row.getMetaData();
            String[] words = new String[columns.getColumnCount()];
            for (int column = 1; column <= words.length; column++) {
                String value = row.getString(column);
                words[column - 1] = columns.getColumnLabel(column) + " " + (value == null ? "null" : value);
            }
            return String.join(", ", words);
        }
    }
}

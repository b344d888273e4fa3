// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A workload whose tables must satisfy conditions whenever nobody writes. */
public interface ConsistentWorkload extends Workload {

    /**
     * Asks the server for each condition. Reads only.
     *
     * @param work connections and threads; the progress is not told
     * @param moment whether the tables are fresh, which more can be said about
     * @return each condition with what was found
     * @throws SQLException if the server refuses a statement
     * @throws InterruptedException if it is stopped, or the thread is interrupted
     */
    List<Condition> conditions(Preparation work, Condition.Moment moment) throws SQLException, InterruptedException;

    /**
     * Something that must be true of a workload's tables while nobody writes, and what was found.
     *
     * @param name its number in the specification, such as {@code 3.3.2.1}
     * @param statement what must be true, such as {@code w_ytd = sum(d_ytd)}
     * @param violations how many rows break it; 0 where it holds
     * @param offender the first of them, such as {@code warehouse 1, district 3, …}; empty where it holds
     */
    record Condition(String name, String statement, long violations, Optional<String> offender) {

        /** When conditions are asked for. */
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

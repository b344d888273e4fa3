// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A workload whose tables satisfy certain conditions while no client writes. */
public interface ConsistentWorkload extends Workload {

    /**
     * Checks each condition on the server, with read-only statements.
     *
     * @param work connections and threads; progress is not reported
     * @param moment time of the check; more conditions apply directly after loading
     * @return each condition with its result
     * @throws SQLException if the server refuses a statement
     * @throws InterruptedException if the check is stopped or the thread is interrupted
     */
    List<Condition> conditions(Preparation work, Condition.Moment moment) throws SQLException, InterruptedException;

    /**
     * A condition of a workload's tables while no client writes, and its result.
     *
     * @param name number of the condition in the specification, for example {@code 3.3.2.1}
     * @param statement the condition, for example {@code w_ytd = sum(d_ytd)}
     * @param violations number of rows that violate the condition; 0 if it holds
     * @param offender the first violating row, for example {@code warehouse 1, district 3, …}; empty if the condition holds
     */
    record Condition(String name, String statement, long violations, Optional<String> offender) {

        /** Time of a check. */
        public enum Moment {
            /** Directly after the tables were created and filled. */
            AFTER_LOAD,
            /** After transactions have run. */
            AFTER_RUN
        }

        /** Returns true if no row violates the condition. */
        public boolean holds() {
            return violations == 0;
        }

        /**
         * Describes a row that violates a condition.
         *
         * @param row a result set, positioned at the row
         * @return labels and values of the columns, for example {@code warehouse 1, district 3, d_next_o_id 3001}
         * @throws SQLException if a value cannot be read
         */
        public static String describe(ResultSet row) throws SQLException {
            ResultSetMetaData columns = row.getMetaData();
            String[] descriptions = new String[columns.getColumnCount()];
            for (int column = 1; column <= descriptions.length; column++) {
                String value = row.getString(column);
                descriptions[column - 1] = columns.getColumnLabel(column) + " " + (value == null ? "null" : value);
            }
            return String.join(", ", descriptions);
        }
    }
}

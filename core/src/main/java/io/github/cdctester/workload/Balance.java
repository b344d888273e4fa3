// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sum over rows that no transaction of a workload changes: what goes out of one place goes into another. Each transaction
 * can be looked at by itself, from the rows that it changes, whatever the tables held before.
 *
 * @param name a short name, such as {@code 3.3.2.1}
 * @param statement what stays true, such as {@code w_ytd = sum(d_ytd)}
 * @param terms what is added up, each with its sign; each has as many columns to group by as the others
 */
public record Balance(String name, String statement, List<Term> terms) {

    /**
     * What the rows of one table add to a sum.
     *
     * @param table the table's name
     * @param groupedBy columns with whole numbers: there is a sum for each combination of their values; at most two
     * @param column the column that is added up, of whole or decimal numbers; {@code null} to count the rows
     * @param sign 1, or -1 for what is taken off
     */
    public record Term(
            String table, List<String> groupedBy, @Nullable String column, int sign) {

        /** Copies the list. */
        public Term {
            groupedBy = List.copyOf(groupedBy);
        }
    }

    /** Copies the list. */
    public Balance {
        terms = List.copyOf(terms);
    }
}

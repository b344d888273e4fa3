// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.util.Locale;

/**
 * Statements that a sysbench transaction makes one after the other on one table. Each group draws its table anew. The
 * first eight are sysbench's options of the same names and say how often ({@link StatementMix}).
 */
public enum StatementGroup {
    /** {@code SELECT c … WHERE id=?}. */
    POINT_SELECTS,
    /** {@code SELECT c … WHERE id BETWEEN ? AND ?}. */
    SIMPLE_RANGES,
    /** {@code SELECT SUM(k) … WHERE id BETWEEN ? AND ?}. */
    SUM_RANGES,
    /** {@code SELECT c … WHERE id BETWEEN ? AND ? ORDER BY c}. */
    ORDER_RANGES,
    /** {@code SELECT DISTINCT c … WHERE id BETWEEN ? AND ? ORDER BY c}. */
    DISTINCT_RANGES,
    /** {@code UPDATE … SET k=k+1 WHERE id=?}. */
    INDEX_UPDATES,
    /** {@code UPDATE … SET c=? WHERE id=?}. */
    NON_INDEX_UPDATES,
    /** {@code DELETE … WHERE id=?}, then an INSERT of the same id. */
    DELETE_INSERTS,
    /** {@code DELETE … WHERE id=?}, the statement of {@code oltp_delete}; always one. */
    DELETE,
    /** The INSERT of {@code oltp_insert}; always one. */
    INSERT;

    /**
     * Tells whether the group reads ranges of ids.
     *
     * @return whether {@code --range-selects} and {@code --range-size} concern it
     */
    public boolean isRange() {
        return compareTo(SIMPLE_RANGES) >= 0 && compareTo(DISTINCT_RANGES) <= 0;
    }

    /**
     * Tells whether a workload can say how often the group is made.
     *
     * @return whether it can; {@link #DELETE} and {@link #INSERT} are made once
     */
    public boolean isCountable() {
        return this != DELETE && this != INSERT;
    }

    /**
     * Names the property that says how often.
     *
     * @return the name, such as {@code pointSelects}
     */
    public String property() {
        StringBuilder name = new StringBuilder();
        for (String word : name().toLowerCase(Locale.ROOT).split("_")) {
            name.append(name.isEmpty() ? word.charAt(0) : Character.toUpperCase(word.charAt(0)))
                    .append(word, 1, word.length());
        }
        return name.toString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.failure.InvalidPlanException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The number of statements of each group per transaction.
 *
 * @param counts number of statements per transaction, from 0; for {@link StatementGroup#DELETE_INSERTS}, number of pairs.
 *     Missing groups have sysbench's default
 * @param rangeSelects true if range selects are sent
 * @param rangeSize number of ids that a range select requests, from 1
 */
public record StatementMix(Map<StatementGroup, Integer> counts, boolean rangeSelects, int rangeSize) {

    /** sysbench's defaults: ten point selects, one statement of each other group, and ranges of a hundred ids. */
    public static final StatementMix DEFAULT = new StatementMix(Map.of(), true, Defaults.RANGE_SIZE);

    /**
     * Adds the defaults and checks the values.
     *
     * @throws InvalidPlanException if a count is negative, the count of a fixed group is not 1, or {@code rangeSize} is below 1
     */
    public StatementMix {
        Map<StatementGroup, Integer> completeCounts = new EnumMap<>(StatementGroup.class);
        for (StatementGroup group : StatementGroup.values()) {
            int defaultCount = group == StatementGroup.POINT_SELECTS ? Defaults.POINT_SELECTS : 1;
            int count = counts.getOrDefault(group, defaultCount);
            if (count < 0) {
                throw new InvalidPlanException(group.property(), count, "a whole number from 0");
            }
            if (!group.isCountable() && count != 1) {
                throw new InvalidPlanException(group.property(), count, "1");
            }
            completeCounts.put(group, count);
        }
        if (rangeSize < 1) {
            throw new InvalidPlanException("rangeSize", rangeSize, "a whole number from 1");
        }
        counts = Map.copyOf(completeCounts);
    }

    /** Returns the number of a group's statements per transaction; 0 for range selects if they are switched off. */
    public int count(StatementGroup group) {
        return group.isRange() && !rangeSelects ? 0 : counts.getOrDefault(group, 0);
    }

    /** Returns a copy with another number of a group's statements per transaction, from 0; 1 for a fixed group. */
    public StatementMix with(StatementGroup group, int count) {
        Map<StatementGroup, Integer> newCounts = new EnumMap<>(counts);
        newCounts.put(group, count);
        return new StatementMix(newCounts, rangeSelects, rangeSize);
    }

    /** Returns a copy with or without range selects. */
    public StatementMix rangeSelects(boolean enabled) {
        return new StatementMix(counts, enabled, rangeSize);
    }

    /** Returns a copy with another number of ids per range select, from 1. */
    public StatementMix rangeSize(int ids) {
        return new StatementMix(counts, rangeSelects, ids);
    }

    /** A group of statements that a sysbench transaction sends one after the other to the same table. The table is drawn for each group. */
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
        /** {@code DELETE … WHERE id=?}, the statement of {@code oltp_delete}; exactly one per transaction. */
        DELETE,
        /** The INSERT of {@code oltp_insert}; exactly one per transaction. */
        INSERT;

        /** Returns true if the group reads ranges of ids. */
        public boolean isRange() {
            return compareTo(SIMPLE_RANGES) >= 0 && compareTo(DISTINCT_RANGES) <= 0;
        }

        /** Returns true if the count of the group can be changed. */
        public boolean isCountable() {
            return this != DELETE && this != INSERT;
        }

        /** Returns the property for the group's count, for example {@code pointSelects}. */
        public String property() {
            StringBuilder name = new StringBuilder();
            for (String word : name().toLowerCase(Locale.ROOT).split("_")) {
                name.append(name.isEmpty() ? word.charAt(0) : Character.toUpperCase(word.charAt(0)))
                        .append(word, 1, word.length());
            }
            return name.toString();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file's contents.
 *
 * @param transactions at least one
 * @param checks statements that give the rows that break a condition, by the condition's name
 * @param isolation a constant of {@link java.sql.Connection}, or 0 for the server's default
 * @param rate that it was learned with; empty if nothing reports it
 * @param arrivals how starts are spread around that rate
 */
record Script(
        List<Table> tables,
        List<Transaction> transactions,
        Map<String, String> checks,
        int isolation,
        Optional<Rate> rate,
        Arrivals arrivals) {

    /** A table; its name is without quotes. */
    record Table(String name, String create, long rows, Map<String, ValueSource> values) {}

    /**
     * A kind of transaction.
     *
     * @param autocommit whether each statement commits by itself
     * @param rollsBack whether it ends with ROLLBACK on purpose
     */
    record Transaction(String name, int weight, boolean autocommit, boolean rollsBack, Block body) {}

    /** A statement, or several that are repeated together. */
    sealed interface Step {}

    /**
     * Several steps.
     *
     * @param times how often they are made
     */
    record Block(Spans times, Map<String, ValueSource> values, List<Step> steps) implements Step {}

    /**
     * A statement.
     *
     * @param reads names for the columns of its first row
     * @param orNull whether these values are NULL if there is no row; otherwise the transaction is rolled back
     * @param at its place, as in {@code bank.yaml:12}
     * @param rows how many rows an INSERT adds, each with its own values; {@code null} to send its text unchanged
     * @param copy the parameter that is the number of a table's copy; {@code null} for none
     */
    record Sql(
            SqlTemplate sql,
            List<String> reads,
            boolean orNull,
            String at,
            @Nullable Rows rows,
            @Nullable String copy,
            String text)
            implements Step {

        /** The statement to one of the copies, by its number from 1. */
        Sql of(long number) {
            return copy == null
                    ? this
                    : new Sql(SqlTemplate.parse(textOf(text, copy, number)), reads, orNull, at, rows, null, "");
        }

        /** The text with the number of a copy in place of its parameter. */
        static String textOf(String text, String copy, long number) {
            return text.replaceAll(":" + copy + "\\b", "" + number);
        }
    }

    /** The rows of an INSERT, with the values that are drawn for each. */
    record Rows(Spans count, Map<String, ValueSource> values) {}
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * @param checks queries by the name of their condition; each returns the rows that violate the condition
 * @param isolation a constant of {@link java.sql.Connection}, or 0 for the server's default
 * @param rate the rate of a learned workload; empty for none
 * @param arrivals distribution of the starts around that rate
 */
record Script(
        List<Table> tables,
        List<Transaction> transactions,
        Map<String, String> checks,
        int isolation,
        Optional<Rate> rate,
        Arrivals arrivals,
        boolean stamp) {

    /** The name is not quoted. */
    record Table(String name, String create, long rows, Map<String, ValueSource> values) {}

    /**
     * @param autocommit true if each statement is a separate transaction
     * @param rollsBack true if the transaction intentionally ends with ROLLBACK
     */
    record Transaction(String name, int weight, boolean autocommit, boolean rollsBack, Block body) {}

    sealed interface Step {}

    /** @param times number of repetitions */
    record Block(Spans times, Map<String, ValueSource> values, List<Step> steps) implements Step {}

    /**
     * @param reads names for the columns of the first returned row
     * @param orNull if no row is returned: true if these names are NULL, false if the transaction ends (ROLLBACK)
     * @param location for example {@code bank.yaml:12}
     * @param rows the rows of an INSERT, each with its own values; {@code null} to send the text unchanged
     * @param copyParameter parameter that contains the number of a table's copy; {@code null} if the table has no copies
     * @param copies largest number of copies of these tables; 1 if there are no copies
     */
    record Sql(
            SqlTemplate sql,
            List<String> reads,
            boolean orNull,
            String location,
            @Nullable Rows rows,
            @Nullable String copyParameter,
            int copies,
            String text)
            implements Step {

        /** The copy's number starts at 1. */
        Sql forCopy(long number) {
            return copyParameter == null
                    ? this
                    : new Sql(
                            SqlTemplate.parse(textForCopy(text, copyParameter, number)),
                            reads,
                            orNull,
                            location,
                            rows,
                            null,
                            1,
                            "");
        }

        static String textForCopy(String text, String copy, long number) {
            return text.replaceAll(":" + copy + "\\b", "" + number);
        }
    }

    /** {@code values} are drawn for each row. */
    record Rows(Spans count, Map<String, ValueSource> values) {}
}

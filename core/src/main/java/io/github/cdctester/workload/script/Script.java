// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.util.List;
import java.util.Map;

/**
 * A file's contents.
 *
 * @param transactions at least one
 * @param checks statements that give the rows that break a condition, by the condition's name
 * @param isolation a constant of {@link java.sql.Connection}, or 0 for the server's default
 */
record Script(List<Table> tables, List<Transaction> transactions, Map<String, String> checks, int isolation) {

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
     * @param least how often they are made at least
     * @param most and at most; between the two the number is drawn
     */
    record Block(int least, int most, Map<String, ValueSource> values, List<Step> steps) implements Step {}

    /**
     * A statement.
     *
     * @param reads names for the columns of its first row
     * @param orNull whether these are NULL where there is no row; otherwise the transaction is rolled back
     * @param at where it stands, as in {@code bank.yaml:12}
     */
    record Sql(SqlTemplate sql, List<String> reads, boolean orNull, String at) implements Step {}
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Adds the columns of {@link io.github.cdctester.internal.workload.RowStamp} to statements of a workload file. */
final class StampedSql {

    static final String SEQUENCE = "cdc_seq";
    static final String TIME = "cdc_at";
    static final List<String> NAMES = List.of(SEQUENCE, TIME);

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;
    private static final Pattern COLUMNS = Pattern.compile(SEQUENCE + "|" + TIME, FLAGS);
    private static final Pattern UPDATE = Pattern.compile("(UPDATE\\s.*?\\sSET\\s)(.*)", FLAGS);
    private static final Pattern INSERT =
            Pattern.compile("(INSERT\\s[^(]*\\()([^()]*\\)\\s*VALUES?\\s*\\()(.*)", FLAGS);

    private StampedSql() {}

    /**
     * Returns true if the changed rows of a statement can be counted and, unless they are deleted, stamped.
     *
     * @param statement not a SELECT
     */
    static boolean canStamp(SqlTemplate statement, Collection<Script.Table> tables) {
        String text = statement.preparedText();
        return WrittenTable.of(statement, tables).isPresent()
                && switch (statement.firstWord()) {
                    case "DELETE" -> true;
                    case "UPDATE" -> !COLUMNS.matcher(text).find();
                    default ->
                        INSERT.matcher(text).matches() && !COLUMNS.matcher(text).find() && isOneRow(text);
                };
    }

    /** Requires {@link #canStamp}. Does not change a DELETE. */
    static String addStamp(String sql) {
        Matcher update = UPDATE.matcher(sql);
        if (update.matches()) {
            return update.group(1) + "cdc_seq = :cdc_seq, cdc_at = :cdc_at, " + update.group(2);
        }
        Matcher insert = INSERT.matcher(sql);
        return insert.matches()
                ? insert.group(1) + "cdc_seq, cdc_at, " + insert.group(2) + ":cdc_seq, :cdc_at, " + insert.group(3)
                : sql;
    }

    /** Returns true if nothing follows the first row in VALUES. */
    private static boolean isOneRow(String sql) {
        Matcher insert = INSERT.matcher(TableReader.QUOTED.matcher(sql).replaceAll("q"));
        String row = insert.matches() ? insert.group(3).strip() : "";
        int openBrackets = 1;
        int position = 0;
        while (openBrackets > 0 && position < row.length()) {
            char character = row.charAt(position++);
            openBrackets += character == '(' ? 1 : character == ')' ? -1 : 0;
        }
        return openBrackets == 0 && position == row.length();
    }
}

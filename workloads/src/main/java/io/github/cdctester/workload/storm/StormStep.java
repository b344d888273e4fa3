// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.workload.StatementTally;
import java.util.ArrayList;
import java.util.List;

/** @param table for example {@code storm_000012} */
record StormStep(StormKind kind, String table, List<Unit> units) {

    /**
     * The session replaces {@code {seq}} and {@code {at}} with the stamp.
     *
     * @param sign the effect on stamped rows, in the syntax of {@code steps.txt}; {@code !} for none
     * @param table the table with changed rows; empty if no rows are changed, or if the statement is logged without rows
     */
    record Sql(char sign, String text, String table) {

        private static Sql of(String line) {
            char sign = "+~-=!".indexOf(line.charAt(0)) < 0 ? '!' : line.charAt(0);
            String text = line.charAt(0) == sign ? line.substring(1) : line;
            String[] words = text.split(" ", 4); // the word after UPDATE, INSERT INTO or DELETE FROM is the table
            return new Sql(sign, text, sign == '~' ? words[1] : sign == '+' || sign == '-' ? words[2] : "");
        }

        boolean writes() {
            return sign != '!';
        }

        void record(StatementTally tally, long rows) {
            switch (sign) {
                case '+', '=' -> tally.inserted(table, rows);
                case '~' -> tally.updated(table, rows);
                case '-' -> tally.deleted(table, rows);
                default -> {}
            }
        }
    }

    /**
     * Statements that are committed together. After a failure, all of them are sent again.
     *
     * @param loggedTransactions number of transactions that the unit writes to the log
     * @param isTransaction true if a failure requires a rollback
     */
    record Unit(List<Sql> statements, int loggedTransactions, boolean isTransaction) {}

    static StormStep of(StormKind kind, String table, List<String> lines) {
        List<Unit> units = new ArrayList<>();
        List<Sql> group = new ArrayList<>();
        boolean isOpen = false;
        for (String line : lines) {
            if (line.equals("{")) {
                isOpen = true;
            } else if (!line.startsWith("}")) {
                group.add(Sql.of(line));
            }
            if (line.startsWith("}") || !isOpen) {
                int logged = isOpen ? line.charAt(1) - '0' : line.startsWith("!") ? 0 : 1;
                units.add(new Unit(List.copyOf(group), logged, isOpen));
                group.clear();
                isOpen = false;
            }
        }
        return new StormStep(kind, table, units);
    }
}

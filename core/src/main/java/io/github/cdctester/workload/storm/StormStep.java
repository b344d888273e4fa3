// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.workload.StatementTally;
import java.util.List;

/**
 * A step: what is sent for it, and what becomes of the table by it.
 *
 * @param table the table's name, such as {@code storm_000012}
 * @param done the table's state follows the server's; called once, when all units are done
 */
record StormStep(StormKind kind, String table, List<Unit> units, Runnable done) {

    /** What a statement does to rows that are stamped. */
    enum Effect {
        NONE,
        INSERTED,
        UPDATED,
        DELETED,
        SELECTED;

        static Effect of(char sign) {
            return values()["+~-=".indexOf(sign) + 1];
        }

        /** Which word of a statement is the table's name. */
        int tableWord() {
            return this == UPDATED ? 1 : 2;
        }
    }

    /** A statement; {@code {seq}} and {@code {at}} stand for the stamp. {@code table} is the one whose rows change. */
    record Sql(String text, Effect effect, String table) {

        void tell(StatementTally tally, long rows) {
            switch (effect) {
                case INSERTED, SELECTED -> tally.inserted(table, rows);
                case UPDATED -> tally.updated(table, rows);
                case DELETED -> tally.deleted(table, rows);
                case NONE -> {}
            }
        }
    }

    /**
     * Statements of which the last one commits them all; they are sent again as a whole.
     *
     * @param logged how many transactions of the log that is
     * @param open whether there is something to roll back before the last one
     */
    record Unit(List<Sql> statements, int logged, boolean open) {}
}

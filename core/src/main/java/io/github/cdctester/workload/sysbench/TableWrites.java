// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.workload.StatementTally;
import java.sql.SQLException;

/** Sends statements that write, and has them and their rows counted. */
final class TableWrites {

    /** Sends one to a table; returns 1 if it changed rows, else 0. */
    @FunctionalInterface
    interface Write {
        int send(Call call, int table, StatementTally tally) throws SQLException;
    }

    private final String[] names;

    /** Whether each statement is a transaction of its own. */
    private final boolean alone;

    private final boolean stamped;

    TableWrites(SysbenchSpec spec) {
        names = SysbenchTables.names(spec.schema().tables()).toArray(String[]::new);
        alone = !spec.inTransaction();
        stamped = spec.schema().stamped();
    }

    /** Fills the two columns of the stamp, where tables have them. */
    void stamp(Call call, StatementTally tally) throws SQLException {
        if (stamped) {
            call.number(tally.stamp());
            call.number(EpochMicrosClock.SYSTEM.epochMicros());
        }
    }

    int inserted(Call call, int table, StatementTally tally) throws SQLException {
        long rows = call.send();
        tally.inserted(names[table - 1], rows);
        return counted(rows, tally);
    }

    int updated(Call call, int table, StatementTally tally) throws SQLException {
        long rows = call.send();
        tally.updated(names[table - 1], rows);
        return counted(rows, tally);
    }

    int deleted(Call call, int table, StatementTally tally) throws SQLException {
        long rows = call.send();
        tally.deleted(names[table - 1], rows);
        return counted(rows, tally);
    }

    private int counted(long rows, StatementTally tally) {
        tally.write();
        if (rows <= 0) {
            tally.foundNoRow();
            return 0;
        }
        if (alone) {
            tally.logged();
        }
        return 1;
    }
}

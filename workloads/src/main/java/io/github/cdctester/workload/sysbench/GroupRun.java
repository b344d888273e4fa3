// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.workload.random.RowNumbers;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.sql.SQLException;

/** Sends a group's statements once, on one table. */
@FunctionalInterface
interface GroupRun {

    /**
     * Sends the statements, and returns the number of statements that changed rows. If each statement is a transaction, it is counted as
     * logged immediately, because a later failure does not undo it.
     */
    int on(int table, StatementTally tally) throws SQLException;

    /** Prepares a group's statements. {@code ids} generates the ids of INSERTs, unless the server assigns them. */
    static GroupRun of(StatementGroup group, SysbenchSpec spec, Calls calls, RowNumbers rows, UniqueIds ids)
            throws SQLException {
        TableWrites writes = new TableWrites(spec);
        return switch (group) {
            case POINT_SELECTS -> pointSelect(calls.call(SysbenchStatement.POINT_SELECT), rows);
            case SIMPLE_RANGES -> range(calls.call(SysbenchStatement.SIMPLE_RANGE), spec, rows);
            case SUM_RANGES -> range(calls.call(SysbenchStatement.SUM_RANGE), spec, rows);
            case ORDER_RANGES -> range(calls.call(SysbenchStatement.ORDER_RANGE), spec, rows);
            case DISTINCT_RANGES -> range(calls.call(SysbenchStatement.DISTINCT_RANGE), spec, rows);
            case INDEX_UPDATES -> indexUpdate(calls.call(SysbenchStatement.INDEX_UPDATE), rows, writes);
            case NON_INDEX_UPDATES -> nonIndexUpdate(calls.call(SysbenchStatement.NON_INDEX_UPDATE), rows, writes);
            case DELETE_INSERTS ->
                deleteInsert(calls.call(SysbenchStatement.DELETE), calls.call(SysbenchStatement.INSERT), rows, writes);
            case DELETE -> writeById(calls.call(SysbenchStatement.DELETE), rows, writes::deleted);
            // like in sysbench, this statement is never prepared
            case INSERT -> {
                Call call = calls.text(SysbenchStatement.INSERT);
                boolean serverAssigns = spec.schema().autoInc();
                yield (table, tally) -> insert(call, table, serverAssigns ? 0 : ids.next(), rows.next(), tally, writes);
            }
        };
    }

    private static GroupRun pointSelect(Call call, RowNumbers rows) {
        return (table, tally) -> {
            call.onTable(table);
            call.number(rows.next());
            call.send();
            tally.read();
            if (!call.hasRow()) {
                tally.foundNoRow();
            }
            return 0;
        };
    }

    private static GroupRun range(Call call, SysbenchSpec spec, RowNumbers rows) {
        int idsAfterFirst = spec.mix().rangeSize() - 1;
        return (table, tally) -> {
            int id = rows.next();
            call.onTable(table);
            call.number(id);
            call.number((int) Math.min(Integer.MAX_VALUE, (long) id + idsAfterFirst));
            call.send();
            tally.read();
            return 0;
        };
    }

    private static GroupRun writeById(Call call, RowNumbers rows, TableWrites.Write write) {
        return (table, tally) -> {
            call.onTable(table);
            call.number(rows.next());
            return write.send(call, table, tally);
        };
    }

    private static GroupRun indexUpdate(Call call, RowNumbers rows, TableWrites writes) {
        return (table, tally) -> {
            call.onTable(table);
            writes.stamp(call, tally);
            call.number(rows.next());
            return writes.updated(call, table, tally);
        };
    }

    private static GroupRun nonIndexUpdate(Call call, RowNumbers rows, TableWrites writes) {
        return (table, tally) -> {
            call.onTable(table);
            call.c();
            writes.stamp(call, tally);
            call.number(rows.next());
            return writes.updated(call, table, tally);
        };
    }

    private static GroupRun deleteInsert(Call delete, Call insert, RowNumbers rows, TableWrites writes) {
        return (table, tally) -> {
            int id = rows.next();
            delete.onTable(table);
            delete.number(id);
            int deleted = writes.deleted(delete, table, tally);
            return deleted + insert(insert, table, id, rows.next(), tally, writes);
        };
    }

    private static int insert(Call call, int table, int id, int k, StatementTally tally, TableWrites writes)
            throws SQLException {
        call.onTable(table);
        call.number(id);
        call.number(k);
        call.c();
        call.pad();
        writes.stamp(call, tally);
        return writes.inserted(call, table, tally);
    }

    /** Sends statements that write, and counts them and their rows. */
    final class TableWrites {

        /** Sends a statement to a table; returns 1 if it changed rows, otherwise 0. */
        @FunctionalInterface
        interface Write {
            int send(Call call, int table, StatementTally tally) throws SQLException;
        }

        private final String[] names;

        /** True if each statement is a separate transaction. */
        private final boolean eachCommits;

        private final boolean stamped;

        TableWrites(SysbenchSpec spec) {
            names = SysbenchFilling.names(spec.schema().tables()).toArray(String[]::new);
            eachCommits = !spec.inTransaction();
            stamped = spec.schema().stamped();
        }

        /** Sets the two parameters of the stamp, if tables have these columns. */
        void stamp(Call call, StatementTally tally) throws SQLException {
            if (stamped) {
                call.number(tally.stamp());
                call.number(EpochMicrosClock.SYSTEM.epochMicros());
            }
        }

        int inserted(Call call, int table, StatementTally tally) throws SQLException {
            long rows = call.send();
            tally.inserted(names[table - 1], rows);
            return countRows(rows, tally);
        }

        int updated(Call call, int table, StatementTally tally) throws SQLException {
            long rows = call.send();
            tally.updated(names[table - 1], rows);
            return countRows(rows, tally);
        }

        int deleted(Call call, int table, StatementTally tally) throws SQLException {
            long rows = call.send();
            tally.deleted(names[table - 1], rows);
            return countRows(rows, tally);
        }

        private int countRows(long rows, StatementTally tally) {
            tally.write();
            if (rows <= 0) {
                tally.foundNoRow();
                return 0;
            }
            if (eachCommits) {
                tally.logged();
            }
            return 1;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.failure.InvalidPlanException;

/**
 * The tables of sysbench.
 *
 * @param tables number of tables {@code sbtest1}, {@code sbtest2}, …; from 1
 * @param tableSize highest requested id, and initial rows of each table (0 for {@code oltp_insert} without {@code autoInc})
 * @param autoInc true if the server assigns the ids
 * @param secondary true if {@code id} has a secondary index in place of the primary key
 * @param createSecondary true if {@code prepare} creates the index on {@code k}
 * @param createTableOptions text appended to CREATE TABLE
 * @param stamped true if rows have the columns {@code cdc_seq} and {@code cdc_at}, which identify the last transaction that
 *     wrote the row
 */
public record SysbenchSchema(
        int tables,
        int tableSize,
        boolean autoInc,
        boolean secondary,
        boolean createSecondary,
        String createTableOptions,
        boolean stamped) {

    /** sysbench's defaults. */
    public static final SysbenchSchema DEFAULT =
            new SysbenchSchema(Defaults.TABLES, Defaults.TABLE_SIZE, true, false, true, "", false);

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if {@code tables} or {@code tableSize} is below 1
     */
    public SysbenchSchema {
        if (tables < 1) {
            throw new InvalidPlanException("tables", tables, "a whole number from 1");
        }
        if (tableSize < 1) {
            throw new InvalidPlanException("tableSize", tableSize, "a whole number from 1");
        }
    }

    SysbenchSchema tables(int count) {
        return new SysbenchSchema(count, tableSize, autoInc, secondary, createSecondary, createTableOptions, stamped);
    }

    SysbenchSchema tableSize(int rows) {
        return new SysbenchSchema(tables, rows, autoInc, secondary, createSecondary, createTableOptions, stamped);
    }

    SysbenchSchema autoInc(boolean enabled) {
        return new SysbenchSchema(tables, tableSize, enabled, secondary, createSecondary, createTableOptions, stamped);
    }

    SysbenchSchema indexes(boolean secondaryId, boolean indexOnK) {
        return new SysbenchSchema(tables, tableSize, autoInc, secondaryId, indexOnK, createTableOptions, stamped);
    }

    SysbenchSchema createTableOptions(String options) {
        return new SysbenchSchema(tables, tableSize, autoInc, secondary, createSecondary, options, stamped);
    }

    SysbenchSchema stamped(boolean enabled) {
        return new SysbenchSchema(tables, tableSize, autoInc, secondary, createSecondary, createTableOptions, enabled);
    }
}

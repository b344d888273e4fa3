// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.Locale;

/**
 * One of sysbench's {@code oltp_*} scripts with its options; names and defaults are those of sysbench 1.1 (where 1.0.20
 * differs, {@link Defaults} says so).
 *
 * @param script which script
 * @param tables number of tables {@code sbtest1}, {@code sbtest2}, …; from 1
 * @param tableSize rows that {@code prepare} puts in each table, and the range of {@code k}; from 1
 * @param autoInc whether the server assigns the ids; where not, {@code prepare} leaves the tables empty
 * @param secondary whether {@code id} gets a secondary index in place of the primary key
 * @param createSecondary whether {@code prepare} creates the index on {@code k}
 * @param createTableOptions text appended to CREATE TABLE
 * @param randType the distribution of row numbers
 * @param randSeed seed of all random numbers; 0 takes a new one each run
 */
public record SysbenchSpec(
        Script script,
        int tables,
        int tableSize,
        boolean autoInc,
        boolean secondary,
        boolean createSecondary,
        String createTableOptions,
        RandType randType,
        long randSeed)
        implements WorkloadSpec {

    /** The scripts. */
    public enum Script {
        /** Single-row INSERTs in autocommit mode. */
        OLTP_INSERT
    }

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if {@code tables} or {@code tableSize} is below 1
     */
    public SysbenchSpec {
        if (tables < 1) {
            throw new InvalidPlanException("tables", tables, "a whole number from 1");
        }
        if (tableSize < 1) {
            throw new InvalidPlanException("tableSize", tableSize, "a whole number from 1");
        }
    }

    @Override
    public String name() {
        return script.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Changes the number of tables.
     *
     * @param count number of tables, from 1
     * @return the changed workload
     */
    public SysbenchSpec tables(int count) {
        return new SysbenchSpec(
                script, count, tableSize, autoInc, secondary, createSecondary, createTableOptions, randType, randSeed);
    }

    /**
     * Changes the size of each table.
     *
     * @param rows rows a table, from 1
     * @return the changed workload
     */
    public SysbenchSpec tableSize(int rows) {
        return new SysbenchSpec(
                script, tables, rows, autoInc, secondary, createSecondary, createTableOptions, randType, randSeed);
    }

    /**
     * Changes who assigns the ids.
     *
     * @param server whether the server assigns them (AUTO_INCREMENT)
     * @return the changed workload
     */
    public SysbenchSpec autoInc(boolean server) {
        return new SysbenchSpec(
                script, tables, tableSize, server, secondary, createSecondary, createTableOptions, randType, randSeed);
    }

    /**
     * Changes the tables' indexes.
     *
     * @param secondaryId whether {@code id} gets a secondary index in place of the primary key
     * @param indexOnK whether the index on {@code k} is created
     * @return the changed workload
     */
    public SysbenchSpec indexes(boolean secondaryId, boolean indexOnK) {
        return new SysbenchSpec(
                script, tables, tableSize, autoInc, secondaryId, indexOnK, createTableOptions, randType, randSeed);
    }

    /**
     * Changes the text appended to CREATE TABLE.
     *
     * @param options SQL text, such as {@code ROW_FORMAT=COMPRESSED}
     * @return the changed workload
     */
    public SysbenchSpec createTableOptions(String options) {
        return new SysbenchSpec(
                script, tables, tableSize, autoInc, secondary, createSecondary, options, randType, randSeed);
    }

    /**
     * Changes the random numbers.
     *
     * @param distribution the distribution of row numbers
     * @param seed seed of all random numbers; 0 takes a new one each run
     * @return the changed workload
     */
    public SysbenchSpec random(RandType distribution, long seed) {
        return new SysbenchSpec(
                script, tables, tableSize, autoInc, secondary, createSecondary, createTableOptions, distribution, seed);
    }
}

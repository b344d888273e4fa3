// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.ShownOptions;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of sysbench's {@code oltp_*} scripts with its options; with names and defaults of sysbench 1.1 ({@link Defaults} lists
 * differences of 1.0.20).
 *
 * @param script the script
 * @param schema the tables
 * @param mix how often each statement is made
 * @param random how row numbers are drawn
 * @param sending how statements reach the server
 */
public record SysbenchSpec(
        SysbenchScript script, SysbenchSchema schema, StatementMix mix, RandomNumbers random, StatementSending sending)
        implements WorkloadSpec {

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if a script of one group, without a transaction, excludes that group
     */
    public SysbenchSpec {
        StatementGroup only = script.groups().get(0);
        if (!script.isTransaction() && script != SysbenchScript.OLTP_POINT_SELECT && mix.count(only) == 0) {
            throw new InvalidPlanException(only.property(), 0, "a whole number from 1 with " + script.scriptName());
        }
    }

    /** A script with sysbench's defaults. */
    public static SysbenchSpec of(SysbenchScript script) {
        return new SysbenchSpec(
                script, SysbenchSchema.DEFAULT, StatementMix.DEFAULT, RandomNumbers.DEFAULT, StatementSending.DEFAULT);
    }

    @Override
    public String name() {
        return script.scriptName();
    }

    @Override
    public boolean sharesTablesWith(WorkloadSpec other) {
        return other instanceof SysbenchSpec;
    }

    @Override
    public boolean needsOtherTablesThan(WorkloadSpec other) {
        return other instanceof SysbenchSpec beside && !beside.schema().equals(schema);
    }

    @Override
    public boolean stamped() {
        return schema.stamped();
    }

    /** Flat, with the groups that the script uses. */
    @Override
    public DisplayedSpec displayed() {
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        options.put("tables", schema.tables());
        options.put("tableSize", schema.tableSize());
        options.put("autoInc", schema.autoInc());
        options.put("secondary", schema.secondary());
        options.put("createSecondary", schema.createSecondary());
        options.put("createTableOptions", schema.createTableOptions());
        if (schema.stamped()) {
            options.put("stamp", true);
        }
        ShownOptions.put(options, random);
        Map<String, Integer> statements = new LinkedHashMap<>();
        script.groups().forEach(group -> statements.put(group.property(), count(group)));
        options.put("statements", statements);
        options.put("rangeSelects", mix.rangeSelects());
        options.put("rangeSize", mix.rangeSize());
        ShownOptions.put(options, sending);
        return new DisplayedSpec("sysbench", options);
    }

    @Override
    public Map<String, String> remarks() {
        return Map.of(
                "tables",
                String.format(Locale.ROOT, "%,d of %,d rows, rand-type ", schema.tables(), schema.tableSize())
                        + random.type().name().toLowerCase(Locale.ROOT) + ", db-ps-mode " + psMode()
                        + (sending.skipTrx() ? ", skip-trx on" : ""));
    }

    private String psMode() {
        return sending.psMode().name().toLowerCase(Locale.ROOT);
    }

    /** Statements that a transaction makes of one of the script's groups. */
    public int count(StatementGroup group) {
        return script == SysbenchScript.OLTP_POINT_SELECT ? 1 : mix.count(group);
    }

    /** Returns true if statements stand between BEGIN and COMMIT. */
    public boolean inTransaction() {
        return script.isTransaction() && !sending.skipTrx();
    }

    /** Changes the number of tables, from 1. */
    public SysbenchSpec tables(int count) {
        return schema(schema.tables(count));
    }

    /** Changes the rows of each table, from 1. */
    public SysbenchSpec tableSize(int rows) {
        return schema(schema.tableSize(rows));
    }

    /** Changes whether the server assigns the ids (AUTO_INCREMENT). */
    public SysbenchSpec autoInc(boolean server) {
        return schema(schema.autoInc(server));
    }

    /**
     * Changes the tables' indexes.
     *
     * @param secondaryId whether {@code id} gets a secondary index in place of the primary key
     * @param indexOnK whether the index on {@code k} is created
     */
    public SysbenchSpec indexes(boolean secondaryId, boolean indexOnK) {
        return schema(schema.indexes(secondaryId, indexOnK));
    }

    /** Changes the text appended to CREATE TABLE, such as {@code ROW_FORMAT=COMPRESSED}. */
    public SysbenchSpec createTableOptions(String options) {
        return schema(schema.createTableOptions(options));
    }

    /** Changes whether rows are {@linkplain WorkloadSpec#stamped() stamped}; tables must have been prepared with it. */
    public SysbenchSpec stamp(boolean rows) {
        return schema(schema.stamped(rows));
    }

    /** Changes how many statements of a group a transaction makes, from 0. */
    public SysbenchSpec statements(StatementGroup group, int count) {
        return mix(mix.with(group, count));
    }

    /** Changes the distribution of row numbers, and the seed; 0 takes a new one each run. */
    public SysbenchSpec random(RandType distribution, long seed) {
        return random(random.type(distribution).seed(seed));
    }

    /** Changes whether each statement commits by itself. */
    public SysbenchSpec skipTrx(boolean leftAway) {
        return sending(new StatementSending(sending.psMode(), leftAway, sending.reconnect()));
    }

    /** Changes how statements with parameters are sent: prepared, or as text. */
    public SysbenchSpec psMode(PsMode mode) {
        return sending(new StatementSending(mode, sending.skipTrx(), sending.reconnect()));
    }

    /** Changes after how many transactions a worker takes a new connection; 0 for never. */
    public SysbenchSpec reconnect(int transactions) {
        return sending(new StatementSending(sending.psMode(), sending.skipTrx(), transactions));
    }

    /** Changes the tables. */
    public SysbenchSpec schema(SysbenchSchema changed) {
        return new SysbenchSpec(script, changed, mix, random, sending);
    }

    /** Changes how often each statement is made, and ranges. */
    public SysbenchSpec mix(StatementMix changed) {
        return new SysbenchSpec(script, schema, changed, random, sending);
    }

    /** Changes how row numbers are drawn: distribution, seed and parameters. */
    public SysbenchSpec random(RandomNumbers changed) {
        return new SysbenchSpec(script, schema, mix, changed, sending);
    }

    /** Changes how statements reach the server. */
    public SysbenchSpec sending(StatementSending changed) {
        return new SysbenchSpec(script, schema, mix, random, changed);
    }
}

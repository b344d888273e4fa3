// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.StoredOptions;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An {@code oltp_*} script of sysbench with its options. Names and defaults follow sysbench 1.1; {@link Defaults} lists the
 * differences from 1.0.20.
 *
 * @param script the script
 * @param schema the tables
 * @param mix number of statements of each group
 * @param random the distribution of row numbers
 * @param sending the way to send statements
 */
public record SysbenchSpec(
        SysbenchScript script, SysbenchSchema schema, StatementMix mix, RandomNumbers random, StatementSending sending)
        implements WorkloadSpec {

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if the script has a single group of statements with a variable count, and the count is 0
     */
    public SysbenchSpec {
        StatementGroup singleGroup = script.groups().get(0);
        if (!script.isTransaction() && script != SysbenchScript.OLTP_POINT_SELECT && mix.count(singleGroup) == 0) {
            throw new InvalidPlanException(
                    singleGroup.property(), 0, "a whole number from 1 with " + script.scriptName());
        }
    }

    /** Returns a script with sysbench's defaults. */
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
        return other instanceof SysbenchSpec otherSysbench
                && !otherSysbench.schema().equals(schema);
    }

    @Override
    public boolean stamped() {
        return schema.stamped();
    }

    /** Lists statement counts only for the groups of the script. */
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
        StoredOptions.put(options, random);
        Map<String, Integer> statements = new LinkedHashMap<>();
        script.groups().forEach(group -> statements.put(group.property(), count(group)));
        options.put("statements", statements);
        options.put("rangeSelects", mix.rangeSelects());
        options.put("rangeSize", mix.rangeSize());
        StoredOptions.put(options, sending);
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

    /** Returns the number of statements of one of the script's groups per transaction. */
    public int count(StatementGroup group) {
        return script == SysbenchScript.OLTP_POINT_SELECT ? 1 : mix.count(group);
    }

    /** Returns true if statements are sent between BEGIN and COMMIT. */
    public boolean inTransaction() {
        return script.isTransaction() && !sending.skipTrx();
    }

    /** Returns a copy with another number of tables, from 1. */
    public SysbenchSpec tables(int count) {
        return schema(schema.tables(count));
    }

    /** Returns a copy with another number of rows per table, from 1. */
    public SysbenchSpec tableSize(int rows) {
        return schema(schema.tableSize(rows));
    }

    /** Returns a copy in which the server (AUTO_INCREMENT) or the client assigns the ids. */
    public SysbenchSpec autoInc(boolean assignedByServer) {
        return schema(schema.autoInc(assignedByServer));
    }

    /**
     * Returns a copy with other indexes.
     *
     * @param secondaryId true if {@code id} has a secondary index in place of the primary key
     * @param indexOnK true if the index on {@code k} is created
     */
    public SysbenchSpec indexes(boolean secondaryId, boolean indexOnK) {
        return schema(schema.indexes(secondaryId, indexOnK));
    }

    /** Returns a copy with another text appended to CREATE TABLE, such as {@code ROW_FORMAT=COMPRESSED}. */
    public SysbenchSpec createTableOptions(String options) {
        return schema(schema.createTableOptions(options));
    }

    /**
     * Returns a copy with or without {@linkplain WorkloadSpec#stamped() stamped} rows. The tables must have been prepared with
     * the same setting.
     */
    public SysbenchSpec stamp(boolean enabled) {
        return schema(schema.stamped(enabled));
    }

    /** Returns a copy with another number of a group's statements per transaction, from 0. */
    public SysbenchSpec statements(StatementGroup group, int count) {
        return mix(mix.with(group, count));
    }

    /** Returns a copy with another distribution of row numbers and another seed; 0 for a new seed in each run. */
    public SysbenchSpec random(RandType distribution, long seed) {
        return random(random.type(distribution).seed(seed));
    }

    /** Returns a copy that omits BEGIN and COMMIT if {@code enabled} is true, so that each statement commits separately. */
    public SysbenchSpec skipTrx(boolean enabled) {
        return sending(new StatementSending(sending.psMode(), enabled, sending.reconnect()));
    }

    /** Returns a copy that prepares statements on the server, or sends them as text. */
    public SysbenchSpec psMode(PsMode mode) {
        return sending(new StatementSending(mode, sending.skipTrx(), sending.reconnect()));
    }

    /** Returns a copy with another number of transactions after which a worker reconnects; 0 for never. */
    public SysbenchSpec reconnect(int transactions) {
        return sending(new StatementSending(sending.psMode(), sending.skipTrx(), transactions));
    }

    /** Returns a copy with other tables. */
    public SysbenchSpec schema(SysbenchSchema replacement) {
        return new SysbenchSpec(script, replacement, mix, random, sending);
    }

    /** Returns a copy with other numbers of statements and another size of ranges. */
    public SysbenchSpec mix(StatementMix replacement) {
        return new SysbenchSpec(script, schema, replacement, random, sending);
    }

    /** Returns a copy with another distribution of row numbers, seed and parameters. */
    public SysbenchSpec random(RandomNumbers replacement) {
        return new SysbenchSpec(script, schema, mix, replacement, sending);
    }

    /** Returns a copy with another way to send statements. */
    public SysbenchSpec sending(StatementSending replacement) {
        return new SysbenchSpec(script, schema, mix, random, replacement);
    }
}

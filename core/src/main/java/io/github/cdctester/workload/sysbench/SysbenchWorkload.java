// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.PsMode;
import io.github.cdctester.internal.workload.ShownOptions;
import io.github.cdctester.internal.workload.random.SessionRandoms;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** One of sysbench's {@code oltp_*} scripts. */
public final class SysbenchWorkload implements Workload {

    private final SysbenchSpec spec;
    private final SysbenchTables tables;
    private final SessionRandoms randoms;
    private final UniqueIds ids;

    /**
     * Creates the workload.
     *
     * @param spec its script and options
     */
    public SysbenchWorkload(SysbenchSpec spec) {
        this.spec = spec;
        // oltp_insert with ids of its own choosing starts with empty tables, so that they cannot collide
        boolean empty =
                spec.script() == SysbenchScript.OLTP_INSERT && !spec.schema().autoInc();
        tables = new SysbenchTables(spec, empty ? 0 : spec.schema().tableSize());
        SplittableRandom source = SessionRandoms.source(spec.random().seed());
        ids = new UniqueIds(source.nextInt());
        randoms = new SessionRandoms(source);
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public List<String> transactionKinds() {
        return List.of(spec.name());
    }

    @Override
    public List<String> tables() {
        return tables.names();
    }

    @Override
    public Optional<String> whyRowsAreNotTold() {
        return Optional.empty();
    }

    @Override
    public void prepare(Preparation preparation) throws SQLException, InterruptedException {
        tables.create(preparation);
    }

    @Override
    public void check(Connection connection) throws SQLException {
        tables.check(connection);
    }

    @Override
    public int preparedStatements() {
        if (spec.sending().psMode() == PsMode.DISABLE) {
            return 0;
        }
        int each = 0;
        for (StatementGroup group : spec.script().groups()) {
            if (spec.count(group) > 0) {
                each += switch (group) {
                    case DELETE_INSERTS -> 2;
                    case INSERT -> 0; // text
                    default -> 1;
                };
            }
        }
        return each * spec.schema().tables() + (spec.inTransaction() ? 1 : 0);
    }

    @Override
    public int cleanup(Connection connection) throws SQLException {
        return tables.drop(connection);
    }

    @Override
    public int transactionsPerConnection() {
        return spec.sending().reconnect();
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        return new ScriptSession(spec, connection, randoms.next(), ids);
    }

    /**
     * Reads a specification back.
     *
     * @param name the workload's name
     * @param shown its options, as {@link SysbenchSpec#shown()} has them
     * @return the specification
     */
    public static SysbenchSpec specOf(String name, ShownOptions shown) {
        SysbenchScript script = SysbenchScript.valueOf(name.toUpperCase(Locale.ROOT));
        ShownOptions statements = shown.within("statements");
        boolean ranges = shown.flag("rangeSelects");
        Map<StatementGroup, Integer> counts = new EnumMap<>(StatementGroup.class);
        for (StatementGroup group : script.groups()) {
            // what a switch has taken out, or a script fixes, is no count of the mix
            boolean counted = (ranges || !group.isRange()) && script != SysbenchScript.OLTP_POINT_SELECT;
            if (counted && statements.values().containsKey(group.property())) {
                counts.put(group, statements.count(group.property()));
            }
        }
        return new SysbenchSpec(
                script,
                new SysbenchSchema(
                        shown.count("tables"),
                        shown.count("tableSize"),
                        shown.flag("autoInc"),
                        shown.flag("secondary"),
                        shown.flag("createSecondary"),
                        shown.text("createTableOptions")),
                new StatementMix(counts, ranges, shown.count("rangeSize")),
                shown.random(),
                shown.sending());
    }
}

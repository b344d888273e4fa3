// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StoredOptions;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The options of sysbench's {@code oltp_*} scripts. Names and defaults are sysbench's. */
public final class SysbenchFamily implements WorkloadFamily {

    private static final FamilyOption<Integer> TABLE_SIZE =
            FamilyOption.number("--table-size", "tableSize", "Rows per table", Defaults.TABLE_SIZE);
    private static final FamilyOption<Boolean> AUTO_INC =
            FamilyOption.onOff("--auto-inc", "autoInc", "Let the server assign ids", true);
    private static final FamilyOption<Boolean> SECONDARY = FamilyOption.onOff(
            "--secondary", "secondary", "Create a secondary index on id in place of the primary key", false);
    private static final FamilyOption<Boolean> CREATE_SECONDARY =
            FamilyOption.onOff("--create-secondary", "createSecondary", "Create a secondary index on column k", true);
    private static final FamilyOption<String> CREATE_TABLE_OPTIONS = new FamilyOption<>(
            "--create-table-options", "createTableOptions", "SQL", Form.TEXT, "", "SQL appended to CREATE TABLE");
    private static final FamilyOption<Boolean> RANGE_SELECTS =
            FamilyOption.onOff("--range-selects", "rangeSelects", "Run the four kinds of range SELECTs", true);
    private static final FamilyOption<Integer> RANGE_SIZE =
            FamilyOption.number("--range-size", "rangeSize", "Ids in a range", Defaults.RANGE_SIZE);

    private static final Map<StatementGroup, FamilyOption<Integer>> STATEMENTS = new EnumMap<>(StatementGroup.class);

    static {
        addCount(StatementGroup.POINT_SELECTS, "SELECTs of one row per transaction");
        addCount(StatementGroup.SIMPLE_RANGES, "SELECTs of a range per transaction");
        addCount(StatementGroup.SUM_RANGES, "SELECTs of the sum of a range per transaction");
        addCount(StatementGroup.ORDER_RANGES, "SELECTs of an ordered range per transaction");
        addCount(StatementGroup.DISTINCT_RANGES, "SELECT DISTINCTs of a range per transaction");
        addCount(StatementGroup.INDEX_UPDATES, "UPDATEs of the indexed column per transaction");
        addCount(StatementGroup.NON_INDEX_UPDATES, "UPDATEs of a column without index per transaction");
        addCount(StatementGroup.DELETE_INSERTS, "Pairs of DELETE and INSERT per transaction");
    }

    private static void addCount(StatementGroup group, String description) {
        String name = "--" + group.name().toLowerCase(Locale.ROOT).replace('_', '-');
        int defaultCount = StatementMix.DEFAULT.count(group);
        STATEMENTS.put(group, FamilyOption.number(name, group.property(), description, defaultCount));
    }

    @Override
    public String label() {
        return "sysbench's oltp workloads";
    }

    @Override
    public List<String> names() {
        return Arrays.stream(SysbenchScript.values())
                .map(SysbenchScript::scriptName)
                .toList();
    }

    @Override
    public String joinedNames() {
        return "oltp_*";
    }

    @Override
    public List<FamilyOption<?>> options() {
        List<FamilyOption<?>> options = new ArrayList<>(List.of(
                TABLES, TABLE_SIZE, AUTO_INC, SECONDARY, CREATE_SECONDARY, CREATE_TABLE_OPTIONS, RowStamp.OPTION));
        options.addAll(STATEMENTS.values());
        options.add(RANGE_SELECTS);
        options.add(RANGE_SIZE);
        return options;
    }

    @Override
    public Set<String> sharedOptions() {
        return WorkloadFamily.randomOptionsAnd("--db-ps-mode", "--skip-trx", "--reconnect");
    }

    @Override
    public SysbenchSpec spec(String name, OptionValues values) {
        int tableSize = values.of(TABLE_SIZE);
        Optional<Integer> range = values.userValue(RANGE_SIZE);
        if (range.isPresent() && range.get() > tableSize) {
            throw values.conflict(
                    "--range-size: " + range.get() + ", must be at most --table-size, which is " + tableSize);
        }
        return create(name, values);
    }

    private static SysbenchSpec create(String name, OptionValues values) {
        return SysbenchSpec.of(script(name))
                .schema(new SysbenchSchema(
                        values.of(TABLES),
                        values.of(TABLE_SIZE),
                        values.of(AUTO_INC),
                        values.of(SECONDARY),
                        values.of(CREATE_SECONDARY),
                        values.of(CREATE_TABLE_OPTIONS),
                        values.of(RowStamp.OPTION)))
                .mix(mix(values))
                .random(values.numbers())
                .sending(values.sending());
    }

    private static SysbenchScript script(String name) {
        return SysbenchScript.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static StatementMix mix(OptionValues values) {
        Map<StatementGroup, Integer> counts = new EnumMap<>(StatementGroup.class);
        STATEMENTS.forEach((group, option) -> counts.put(group, values.of(option)));
        return new StatementMix(counts, values.of(RANGE_SELECTS), values.of(RANGE_SIZE));
    }

    @Override
    public Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return spec instanceof SysbenchSpec sysbench
                ? Optional.of(new SysbenchWorkload(
                        sysbench, numbers.apply(sysbench.random().seed())))
                : Optional.empty();
    }

    @Override
    public String key() {
        return "sysbench";
    }

    @Override
    public SysbenchSpec fromResult(String name, StoredOptions storedOptions) {
        Map<String, @Nullable Object> options = new HashMap<>(storedOptions.values());
        Map<String, @Nullable Object> statements =
                storedOptions.nested("statements").values();
        // defaults for range selects that were switched off, and for the script with a fixed count
        boolean hasFixedCount = script(name) == SysbenchScript.OLTP_POINT_SELECT;
        boolean hasRangeSelects = storedOptions.flag("rangeSelects");
        STATEMENTS.forEach((group, option) -> {
            Object count =
                    hasFixedCount || group.isRange() && !hasRangeSelects ? null : statements.get(option.property());
            options.put(option.property(), count == null ? option.defaultValue() : count);
        });
        return create(
                name,
                new StoredOptions(
                        options)); // not spec(), whose check would reject a small table with the default range size
    }
}

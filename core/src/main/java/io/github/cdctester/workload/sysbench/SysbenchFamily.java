// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.ShownOptions;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** sysbench's options of its tables and statements. Names and defaults are sysbench's. */
public final class SysbenchFamily implements WorkloadFamily {

    private static final FamilyOption<Integer> TABLE_SIZE =
            FamilyOption.number("--table-size", "tableSize", Defaults.TABLE_SIZE);
    private static final FamilyOption<Boolean> AUTO_INC = FamilyOption.onOff("--auto-inc", "autoInc", true);
    private static final FamilyOption<Boolean> SECONDARY = FamilyOption.onOff("--secondary", "secondary", false);
    private static final FamilyOption<Boolean> CREATE_SECONDARY =
            FamilyOption.onOff("--create-secondary", "createSecondary", true);
    private static final FamilyOption<String> CREATE_TABLE_OPTIONS =
            new FamilyOption<>("--create-table-options", "createTableOptions", "SQL", Form.TEXT, "");
    private static final FamilyOption<Boolean> RANGE_SELECTS =
            FamilyOption.onOff("--range-selects", "rangeSelects", true);
    private static final FamilyOption<Integer> RANGE_SIZE =
            FamilyOption.number("--range-size", "rangeSize", Defaults.RANGE_SIZE);

    /** How often a transaction makes each statement. */
    private static final Map<StatementGroup, FamilyOption<Integer>> STATEMENTS = new EnumMap<>(StatementGroup.class);

    static {
        Stream.of(StatementGroup.values())
                .filter(StatementGroup::isCountable)
                .forEach(group -> STATEMENTS.put(group, count(group)));
    }

    /** Its option has its name: {@code --point-selects}. */
    private static FamilyOption<Integer> count(StatementGroup group) {
        String name = "--" + group.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return FamilyOption.number(name, group.property(), StatementMix.DEFAULT.count(group));
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
    public String words() {
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
        Optional<Integer> range = values.given(RANGE_SIZE);
        if (range.isPresent() && range.get() > tableSize) {
            throw values.wrong(
                    "--range-size: " + range.get() + ", must be at most --table-size, which is " + tableSize);
        }
        return made(name, values);
    }

    private static SysbenchSpec made(String name, OptionValues values) {
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
    public SysbenchSpec shown(String name, ShownOptions shown) {
        Map<String, @Nullable Object> options = new HashMap<>(shown.values());
        Map<String, @Nullable Object> statements = shown.within("statements").values();
        // what a switch has taken out, or a script fixes, is no count of the mix
        boolean fixed = script(name) == SysbenchScript.OLTP_POINT_SELECT;
        boolean ranges = shown.flag("rangeSelects");
        STATEMENTS.forEach((group, option) -> {
            Object count = fixed || group.isRange() && !ranges ? null : statements.get(option.property());
            options.put(option.property(), count == null ? option.otherwise() : count);
        });
        return made(name, new ShownOptions(options)); // the default range may be larger than a small table
    }
}

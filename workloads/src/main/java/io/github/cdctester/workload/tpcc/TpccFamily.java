// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.FamilyOption.Role;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StoredOptions;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.workload.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/** The options of the TPC-C-like workload. */
public final class TpccFamily implements WorkloadFamily {

    private static final FamilyOption<Integer> WAREHOUSES = FamilyOption.number(
                    "--warehouses", "warehouses", "Number of warehouses, about 100 MB each", 1)
            .withRole(Role.SWEPT);

    private static final FamilyOption<String> MIX = new FamilyOption<>(
            "--tpcc-mix",
            "mix",
            "MIX",
            Form.TEXT,
            "standard",
            "Transaction mix: standard (45,43,4,4,4), deck (shuffled, as in the TPC-C specification), or five"
                    + " weights (default: standard)");

    private static final FamilyOption<Boolean> THINK_TIMES = FamilyOption.onOff(
            "--think-times", "thinkTimes", "Wait keying and think times as in the TPC-C specification", false);

    @Override
    public List<String> names() {
        return List.of(Tpcc.NAME);
    }

    @Override
    public List<FamilyOption<?>> options() {
        return List.of(WAREHOUSES, MIX, THINK_TIMES, RowStamp.OPTION);
    }

    @Override
    public Set<String> sharedOptions() {
        return Set.of("--check", "--terminals", "--rand-seed");
    }

    @Override
    public Tpcc spec(String name, OptionValues values) {
        return Tpcc.warehouses(values.of(WAREHOUSES))
                .mix(mix(values))
                .thinkTimes(values.of(THINK_TIMES))
                .randSeed(values.numbers().seed())
                .stamp(values.of(RowStamp.OPTION));
    }

    private static Tpcc.Mix mix(OptionValues values) {
        String mix = values.of(MIX);
        if (mix.equals("standard")) {
            return Tpcc.Mix.STANDARD;
        }
        if (mix.equals("deck")) {
            return Tpcc.Mix.DECK;
        }
        if (!mix.matches("\\d{1,5}(,\\d{1,5}){4}")) {
            throw values.conflict(
                    MIX.name() + ": " + mix + ", must be standard, deck, or five whole numbers with commas between");
        }
        return new Tpcc.Mix(Arrays.stream(mix.split(",")).map(Integer::valueOf).toList(), false);
    }

    @Override
    public Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return spec instanceof Tpcc tpcc
                ? Optional.of(new TpccWorkload(tpcc, numbers.apply(tpcc.randSeed())))
                : Optional.empty();
    }

    @Override
    public Tpcc fromResult(String name, StoredOptions storedOptions) {
        Tpcc restored = spec(name, storedOptions);
        return storedOptions.flag("deck")
                ? restored.mix(new Tpcc.Mix(restored.mix().weights(), true))
                : restored;
    }
}

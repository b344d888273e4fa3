// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.catalog;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.SharedOptions;
import io.github.cdctester.internal.workload.StoredOptions;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.largetx.LargeTransactionFamily;
import io.github.cdctester.workload.provided.ProvidedFamily;
import io.github.cdctester.workload.script.ScriptFamily;
import io.github.cdctester.workload.storm.StormFamily;
import io.github.cdctester.workload.sysbench.SysbenchFamily;
import io.github.cdctester.workload.tpcc.TpccFamily;
import io.github.cdctester.workload.transfer.TransferFamily;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The registry of workload families. New families must be registered here. */
public final class Workloads {

    /** Sorted in the order used by messages. */
    public static final Workloads ALL = new Workloads(List.of(
            new SysbenchFamily(),
            new TpccFamily(),
            new TransferFamily(),
            new LargeTransactionFamily(),
            new StormFamily()));

    private final List<WorkloadFamily> builtInFamilies;
    private final WorkloadFamily fileFamily = new ScriptFamily();
    private final ProvidedFamily providerFamily;

    public Workloads(List<WorkloadFamily> builtInFamilies) {
        this.builtInFamilies = List.copyOf(builtInFamilies);
        providerFamily = new ProvidedFamily(names());
    }

    /** Lists built-in families first. */
    public List<WorkloadFamily> families() {
        return Stream.concat(builtInFamilies.stream(), Stream.of(fileFamily, providerFamily))
                .toList();
    }

    /** Includes the shared options. */
    public static Stream<FamilyOption<?>> options() {
        return Stream.concat(
                ALL.families().stream().flatMap(family -> family.options().stream()), SharedOptions.ALL.stream());
    }

    /** Returns the names of built-in workloads. */
    public List<String> names() {
        return builtInFamilies.stream()
                .flatMap(family -> family.names().stream())
                .toList();
    }

    /** Returns empty if no built-in workload has this name. */
    public Optional<WorkloadFamily> family(String name) {
        return builtInFamilies.stream()
                .filter(family -> family.names().contains(name))
                .findFirst();
    }

    public WorkloadFamily fileFamily() {
        return fileFamily;
    }

    public WorkloadFamily providerFamily() {
        return providerFamily;
    }

    public void rejectAmbiguousName(String name) {
        providerFamily.rejectAmbiguousName(name);
    }

    public static Workload workloadOf(WorkloadSpec spec) {
        return workloadOf(spec, SharedNumbers::forSingleProcess);
    }

    /** Creates the workload of one of several processes, whose workers share {@code numbers}. */
    public static Workload workloadOf(WorkloadSpec spec, SharedNumbers numbers) {
        return workloadOf(spec, seed -> numbers);
    }

    private static Workload workloadOf(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return ALL.families().stream()
                .flatMap(family -> family.workload(spec, numbers).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no workload for " + spec));
    }

    /**
     * Restores a specification from result.json.
     *
     * @param key {@link WorkloadSpec.DisplayedSpec#key()}
     * @throws IllegalArgumentException if there is no such workload, or an option is missing or has the wrong type
     */
    public static WorkloadSpec specFromResult(String name, String key, Map<String, @Nullable Object> options) {
        StoredOptions storedOptions = new StoredOptions(options);
        return ALL.families().stream()
                .filter(family -> family.ownsOptions(key, storedOptions))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the workload " + name + " is not known here"))
                .fromResult(name, storedOptions);
    }
}

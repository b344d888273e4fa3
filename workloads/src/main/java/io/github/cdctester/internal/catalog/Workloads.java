// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.catalog;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.SharedOptions;
import io.github.cdctester.internal.workload.ShownOptions;
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

/** All workload families. A new family is registered here only. */
public final class Workloads {

    /** All of them; messages list them in this order. */
    public static final Workloads ALL = new Workloads(List.of(
            new SysbenchFamily(),
            new TpccFamily(),
            new TransferFamily(),
            new LargeTransactionFamily(),
            new StormFamily()));

    private final List<WorkloadFamily> named;
    private final WorkloadFamily files = new ScriptFamily();
    private final ProvidedFamily providers;

    /** Takes the built-in families; custom workloads are added. */
    public Workloads(List<WorkloadFamily> named) {
        this.named = List.copyOf(named);
        providers = new ProvidedFamily(names());
    }

    /** Returns all families: first the built-in ones, then custom workloads. */
    public List<WorkloadFamily> families() {
        return Stream.concat(named.stream(), Stream.of(files, providers)).toList();
    }

    /** Returns the options of all families and the shared options. */
    public static Stream<FamilyOption<?>> options() {
        return Stream.concat(
                ALL.families().stream().flatMap(family -> family.options().stream()), SharedOptions.ALL.stream());
    }

    /** The names of workloads that need neither a file nor a provider. */
    public List<String> names() {
        return named.stream().flatMap(family -> family.names().stream()).toList();
    }

    /** The family of a name; empty if only a provider may have the name. */
    public Optional<WorkloadFamily> family(String name) {
        return named.stream().filter(family -> family.names().contains(name)).findFirst();
    }

    public WorkloadFamily files() {
        return files;
    }

    public WorkloadFamily providers() {
        return providers;
    }

    /** Refuses a name that stands for several workloads. */
    public void refuseClash(String name) {
        providers.refuseClash(name);
    }

    /** The workload that a specification describes. */
    public static Workload of(WorkloadSpec spec) {
        return of(spec, SharedNumbers::alone);
    }

    /** The workload of a specification in one of several processes, which have the numbers in common. */
    public static Workload of(WorkloadSpec spec, SharedNumbers numbers) {
        return of(spec, seed -> numbers);
    }

    private static Workload of(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return ALL.families().stream()
                .flatMap(family -> family.workload(spec, numbers).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no workload for " + spec));
    }

    /**
     * Reads a specification from result.json.
     *
     * @param key name of its options, {@link WorkloadSpec.DisplayedSpec#key()}
     * @throws IllegalArgumentException if there is no such workload, or an option is missing or has another form
     */
    public static WorkloadSpec displayed(String name, String key, Map<String, @Nullable Object> options) {
        ShownOptions shown = new ShownOptions(options);
        return ALL.families().stream()
                .filter(family -> family.shows(key, shown))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the workload " + name + " is not known here"))
                .displayed(name, shown);
    }
}

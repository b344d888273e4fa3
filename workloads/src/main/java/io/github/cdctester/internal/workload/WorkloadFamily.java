// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.workload.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/** Workloads with common options: the properties of all of them. {@link WorkloadSpec} describes a single one. */
public interface WorkloadFamily {

    /** How many tables there are; two families have it. */
    FamilyOption<Integer> TABLES =
            FamilyOption.number("--tables", "tables", "Number of tables, with storm 10 by default", Defaults.TABLES);

    /** Returns the options for random numbers, which several families have, and further ones. */
    static Set<String> randomOptionsAnd(String... others) {
        Set<String> options = new HashSet<>(Set.of(others));
        SharedOptions.RANDOM.forEach(option -> options.add(option.name()));
        return Set.copyOf(options);
    }

    /** The family's name in messages. */
    default String label() {
        return names().get(0);
    }

    /** The names; none if a file or a provider has it. */
    List<String> names();

    default String words() {
        return String.join(", ", names());
    }

    List<FamilyOption<?>> options();

    /** The options that it shares with other families; the others are refused if none of them is written. */
    Set<String> sharedOptions();

    default boolean has(String option) {
        return sharedOptions().contains(option)
                || options().stream().anyMatch(own -> own.name().equals(option));
    }

    /**
     * A workload's specification by its options.
     *
     * @param name one of the names; if there are none, the provider's or the path of the file
     * @throws io.github.cdctester.failure.InvalidPlanException if a value is out of range
     */
    WorkloadSpec spec(String name, OptionValues values);

    /**
     * The workload that can be run.
     *
     * @param numbers what its workers have in common, of the seed that the specification has
     * @return the workload; empty if the spec is not of this family
     * @throws io.github.cdctester.failure.InvalidPlanException if a file or an option is wrong, or there is no such provider
     * @throws io.github.cdctester.failure.RunFailedException if a provider fails
     */
    Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers);

    /** The key under which results show the options of its workloads: {@link WorkloadSpec.DisplayedSpec#key()}. */
    default String key() {
        return names().get(0);
    }

    default boolean shows(String key, ShownOptions options) {
        return key.equals(key());
    }

    /**
     * Reads a specification back that a result shows.
     *
     * @throws IllegalArgumentException if an option is missing or of another form
     */
    default WorkloadSpec displayed(String name, ShownOptions options) {
        return spec(name, options);
    }
}

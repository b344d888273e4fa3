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

/** A family of workloads with the same options. {@link WorkloadSpec} describes a single workload. */
public interface WorkloadFamily {

    /** The number of tables, an option of two families. */
    FamilyOption<Integer> TABLES =
            FamilyOption.number("--tables", "tables", "Number of tables, with storm 10 by default", Defaults.TABLES);

    /** Returns the names of the shared options for random numbers, plus {@code otherNames}. */
    static Set<String> randomOptionsAnd(String... otherNames) {
        Set<String> options = new HashSet<>(Set.of(otherNames));
        SharedOptions.RANDOM_OPTIONS.forEach(option -> options.add(option.name()));
        return Set.copyOf(options);
    }

    /** Returns the family's name for messages. */
    default String label() {
        return names().get(0);
    }

    /** Returns the names of the family's workloads; empty if a file or a provider defines the name. */
    List<String> names();

    default String joinedNames() {
        return String.join(", ", names());
    }

    List<FamilyOption<?>> options();

    /**
     * Returns the names of the supported options that are not in {@link #options()}, such as {@link SharedOptions}. They are
     * rejected if no load of the run supports them.
     */
    Set<String> sharedOptions();

    default boolean hasOption(String option) {
        return sharedOptions().contains(option)
                || options().stream()
                        .anyMatch(familyOption -> familyOption.name().equals(option));
    }

    /**
     * Creates a workload's specification from options.
     *
     * @param name one of {@link #names()}; if there are no names, the provider's name or the path of the file
     * @throws io.github.cdctester.failure.InvalidPlanException if a value is out of range
     */
    WorkloadSpec spec(String name, OptionValues values);

    /**
     * Creates the workload for a run.
     *
     * @param numbers creates the numbers that the workers share, from the specification's seed
     * @return the workload; empty if the specification belongs to another family
     * @throws io.github.cdctester.failure.InvalidPlanException if a file or an option is invalid, or the provider does not exist
     * @throws io.github.cdctester.failure.RunFailedException if a provider fails
     */
    Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers);

    /**
     * Returns the key under which results store the options of the family's workloads: {@link WorkloadSpec.DisplayedSpec#key()}.
     */
    default String key() {
        return names().get(0);
    }

    /** Returns true if the options, which a result stores under {@code key}, belong to a workload of this family. */
    default boolean ownsOptions(String key, StoredOptions options) {
        return key.equals(key());
    }

    /**
     * Restores the specification from the options in a result.
     *
     * @throws IllegalArgumentException if an option is missing or has the wrong type
     */
    default WorkloadSpec fromResult(String name, StoredOptions options) {
        return spec(name, options);
    }
}

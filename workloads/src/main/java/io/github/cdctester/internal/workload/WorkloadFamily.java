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

/** Workloads with the same options. {@link WorkloadSpec} describes a single workload. */
public interface WorkloadFamily {

    FamilyOption<Integer> TABLES =
            FamilyOption.number("--tables", "tables", "Number of tables, with storm 10 by default", Defaults.TABLES);

    /** Adds {@code otherNames} to the shared options for random numbers. */
    static Set<String> randomOptionsAnd(String... otherNames) {
        Set<String> options = new HashSet<>(Set.of(otherNames));
        SharedOptions.RANDOM_OPTIONS.forEach(option -> options.add(option.name()));
        return Set.copyOf(options);
    }

    /** Returns the name for messages. */
    default String label() {
        return names().get(0);
    }

    /** Returns empty if a file or a provider defines the name. */
    List<String> names();

    default String joinedNames() {
        return String.join(", ", names());
    }

    List<FamilyOption<?>> options();

    /**
     * Supported options that are not in {@link #options()}, such as {@link SharedOptions}. They are rejected if no load of the run
     * supports them.
     */
    Set<String> sharedOptions();

    default boolean hasOption(String option) {
        return sharedOptions().contains(option)
                || options().stream()
                        .anyMatch(familyOption -> familyOption.name().equals(option));
    }

    /**
     * @param name one of {@link #names()}; if there are no names, the provider's name or the path of the file
     * @throws io.github.cdctester.failure.InvalidPlanException if a value is out of range
     */
    WorkloadSpec spec(String name, OptionValues values);

    /**
     * Returns empty if the specification belongs to another family.
     *
     * @param numbers creates the numbers that the workers share, from the specification's seed
     * @throws io.github.cdctester.failure.InvalidPlanException if a file or an option is invalid, or the provider does not exist
     * @throws io.github.cdctester.failure.RunFailedException if a provider fails
     */
    Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers);

    /** Results store the family's options under this key: {@link WorkloadSpec.DisplayedSpec#key()}. */
    default String key() {
        return names().get(0);
    }

    /** A result stores these options under {@code key}. */
    default boolean ownsOptions(String key, StoredOptions options) {
        return key.equals(key());
    }

    /** @throws IllegalArgumentException if an option is missing or has the wrong type */
    default WorkloadSpec fromResult(String name, StoredOptions options) {
        return spec(name, options);
    }
}

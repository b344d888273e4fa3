// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.catalog;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.FamilyOption.Role;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.WorkloadFamily;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A built-in workload, a workload file or a provider's workload.
 *
 * @param name empty for the default workload
 * @param file path of a workload file
 */
public record WorkloadChoice(Workloads workloads, Optional<String> name, Optional<String> file) {

    /** An unknown name is assumed to be a provider's workload. */
    public WorkloadFamily family() {
        return file.isPresent()
                ? workloads.fileFamily()
                : workloads.family(nameOrDefault()).orElse(workloads.providerFamily());
    }

    private String nameOrDefault() {
        return name.orElse(workloads.names().get(0));
    }

    /** Returns a text for messages, such as {@code --workload tpcc}. */
    public String option() {
        return file.map(path -> "--workload-file " + path).orElse("--workload " + nameOrDefault());
    }

    public WorkloadSpec spec(OptionValues values) {
        WorkloadFamily family = family();
        if (family.names().contains(nameOrDefault())) {
            workloads.rejectAmbiguousName(nameOrDefault());
        }
        return family.spec(file.orElse(nameOrDefault()), values);
    }

    /**
     * Rejects a name together with a file, and an option that no workload of the run uses.
     *
     * @param value for the message
     * @param families families of all workloads of the run
     * @param selection the options that selected these workloads, for the message
     */
    public void rejectUnusedOption(
            String option, String value, Collection<WorkloadFamily> families, String selection, OptionValues values) {
        if (file.isPresent() && name.isPresent()) {
            throw values.conflict("--workload-file is given, but --workload too: give one of the two");
        }
        List<WorkloadFamily> ownerFamilies = workloads.families().stream()
                .filter(family -> family.hasOption(option))
                .toList();
        if (!ownerFamilies.isEmpty() && families.stream().noneMatch(ownerFamilies::contains)) {
            throw values.conflict(option + ": " + value + ", must be left out with " + selection + ": it is for "
                    + ownerFamilies.stream()
                            .map(WorkloadFamily::label)
                            .distinct()
                            .collect(Collectors.joining(", ")));
        }
    }

    /**
     * Returns {@code load} unless an option sets an interval between starts above 0. {@code rateOption} sets the rate of
     * {@code load}, for the message.
     */
    public LoadSpec withInterval(LoadSpec load, OptionValues values, String rateOption) {
        FamilyOption<?> intervalOption = family().options().stream()
                .filter(option -> option.role() == Role.INTERVAL
                        && values.userValue(option).isPresent())
                .findFirst()
                .orElse(null);
        Duration interval = intervalOption == null ? Duration.ZERO : (Duration) values.of(intervalOption);
        if (intervalOption == null || interval.isZero()) {
            return load;
        }
        if (load instanceof LoadSpec.OpenLoop) {
            throw values.conflict(
                    intervalOption.name() + " is given, but " + rateOption + " too: both set when transactions start");
        }
        return LoadSpec.openLoop(load.threads(), Rate.perSecond(1e9 / interval.toNanos()));
    }
}

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
 * The workload that options name: one of a family, a file or a provider.
 *
 * @param name of the workload; empty for the first workload
 * @param file of a workload of the user
 */
public record WorkloadChoice(Workloads workloads, Optional<String> name, Optional<String> file) {

    /** Returns the family. A name that no family has may be a provider's. */
    public WorkloadFamily family() {
        return file.isPresent()
                ? workloads.files()
                : workloads.family(nameOrFirst()).orElse(workloads.providers());
    }

    private String nameOrFirst() {
        return name.orElse(workloads.names().get(0));
    }

    /** Returns the option that names it, as in {@code --workload tpcc}. */
    public String option() {
        return file.map(path -> "--workload-file " + path).orElse("--workload " + nameOrFirst());
    }

    /** Returns the specification that the options describe. */
    public WorkloadSpec spec(OptionValues values) {
        WorkloadFamily family = family();
        if (family.names().contains(nameOrFirst())) {
            workloads.refuseClash(nameOrFirst());
        }
        return family.spec(file.orElse(nameOrFirst()), values);
    }

    /**
     * Refuses an option that would be ignored, or a second workload.
     *
     * @param value the option's value, for the message
     * @param written the families of all workloads that are written
     * @param given the options that name them
     */
    public void refuseOther(
            String option, String value, Collection<WorkloadFamily> written, String given, OptionValues values) {
        if (file.isPresent() && name.isPresent()) {
            throw values.wrong("--workload-file is given, but --workload too: give one of the two");
        }
        List<WorkloadFamily> owners = workloads.families().stream()
                .filter(family -> family.has(option))
                .toList();
        if (!owners.isEmpty() && written.stream().noneMatch(owners::contains)) {
            throw values.wrong(option + ": " + value + ", must be left out with " + given + ": it is for "
                    + owners.stream().map(WorkloadFamily::label).distinct().collect(Collectors.joining(", ")));
        }
    }

    /**
     * Starts transactions at the workload's own interval, if an option gives one.
     *
     * @param rateOption the option that gives {@code load} its rate
     */
    public LoadSpec paced(LoadSpec load, OptionValues values, String rateOption) {
        FamilyOption<?> option = family().options().stream()
                .filter(each ->
                        each.role() == Role.INTERVAL && values.given(each).isPresent())
                .findFirst()
                .orElse(null);
        Duration interval = option == null ? Duration.ZERO : (Duration) values.of(option);
        if (option == null || interval.isZero()) {
            return load;
        }
        if (load instanceof LoadSpec.OpenLoop) {
            throw values.wrong(
                    option.name() + " is given, but " + rateOption + " too: both say when transactions start");
        }
        return LoadSpec.openLoop(load.threads(), Rate.perSecond(1e9 / interval.toNanos()));
    }
}

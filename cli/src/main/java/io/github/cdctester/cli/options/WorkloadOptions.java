// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.catalog.WorkloadChoice;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.FamilyOption.Role;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.internal.yaml.NearNames;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Common workload options. Each workload family declares its own options. */
public final class WorkloadOptions extends OptionGroup {

    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Workloads.ALL.names().iterator();
        }
    }

    private final Workloads workloads;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads the field
    private CommandSpec name;

    @Option(
            names = "--workload-file",
            paramLabel = "FILE",
            description = "Your own workload in YAML, in place of --workload")
    private @Nullable Path file;

    @Option(
            names = "--workload-option",
            paramLabel = "NAME=VALUE",
            description = "Option of your own workload; repeatable")
    private Map<String, String> options = new TreeMap<>();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads the field
    private CommandSpec families;

    /** Called by picocli. */
    public WorkloadOptions() {
        this(Workloads.ALL);
    }

    WorkloadOptions(Workloads workloads) {
        this.workloads = workloads;
        name = FamilyOptions.workloadOption(workloads);
        families = FamilyOptions.of(workloads);
    }

    public LoadSpec withWorkloadInterval(LoadSpec load) {
        return workloadChoice().withInterval(load, new CommandLineValues(false), "--rate");
    }

    public LoadSpec withWorkloadInterval(String background, LoadSpec load) {
        return backgroundChoice(background).withInterval(load, new CommandLineValues(true), "--background-rate");
    }

    public Optional<String> transactionCountOption() {
        return workloadChoice().family().options().stream()
                .filter(option -> option.role() == Role.ENDS_THE_RUN && line().hasMatchedOption(option.name()))
                .map(FamilyOption::name)
                .findFirst();
    }

    public WorkloadSpec workload() {
        return workload(workloadChoice().option(), workloadChoice().family());
    }

    public WorkloadSpec workloadWithBackground(String background) {
        return workload(
                workloadChoice().option() + " and --background " + background,
                workloadChoice().family(),
                backgroundChoice(background).family());
    }

    private WorkloadSpec workload(String selection, WorkloadFamily... allowedFamilies) {
        CommandLineValues values = new CommandLineValues(false);
        for (OptionSpec option : line().matchedOptions()) {
            String name = OptionGroup.nameAsGiven(option, line());
            workloadChoice()
                    .rejectUnusedOption(
                            name,
                            FamilyOptions.value(option, name, line()),
                            List.of(allowedFamilies),
                            selection,
                            values);
        }
        return workloadChoice().spec(values);
    }

    public WorkloadSpec background(String background) {
        return backgroundChoice(background).family().spec(background, new CommandLineValues(true));
    }

    List<SweepAxis> axes(boolean includeSingleValues) {
        return FamilyOptions.axes(workloads, line(), includeSingleValues);
    }

    String sweepableOptions() {
        List<String> names = FamilyOptions.sweptOptionNames(workloads);
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
    }

    private WorkloadChoice workloadChoice() {
        return new WorkloadChoice(
                workloads,
                Optional.ofNullable(line().matchedOptionValue(FamilyOptions.WORKLOAD, null)),
                Optional.ofNullable(file).map(Path::toString));
    }

    private WorkloadChoice backgroundChoice(String background) {
        if (workloads.family(background).isEmpty()) {
            throw usageError("--background: " + background + ", must be one of: "
                    + NearNames.oneOf(background, workloads.names()));
        }
        return new WorkloadChoice(workloads, Optional.of(background), Optional.empty());
    }

    private ParseResult line() {
        return spec.commandLine().getParseResult();
    }

    private final class CommandLineValues implements OptionValues {
        private final boolean inBackground;

        private CommandLineValues(boolean inBackground) {
            this.inBackground = inBackground;
        }

        @Override
        public <T> Optional<T> userValue(FamilyOption<T> option) {
            return FamilyOptions.findValue(option, line());
        }

        @Override
        public Map<String, String> customOptions() {
            return options;
        }

        @Override
        public boolean inBackground() {
            return inBackground;
        }

        @Override
        public RuntimeException conflict(String message) {
            return usageError(message);
        }
    }
}

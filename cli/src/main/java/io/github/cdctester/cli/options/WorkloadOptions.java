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

/** The workload. Each family declares its own options; common ones are here. */
public final class WorkloadOptions extends OptionGroup {

    /** The workloads that need neither a file nor a provider. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Workloads.ALL.names().iterator();
        }
    }

    private final Workloads workloads;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
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
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private CommandSpec families;

    /** Creates the options, for picocli. */
    public WorkloadOptions() {
        this(Workloads.ALL);
    }

    /** Creates the options of some families. */
    WorkloadOptions(Workloads workloads) {
        this.workloads = workloads;
        name = FamilyOptions.name(workloads);
        families = FamilyOptions.of(workloads);
    }

    /** Starts the workload's transactions at its own interval, if an option gave one. */
    public LoadSpec paced(LoadSpec load) {
        return choice().paced(load, new Given(false), "--rate");
    }

    /** Starts the background's transactions at its own interval, if an option gave one. */
    public LoadSpec paced(String background, LoadSpec load) {
        return chosen(background).paced(load, new Given(true), "--background-rate");
    }

    /** The option that gave the workload's own number of transactions; empty for none. */
    public Optional<String> numbered() {
        return choice().family().options().stream()
                .filter(option -> option.role() == Role.ENDS_THE_RUN && line().hasMatchedOption(option.name()))
                .map(FamilyOption::name)
                .findFirst();
    }

    /** The only workload. */
    public WorkloadSpec workload() {
        return workload(choice().option(), choice().family());
    }

    public WorkloadSpec workloadBeside(String background) {
        return workload(
                choice().option() + " and --background " + background,
                choice().family(),
                chosen(background).family());
    }

    private WorkloadSpec workload(String given, WorkloadFamily... written) {
        Given values = new Given(false);
        for (OptionSpec option : line().matchedOptions()) {
            String name = OptionGroup.nameAsGiven(option, line());
            choice().refuseOther(name, FamilyOptions.value(option, name, line()), List.of(written), given, values);
        }
        return choice().spec(values);
    }

    public WorkloadSpec background(String background) {
        return chosen(background).family().spec(background, new Given(true));
    }

    List<SweepAxis> axes(boolean ofOneValue) {
        return FamilyOptions.axes(workloads, line(), ofOneValue);
    }

    String lists() {
        List<String> names = FamilyOptions.swept(workloads);
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
    }

    private WorkloadChoice choice() {
        return new WorkloadChoice(
                workloads,
                Optional.ofNullable(line().matchedOptionValue(FamilyOptions.WORKLOAD, null)),
                Optional.ofNullable(file).map(Path::toString));
    }

    private WorkloadChoice chosen(String background) {
        if (workloads.family(background).isEmpty()) {
            throw usage("--background: " + background + ", must be one of: "
                    + NearNames.oneOf(background, workloads.names()));
        }
        return new WorkloadChoice(workloads, Optional.of(background), Optional.empty());
    }

    private ParseResult line() {
        return spec.commandLine().getParseResult();
    }

    /** The options on the command line. */
    private final class Given implements OptionValues {
        private final boolean inBackground;

        private Given(boolean inBackground) {
            this.inBackground = inBackground;
        }

        @Override
        public <T> Optional<T> given(FamilyOption<T> option) {
            return FamilyOptions.given(option, line());
        }

        @Override
        public Map<String, String> own() {
            return options;
        }

        @Override
        public boolean inBackground() {
            return inBackground;
        }

        @Override
        public RuntimeException wrong(String message) {
            return usage(message);
        }
    }
}

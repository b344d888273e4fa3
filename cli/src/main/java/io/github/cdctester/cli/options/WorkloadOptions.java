// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.FamilyOption.Role;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.internal.yaml.NearNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
            description = "Workload of your own in YAML, in place of --workload")
    private @Nullable Path file;

    @Option(
            names = "--workload-option",
            paramLabel = "NAME=VALUE",
            description = "Option of a workload of your own; repeatable")
    private Map<String, String> options = new TreeMap<>();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private CommandSpec families;

    @Option(
            names = "--rand-type",
            paramLabel = "TYPE",
            description = "Distribution of ids: uniform, special, gaussian, pareto or zipfian (default: uniform)")
    private RandType randType = Defaults.RAND_TYPE;

    @Option(
            names = "--rand-seed",
            paramLabel = "N",
            description = "Seed of random numbers; 0: a new one for each run (default: 0)")
    private long randSeed;

    @Option(
            names = "--rand-spec-iter",
            paramLabel = "N",
            description = "Uniform draws averaged by gaussian and special (default: ${DEFAULT-VALUE})")
    private int specIter = Defaults.RAND_SPEC_ITER;

    @Option(
            names = "--rand-spec-pct",
            paramLabel = "N",
            description = "Percentage of rows that are special (default: ${DEFAULT-VALUE})")
    private int specPct = Defaults.RAND_SPEC_PCT;

    @Option(
            names = "--rand-spec-res",
            paramLabel = "N",
            description = "Percentage of draws that hit special rows (default: ${DEFAULT-VALUE})")
    private int specRes = Defaults.RAND_SPEC_RES;

    @Option(
            names = "--rand-pareto-h",
            paramLabel = "H",
            description = "Parameter of pareto, between 0 and 1 (default: ${DEFAULT-VALUE})")
    private double paretoH = Defaults.RAND_PARETO_H;

    @Option(
            names = "--rand-zipfian-exp",
            paramLabel = "E",
            description = "Exponent of zipfian, from 0 (default: ${DEFAULT-VALUE})")
    private double zipfianExp = Defaults.RAND_ZIPFIAN_EXP;

    @Option(
            names = "--db-ps-mode",
            paramLabel = "MODE",
            description = "auto: prepare statements on the server; disable: send them as text (default: auto)")
    private PsMode psMode = PsMode.AUTO;

    @Option(
            names = "--skip-trx",
            paramLabel = "on|off",
            arity = "1",
            converter = Converters.OnOff.class,
            completionCandidates = Converters.OnOff.class,
            description = "Leave out BEGIN and COMMIT, so that each statement commits (default: off)")
    private boolean skipTrx;

    @Option(
            names = "--reconnect",
            paramLabel = "N",
            description = "Reconnect after every N transactions; 0: never (default: 0)")
    private int reconnect;

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
        return paced(family(), load);
    }

    /** Starts the background's transactions at its own interval, if an option gave one. */
    public LoadSpec paced(String background, LoadSpec load) {
        return paced(family("--background", background), load);
    }

    private LoadSpec paced(WorkloadFamily family, LoadSpec load) {
        FamilyOption<?> option =
                FamilyOptions.given(family, Role.INTERVAL, line()).orElse(null);
        Duration interval = option == null
                ? Duration.ZERO
                : (Duration) FamilyOptions.given(option, line()).orElseThrow();
        if (option == null || interval.isZero()) {
            return load;
        }
        if (load instanceof LoadSpec.OpenLoop) {
            throw usage(option.name() + " is given, but "
                    + (line().hasMatchedOption("--background-rate") ? "--background-rate" : "--rate")
                    + " too: both say when transactions start");
        }
        return LoadSpec.openLoop(load.threads(), Rate.perSecond(1e9 / interval.toNanos()));
    }

    /** The option that gave the workload's own number of transactions; empty for none. */
    public Optional<String> numbered() {
        return FamilyOptions.given(family(), Role.ENDS_THE_RUN, line()).map(FamilyOption::name);
    }

    /** The only workload. */
    public WorkloadSpec workload() {
        FamilyOptions.refuseOthers(line(), workloads.families(), List.of(family()), asked());
        return spec();
    }

    public WorkloadSpec workloadBeside(String background) {
        FamilyOptions.refuseOthers(
                line(),
                workloads.families(),
                List.of(family(), family("--background", background)),
                asked() + " and --background " + background);
        return spec();
    }

    public WorkloadSpec background(String background) {
        return family("--background", background).spec(background, new Given(true));
    }

    List<SweepAxis> axes(boolean ofOneValue) {
        return FamilyOptions.axes(workloads, line(), ofOneValue);
    }

    String lists() {
        List<String> names = FamilyOptions.swept(workloads);
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
    }

    private Optional<String> named() {
        return Optional.ofNullable(line().matchedOptionValue(FamilyOptions.WORKLOAD, null));
    }

    private String name() {
        return named().orElse(workloads.names().get(0));
    }

    private String asked() {
        return file == null ? "--workload " + name() : "--workload-file " + file;
    }

    /** An unknown name may belong to a provider. */
    private WorkloadFamily family() {
        if (file != null && named().isPresent()) {
            throw usage("--workload-file is given, but --workload too: give one of the two");
        }
        return file != null ? workloads.files() : workloads.family(name()).orElse(workloads.providers());
    }

    private WorkloadFamily family(String option, String name) {
        return workloads
                .family(name)
                .orElseThrow(() ->
                        usage(option + ": " + name + ", must be one of: " + NearNames.oneOf(name, workloads.names())));
    }

    private WorkloadSpec spec() {
        WorkloadFamily family = family();
        if (family.names().contains(name())) {
            workloads.refuseClash(name());
        }
        return family.spec(file == null ? name() : file.toString(), new Given(false));
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
        public RandomNumbers numbers() {
            return new RandomNumbers(
                    randType, randSeed, new RandomNumbers.Special(specIter, specPct, specRes), paretoH, zipfianExp);
        }

        @Override
        public StatementSending sending() {
            return new StatementSending(psMode, skipTrx, reconnect);
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

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.cli.options.Converters;
import io.github.cdctester.cli.options.LoadOptions;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.options.WorkloadOptions;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.WorkloadSpec;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options of a load in a file. They belong to a command that is never called, so that a key has the meaning of the run's
 * option.
 */
@Command(name = "load")
final class LoadLine {

    @Spec
    private CommandSpec spec;

    @Mixin
    private WorkloadOptions workload;

    @Mixin
    private LoadOptions load;

    @Option(names = "--time", paramLabel = "SECONDS", description = "how long it writes; with until, the longest time")
    Duration time = Duration.ZERO;

    @Option(
            names = "--start",
            paramLabel = "SECONDS",
            description = "how long after the beginning of the phase it begins; default: 0")
    Duration start = Duration.ZERO;

    @Option(
            names = "--events",
            paramLabel = "N",
            description = "after how many transactions it ends; default: 0, no limit")
    long events;

    @Option(
            names = "--percentile",
            paramLabel = "N[,N...]",
            description =
                    "latency percentiles of the line, unless the command has --percentile; of the first load that has it")
    Optional<String> percentile = Optional.empty();

    @Option(
            names = "--report-interval",
            paramLabel = "N",
            description =
                    "seconds between lines, unless the command has --report-interval; of the first load that has it")
    Optional<Integer> reportInterval = Optional.empty();

    private LoadLine() {}

    /** Reads options as they would stand on a command line. */
    static LoadLine parse(String... arguments) {
        LoadLine line = new LoadLine();
        commandLine(line).parseArgs(arguments);
        SweepOptions.refuseLists(line.spec);
        return line;
    }

    static CommandSpec model() {
        return commandLine(new LoadLine()).getCommandSpec();
    }

    private static CommandLine commandLine(LoadLine line) {
        CommandLine commandLine = new CommandLine(line);
        Converters.register(commandLine);
        commandLine.setAbbreviatedOptionsAllowed(false);
        commandLine.setExpandAtFiles(false);
        return commandLine;
    }

    WorkloadSpec workload() {
        return workload.workload();
    }

    LoadSpec load() {
        return load.atOwnRate(workload.workload(), workload.paced(load.load()));
    }
}

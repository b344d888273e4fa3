// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.failure.InvalidPlanException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public final class BackgroundOptions extends OptionGroup {

    @Option(
            names = "--background",
            paramLabel = "NAME",
            completionCandidates = WorkloadOptions.Names.class,
            description = "Second workload, written alongside the first")
    private @Nullable String workload;

    @Option(
            names = "--background-threads",
            paramLabel = "N",
            description = "Workers of the second workload (default: 1)")
    private @Nullable Integer threads;

    @Option(
            names = "--background-rate",
            paramLabel = "RATE",
            converter = Converters.Starts.class,
            description = "Rate of the second workload, in the form of --rate (default: 0)")
    private @Nullable Rate rate;

    public Optional<String> workload() {
        if (workload == null && (threads != null || rate != null)) {
            throw usageError((threads == null ? "--background-rate is " + rate : "--background-threads is " + threads)
                    + ", but there is no --background");
        }
        return Optional.ofNullable(workload);
    }

    public LoadSpec load() {
        int workers = threads == null ? 1 : threads;
        try {
            return rate == null ? LoadSpec.closedLoop(workers) : LoadSpec.openLoop(workers, rate);
        } catch (InvalidPlanException e) {
            throw usageError(OptionNames.message(e).replaceFirst("^--", "--background-"));
        }
    }
}

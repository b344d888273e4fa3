// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.Shrink;
import java.time.Duration;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

public final class ShrinkOptions extends OptionGroup {

    private static final String CONFLICTING_OPTIONS =
            "--(snapshot|play|no-load|inject|fail-if|workers|subscribers|check|replay|probes?|consumer)";

    @Option(names = "--shrink", description = "Find the fewest steps of a storm after which the consumer fails")
    private boolean enabled;

    @Option(
            names = "--shrink-time",
            paramLabel = "SECONDS",
            description = "With --shrink: start no new trial after this time (default: 600)")
    private Duration time = Shrink.TIME;

    /** Fails if another option contradicts {@code --shrink}, or if {@code --from-command} is missing. */
    public boolean isGiven() {
        ParseResult parsed = spec.commandLine().getParseResult();
        for (OptionSpec option : parsed.matchedOptions()) {
            String name = option.longestName();
            if (enabled && name.matches(CONFLICTING_OPTIONS)) {
                throw usageError(name + " is given, but --shrink too: leave one of them out");
            }
            if (!enabled && name.startsWith("--shrink-")) {
                throw usageError(name + " is given, but no --shrink");
            }
        }
        if (enabled && !parsed.hasMatchedOption("--from-command")) {
            throw usageError("--shrink starts the consumer for each trial: give --from-command");
        }
        return enabled;
    }

    public Duration time() {
        if (time.isNegative() || time.isZero()) {
            throw new InvalidPlanException("shrinkTime", time, "a duration above 0");
        }
        return time;
    }
}

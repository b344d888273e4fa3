// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.FindMaxOptions;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.result.FindMaxResult;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The highest rate that holds. */
@Command(
        name = "find-max",
        mixinStandardHelpOptions = true,
        versionProvider = CdcTesterCommand.Version.class,
        sortOptions = false,
        description = {
            "Searches for the highest rate, in transactions started per second, at which each --limit holds, the rate is delivered and"
                    + " no backlog grows: a ramp up or down from --rate (default: 1000), then bisection, then runs that confirm the"
                    + " answer. All other options are those of 'run'; --prepare and --cleanup are done once."
        })
final class FindMaxCommand implements Callable<Integer> {

    private final Interruption interruption;

    @Spec
    private CommandSpec spec;

    @Mixin
    private FindMaxOptions findMaxOptions;

    @Mixin
    private RunOptions options;

    FindMaxCommand(Interruption interruption) {
        this.interruption = interruption;
    }

    @Override
    public Integer call() {
        SweepOptions.refuseLists(spec);
        FindMaxPlan search = options.findMax(findMaxOptions);
        PlanBuilder plan = options.planOverRates(interruption.stopSignal());
        try (CommandServer server = options.open(plan, interruption::begin)) {
            options.lead(plan, server);
            return exitCode(new FindMaxSession(options, spec.commandLine(), search).run(plan));
        }
    }

    static int exitCode(FindMaxResult result) {
        if (result.hasFailed()) {
            return Failures.FAILED;
        }
        return result.isHeld() ? Failures.DONE : Failures.CHECK_FAILED;
    }
}

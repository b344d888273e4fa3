// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.internal.experiment.SweepPlan;
import io.github.cdctester.result.SweepResult;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The same run with one value after the other. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        versionProvider = CdcTesterCommand.Version.class,
        sortOptions = false,
        description = {
            "Repeats 'run' with one value after another, and shows a row for each: exactly one of --threads, --rate,"
                    + " --trx-size and --warehouses is a list, such as --threads=16,32,64. Between two runs it waits until"
                    + " the stream is at rest. All other options are those of 'run'; --prepare and --cleanup are done once"
                    + " where all steps write to the same tables."
        })
final class SweepCommand implements Callable<Integer> {

    private final Interruption interruption;

    @Spec
    private CommandSpec spec;

    @Mixin
    private SweepOptions sweepOptions;

    @Mixin
    private RunOptions options;

    SweepCommand(Interruption interruption) {
        this.interruption = interruption;
    }

    @Override
    public Integer call() {
        SweepPlan sweep = options.sweep(sweepOptions);
        PlanBuilder plan = options.plan(interruption.stopSignal());
        try (CommandServer server = options.open(plan, interruption::begin)) {
            options.lead(plan, server);
            return exitCode(new SweepSession(options, spec.commandLine(), sweep).run(plan));
        }
    }

    private static int exitCode(SweepResult result) {
        if (result.hasFailed()) {
            return Failures.FAILED;
        }
        return result.isHeld() ? Failures.DONE : Failures.CHECK_FAILED;
    }
}

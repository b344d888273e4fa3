// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.InjectOptions;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.result.RunResult;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** One workload, the subscriber, one window. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = CdcTesterCommand.Version.class,
        sortOptions = false,
        description = {
            "Writes a workload, follows the change stream, and measures both. Without --url or --host it starts an embedded"
                    + " MariaDB in a temporary directory, prepares a small data set there and runs on it."
        })
final class RunCommand implements Callable<Integer> {

    private final Interruption interruption;

    @Spec
    private CommandSpec spec;

    @Mixin
    private RunOptions options;

    @Mixin
    private InjectOptions inject;

    RunCommand(Interruption interruption) {
        this.interruption = interruption;
    }

    @Override
    public Integer call() {
        SweepOptions.refuseLists(spec);
        PlanBuilder plan = options.plan(interruption.stopSignal());
        inject.apply(plan, options.measured(), options.given());
        try (CommandServer server = options.open(plan, interruption::begin)) {
            options.lead(plan, server);
            server.own().ifPresent(plan::holding);
            RunResult result = RunSession.of(options.output(), spec.commandLine())
                    .run(plan, plan.build().window());
            return result.interrupted() ? Failures.FAILED : RunSession.exitCode(result);
        }
    }
}

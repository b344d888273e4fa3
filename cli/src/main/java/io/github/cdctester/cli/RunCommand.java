// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.InjectOptions;
import io.github.cdctester.cli.options.value.ListableValue;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.result.RunResult;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "run",
        description = {
            "Writes a workload, follows its change stream, and measures both.",
            "Without --host or --url it starts an embedded MariaDB and runs on that."
        },
        footer = {
            "Examples:",
            "  cdc-tester run",
            "  cdc-tester run --host=db1 --user=u --password --prepare --cleanup --threads=16",
            "  cdc-tester run --workload=tpcc --rate=500 --time=60 --out=results/tpcc"
        })
final class RunCommand extends AbstractCommand {

    @Mixin
    private RunOptions options;

    @Mixin
    private InjectOptions inject;

    @Override
    public Duration plannedTime() {
        return options.plannedTime(options.plan(interruption.stopSignal(), Defaults.WARM_UP));
    }

    @Override
    public Integer call() throws InterruptedException {
        ListableValue.refuseLists(spec);
        PlanBuilder plan = options.plan(interruption.stopSignal(), Defaults.WARM_UP);
        options.storeReports(plan);
        inject.apply(plan, options.measuredTime(), options.configuredEndpoint());
        try (CommandServer server = options.open(plan, this);
                WorkerPods pods = options.startPodsWithReports(plan, interruption)) {
            options.setServer(plan, server);
            RunResult result = Session.run(this, options.output(), plan);
            return isCutShort(result) ? Failures.FAILED : Failures.exitCode(result);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.options.InjectOptions;
import io.github.cdctester.cli.options.WorkersOptions.ReadersOptions;
import io.github.cdctester.cli.session.Session;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "subscribe",
        description = {"Measures a change stream that other clients write to.", "Ends with Ctrl-C or --time."},
        footer = {
            "Examples:",
            "  cdc-tester subscribe --host=db1 --user=repl",
            "  cdc-tester subscribe --host=db1 --from=binlog.000012:4 --time=60",
            "  cdc-tester subscribe --host=db1 --fail-if='delay.p99>1s' --out=results/live"
        })
final class SubscribeCommand extends StreamCommand {

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "Length of the measurement; 0: until Ctrl-C (default: 0)")
    private Duration time = Duration.ZERO;

    @Mixin
    private InjectOptions inject;

    @Mixin
    private ReadersOptions readersOptions;

    @Override
    public Duration plannedTime() {
        plan(startPositions(), time);
        return time;
    }

    @Override
    public Integer call() throws InterruptedException {
        PlanBuilder plan = plan(startPositions(), time);
        inject.apply(plan, time, Optional.of(endpoint()));
        readersOptions.apply(plan);
        begin(outputOptions);
        try (WorkerPods pods = readersOptions.startPods(interruption.stopSignal(), interruption::addRemains)) {
            readersOptions.apply(plan);
            return exitCode(Session.run(this, outputOptions, plan), interruption);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.SweepBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.cli.terminal.ExperimentDisplay.ExperimentKind;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Trials;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.Sweep.SweepPlan;
import io.github.cdctester.result.SweepResult;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "sweep",
        description = {
            "Repeats run over a list of values, such as --threads=1,2,4.",
            "One of --threads, --rate, --trx-size and --warehouses is a list; each value has a row."
        },
        footer = {
            "Examples:",
            "  cdc-tester sweep --threads=1,2,4,8,16,32",
            "  cdc-tester sweep --rate=1000,2000,4000 --repeats=3 --out=results/rates",
            "  cdc-tester sweep --workload=large_transaction --trx-size=0.5GB,1GB,2GB"
        })
final class SweepCommand extends AbstractCommand {

    @Mixin
    private SweepOptions sweepOptions;

    @Mixin
    private RunOptions options;

    @Override
    public Duration plannedTime() {
        SweepPlan sweep = options.sweep(sweepOptions);
        return options.plannedTime(options.plan(interruption.stopSignal(), Defaults.WARM_UP))
                .multipliedBy((long) sweep.axis().points().size() * sweep.repeats());
    }

    @Override
    public Integer call() throws InterruptedException {
        SweepPlan sweep = options.sweep(sweepOptions);
        PlanBuilder plan = options.plan(interruption.stopSignal(), Defaults.WARM_UP);
        try (CommandServer server = options.open(plan, this);
                WorkerPods pods = options.startPods(plan, interruption)) {
            options.setServer(plan, server);
            SweepResult result = Session.run(this, options.output(), session -> run(sweep, plan, session));
            return Failures.exitCode(result.hasFailed(), result.isHeld());
        }
    }

    private static SweepResult run(SweepPlan sweep, PlanBuilder plan, Session session) {
        String option = SweepOptions.option(sweep.axis().parameter());
        Trials trials = new Trials(ExperimentKind.SWEEP, option, plan.build().window(), sweep.settleTimeout());
        ExperimentListener listener = session.experimentListener(trials, plan);
        SweepBuilder builder = CdcTester.sweep(plan, sweep.axis())
                .repeats(sweep.repeats())
                .onError(sweep.onError())
                .settleTimeout(sweep.settleTimeout())
                .listener(listener);
        sweep.until().forEach(limit -> builder.until(limit.expression()));
        return builder.run();
    }
}

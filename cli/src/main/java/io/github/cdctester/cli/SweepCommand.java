// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.SweepBuilder;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.terminal.SweepDisplay;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.SweepListener;
import io.github.cdctester.internal.experiment.SweepPlan;
import io.github.cdctester.internal.report.page.Pages;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The same run with one value after the other. */
@Command(
        name = "sweep",
        description = {
            "Repeats 'run' with one value after another, and shows a row for each: exactly one of --threads, --rate,"
                + " --trx-size and --warehouses is a list, such as --threads=16,32,64. Between two runs it waits until"
                + " the stream is at rest. All other options are those of 'run'; --prepare and --cleanup are done once"
                + " where all steps write to the same tables."
        })
final class SweepCommand extends AbstractCommand {

    @Mixin
    private SweepOptions sweepOptions;

    @Mixin
    private RunOptions options;

    SweepCommand(Interruption interruption) {
        super(interruption);
    }

    @Override
    public Integer call() throws InterruptedException {
        SweepPlan sweep = options.sweep(sweepOptions);
        PlanBuilder plan = options.plan(interruption.stopSignal());
        try (CommandServer server = options.open(plan, interruption::begin)) {
            options.lead(plan, server);
            SweepResult result =
                    Session.run(this, options.output(), ResultKind.SWEEP, session -> run(sweep, plan, session));
            return Failures.exitCode(result.hasFailed(), result.isHeld());
        }
    }

    private static SweepResult run(SweepPlan sweep, PlanBuilder plan, Session session) {
        session.beginsSeries(plan.build());
        session.registry().ifPresent(plan::meterRegistry);
        SweepBuilder builder = CdcTester.sweep(plan, sweep.axis())
                .repeats(sweep.repeats())
                .onError(sweep.onError())
                .settleTimeout(sweep.settleTimeout())
                .listener(listener(sweep, plan.build().window(), session));
        sweep.until().forEach(limit -> builder.until(limit.expression()));
        return builder.run();
    }

    private static SweepListener listener(SweepPlan sweep, Window window, Session session) {
        String option = SweepOptions.option(sweep.axis().parameter());
        return new SweepDisplay(
                session.screen(), session.hasLines(), option, sweep, window, () -> session.display(window)) {
            @Override
            public void runFailed(StepResult step, RuntimeException failure) {
                int steps = sweep.axis().points().size();
                session.runFailed(
                        "step " + step.step() + " of " + steps + " (" + option + "=" + step.label() + ")",
                        String.valueOf(step.reason()),
                        failure);
            }

            @Override
            public void progress(StepResult latest, SweepResult soFar) {
                session.page().soFar(() -> Pages.of(ResultWords.of(soFar)));
                session.write(directory -> {
                    directory.write(ResultWords.of(latest));
                    directory.write(ResultWords.of(soFar));
                });
            }
        };
    }
}

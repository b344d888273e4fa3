// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.SweepBuilder;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.terminal.SweepDisplay;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.SweepPlan;
import io.github.cdctester.internal.report.page.Pages;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import org.jspecify.annotations.Nullable;
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

    private static ExperimentListener listener(SweepPlan sweep, Window window, Session session) {
        String option = SweepOptions.option(sweep.axis().parameter());
        return new SweepDisplay(session.screen(), session.hasLines(), option, () -> session.display(window)) {

            @Override
            public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
                int step = (trial.number() - 1) / trial.repeats() + 1;
                int steps = sweep.axis().points().size();
                session.runFailed(
                        "step " + step + " of " + steps + " (" + option + "="
                                + String.join("", trial.values().values()) + ")",
                        reason,
                        failure);
            }

            @Override
            public void trialEnded(
                    TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining left) {
                SweepResult shown = ResultWords.of((SweepResult) soFar);
                session.page().soFar(() -> Pages.of(shown));
                session.write(directory -> {
                    directory.write(shown.steps().get(shown.steps().size() - 1));
                    directory.write(shown);
                });
            }
        };
    }
}

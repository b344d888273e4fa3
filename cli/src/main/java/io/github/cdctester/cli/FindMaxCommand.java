// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.FindMaxBuilder;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.FindMaxOptions;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.terminal.FindMaxDisplay;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.internal.report.page.Pages;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.RunResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The highest rate that holds. */
@Command(
        name = "find-max",
        description = {
            "Searches for the highest rate, in transactions started per second, at which each --limit holds, the rate"
                + " is delivered and no backlog grows: a ramp up or down from --rate (default: 1000), then bisection,"
                + " then runs that confirm the answer. All other options are those of 'run'; --prepare and --cleanup"
                + " are done once."
        })
final class FindMaxCommand extends AbstractCommand {

    @Mixin
    private FindMaxOptions findMaxOptions;

    @Mixin
    private RunOptions options;

    FindMaxCommand(Interruption interruption) {
        super(interruption);
    }

    @Override
    public Integer call() throws InterruptedException {
        SweepOptions.refuseLists(spec);
        FindMaxPlan search = options.findMax(findMaxOptions);
        PlanBuilder plan = options.planOverRates(interruption.stopSignal());
        try (CommandServer server = options.open(plan, interruption::begin)) {
            options.lead(plan, server);
            FindMaxResult result =
                    Session.run(this, options.output(), ResultKind.FIND_MAX, session -> run(search, plan, session));
            return Failures.exitCode(result.hasFailed(), result.isHeld());
        }
    }

    private static FindMaxResult run(FindMaxPlan search, PlanBuilder plan, Session session) {
        session.beginsSeries(plan.build());
        session.registry().ifPresent(plan::meterRegistry);
        FindMaxBuilder builder = CdcTester.findMax(plan)
                .startRate(search.startRate())
                .maxRate(search.maxRate())
                .precision(search.precision())
                .confirmations(search.confirmations())
                .steps(search.steps())
                .settleTimeout(search.settleTimeout())
                .listener(listener(search, plan.build().window(), session));
        search.limits().forEach(limit -> builder.limit(limit.expression()));
        return builder.run();
    }

    private static ExperimentListener listener(FindMaxPlan search, Window window, Session session) {
        return new FindMaxDisplay(session.screen(), session.hasLines(), search, () -> session.display(window)) {

            @Override
            public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
                session.runFailed(
                        "step " + trial.number() + " (--rate="
                                + String.join("", trial.values().values()) + ")",
                        reason,
                        failure);
            }

            @Override
            public void trialEnded(
                    TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining left) {
                super.trialEnded(trial, result, soFar, left);
                FindMaxResult shown = ResultWords.of((FindMaxResult) soFar);
                session.page().soFar(() -> Pages.of(shown));
                session.write(directory -> {
                    directory.write(shown.steps().get(shown.steps().size() - 1));
                    directory.write(shown);
                });
            }
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.FindMaxBuilder;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.FindMaxOptions;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Kind;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Trials;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.result.FindMaxResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The highest rate that holds. */
@Command(name = "find-max")
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
        try (CommandServer server = options.open(plan, interruption)) {
            options.lead(plan, server);
            FindMaxResult result = Session.run(this, options.output(), session -> run(search, plan, session));
            return Failures.exitCode(result.hasFailed(), result.isHeld());
        }
    }

    private static FindMaxResult run(FindMaxPlan search, PlanBuilder plan, Session session) {
        Trials trials = new Trials(Kind.FIND_MAX, "--rate", plan.build().window(), search.settleTimeout());
        ExperimentListener listener = session.experiment(trials, plan);
        FindMaxBuilder builder = CdcTester.findMax(plan)
                .startRate(search.startRate())
                .maxRate(search.maxRate())
                .precision(search.precision())
                .confirmations(search.confirmations())
                .steps(search.steps())
                .settleTimeout(search.settleTimeout())
                .then(search.then().stream().mapToDouble(Double::doubleValue).toArray())
                .listener(listener);
        search.limits().forEach(limit -> builder.limit(limit.expression()));
        return builder.run();
    }
}

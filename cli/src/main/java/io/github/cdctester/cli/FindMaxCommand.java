// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.FindMaxBuilder;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.cli.options.value.ListableValue;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.cli.terminal.ExperimentDisplay.ExperimentKind;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Trials;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.FindMaxResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "find-max",
        description = {
            "Searches the highest rate at which each --limit holds.",
            "No backlog may grow either. The search begins at --rate (default: 1000)."
        },
        footer = {
            "Examples:",
            "  cdc-tester find-max --limit='delay.p99<500ms'",
            "  cdc-tester find-max --limit='delay.p99<1s' --max-rate=20000 --precision=2",
            "  cdc-tester find-max --limit='delay.p99<1s' --then=70%%",
            "  cdc-tester find-max --host=db1 --user=u --limit='write.latency.p95<20ms'"
        })
final class FindMaxCommand extends AbstractCommand {

    @Option(
            names = "--limit",
            paramLabel = "EXPR",
            required = true,
            description = "Condition that a rate must pass, such as 'delay.p99<500ms'; repeatable")
    private List<String> limits = new ArrayList<>();

    @Option(names = "--max-rate", paramLabel = "RATE", description = "Highest rate to try (default: 10000000)")
    private double maxRate = FindMaxPlan.MAX_RATE;

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "Largest gap between the answer and the lowest rate that failed (default: 5%%)")
    private double precision = FindMaxPlan.PRECISION;

    @Option(
            names = "--confirm",
            paramLabel = "N",
            description = "Runs that must confirm the answer (default: ${DEFAULT-VALUE})")
    private int confirmations = FindMaxPlan.CONFIRMATIONS;

    @Option(names = "--steps", paramLabel = "N", description = "Highest number of runs (default: ${DEFAULT-VALUE})")
    private int steps = FindMaxPlan.STEPS;

    @Option(
            names = "--settle-timeout",
            paramLabel = "SECONDS",
            description = "Longest wait for an idle stream between runs; 0: none (default: 300)")
    private Duration settleTimeout = FindMaxPlan.SETTLE_TIMEOUT;

    @Option(
            names = "--then",
            paramLabel = "PERCENT",
            split = ",",
            converter = Converters.Percent.class,
            description = "Then measure the latency at 30, 50, 70, 90 and these percents of the answer")
    private List<Double> curveShares = new ArrayList<>();

    @Mixin
    private RunOptions options;

    @Override
    public Duration plannedTime() {
        options.findMax(this::findMaxPlan);
        return options.plannedTime(options.searchPlan(interruption.stopSignal()));
    }

    @Override
    public Integer call() throws InterruptedException {
        ListableValue.refuseLists(spec);
        FindMaxPlan search = options.findMax(this::findMaxPlan);
        PlanBuilder plan = options.searchPlan(interruption.stopSignal());
        try (CommandServer server = options.open(plan, this);
                WorkerPods pods = options.startPods(plan, interruption)) {
            options.setServer(plan, server);
            FindMaxResult result = Session.run(this, options.output(), session -> run(search, plan, session));
            return Failures.exitCode(result.hasFailed(), result.isHeld());
        }
    }

    private FindMaxPlan findMaxPlan(double startRate) {
        return new FindMaxPlan(
                limits.stream()
                        .map(expression -> Limit.parseRequired("limit", expression))
                        .toList(),
                startRate,
                maxRate,
                precision,
                confirmations,
                steps,
                settleTimeout,
                curveShares);
    }

    private static FindMaxResult run(FindMaxPlan search, PlanBuilder plan, Session session) {
        Trials trials =
                new Trials(ExperimentKind.FIND_MAX, "--rate", plan.build().window(), search.settleTimeout());
        ExperimentListener listener = session.experimentListener(trials, plan);
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

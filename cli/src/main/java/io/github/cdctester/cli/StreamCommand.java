// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.options.CdcOptions;
import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.StreamOptions;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Commands that read a stream and write nothing to the server. */
abstract class StreamCommand extends AbstractCommand {

    @Mixin
    private EndpointOptions endpointOptions;

    @Mixin
    private CdcOptions cdcOptions;

    @Mixin
    private StreamOptions streamOptions;

    @Mixin
    OutputOptions outputOptions;

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            description =
                    "Start: FILE:POS, earliest, now, or a GTID set to leave out; one for each stream (default: now)")
    private List<String> from = new ArrayList<>();

    final Endpoint endpoint() {
        return endpointOptions.requiredEndpointOr(cdcOptions.firstUrl());
    }

    final String database() {
        return endpointOptions.hasDatabase() ? endpoint().database() : "";
    }

    /** Returns an empty list for the current end of the log. */
    final List<StartPosition> startPositions() {
        return from.stream().map(StartPosition::parse).toList();
    }

    final StartPosition singleStartPosition() {
        return from.size() == 1 ? startPositions().get(0) : StartPosition.now();
    }

    final void requireSingleStream(PlanBuilder plan) {
        Plan builtPlan = plan.build();
        if (from.size() > 1
                || builtPlan.streams().size() != 1
                || !builtPlan.subscriber().failover().isEmpty()) {
            throw usageError(
                    spec.name() + " takes one stream of one server: leave out --streams, --cdc-failover, and all but"
                            + " one --cdc-url and --from");
        }
    }

    /**
     * The verdict {@code BEHIND} is not a failure: a run that ends with Ctrl-C or after a time usually stops before the end of the log.
     *
     * @throws RunFailedException after SIGTERM, because the result is not marked as interrupted
     */
    static int exitCode(RunResult result, Interruption interruption) {
        if (interruption.isTerminated()) {
            throw new RunFailedException(Interruption.ENDED_EARLY);
        }
        return result.verdict().status() == Verdict.Status.BEHIND
                ? Failures.exitCodeOfChecks(result)
                : Failures.exitCode(result);
    }

    /** Zero time means no time limit. */
    final PlanBuilder plan(List<StartPosition> from, Duration time) {
        Endpoint endpoint = endpoint();
        PlanBuilder plan = CdcTester.plan()
                .endpoint(endpoint)
                .window(new Window(Duration.ZERO, time, 0, Defaults.DRAIN_TIMEOUT))
                .subscriber(cdcOptions.subscriber(streamOptions, endpoint, from))
                .verify(streamOptions.verification())
                .stopSignal(interruption.stopSignal());
        outputOptions.limits().forEach(plan::failIf);
        Session.check(spec.commandLine(), outputOptions, false);
        return plan;
    }
}

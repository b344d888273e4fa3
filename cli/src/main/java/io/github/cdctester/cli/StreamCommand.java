// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.CdcOptions;
import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.StreamOptions;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.Window;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;

/** The base of commands that only read a stream. */
abstract class StreamCommand extends AbstractCommand {

    @Mixin
    private EndpointOptions endpointOptions;

    @Mixin
    private CdcOptions cdcOptions;

    @Mixin
    private StreamOptions streamOptions;

    @Mixin
    OutputOptions outputOptions;

    StreamCommand(Interruption interruption) {
        super(interruption);
    }

    final Endpoint endpoint() {
        return endpointOptions.requiredOr(cdcOptions.firstUrl());
    }

    /** Makes a plan that reads from these positions for {@code time}; zero for as long as nobody stops it. */
    final PlanBuilder plan(List<StartPosition> from, Duration time) {
        Endpoint endpoint = endpoint();
        PlanBuilder plan = CdcTester.plan()
                .endpoint(endpoint)
                .window(new Window(Duration.ZERO, time, 0, Defaults.DRAIN_TIMEOUT))
                .subscriber(cdcOptions.of(
                        streamOptions.subscriber(StartPosition.now(), cdcOptions.first(endpoint)), endpoint, from))
                .verify(streamOptions.verification())
                .stopSignal(interruption.stopSignal());
        outputOptions.limit(plan);
        Session.check(spec.commandLine(), outputOptions, false);
        return plan;
    }
}

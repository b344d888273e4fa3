// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.InjectOptions;
import io.github.cdctester.cli.options.WorkersOptions.SecretFileOption;
import io.github.cdctester.cli.options.WorkersOptions.SubscribersOption;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures only; somebody else writes. */
@Command(name = "subscribe")
final class SubscribeCommand extends StreamCommand {

    @Option(names = "--time", paramLabel = "SECONDS")
    private Duration time = Duration.ZERO;

    @Mixin
    private InjectOptions inject;

    @Mixin
    private SubscribersOption subscribers;

    @Mixin
    private SecretFileOption secret;

    SubscribeCommand(Interruption interruption) {
        super(interruption);
    }

    @Override
    public Integer call() throws InterruptedException {
        PlanBuilder plan = plan(places(), time);
        inject.apply(plan, time, Optional.of(endpoint()));
        subscribers.apply(plan, secret);
        interruption.begin();
        return exitCode(Session.run(this, outputOptions, plan));
    }
}

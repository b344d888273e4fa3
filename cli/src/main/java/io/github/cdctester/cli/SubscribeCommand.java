// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.InjectOptions;
import io.github.cdctester.cli.options.WorkersOptions.SecretFileOption;
import io.github.cdctester.cli.options.WorkersOptions.SubscribersOption;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures only; somebody else writes. */
@Command(
        name = "subscribe",
        description = {
            "Follows a change stream that somebody else writes, and measures it, until Ctrl-C or --time. It writes"
                    + " nothing, unless --delay-source heartbeat asks for it."
        })
final class SubscribeCommand extends StreamCommand {

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            description = "where in the log to start: FILE:POS, earliest, now, or the GTIDs to leave out; once, or once"
                    + " for each stream; default: now")
    private List<String> from = new ArrayList<>();

    @Option(names = "--time", paramLabel = "SECONDS", description = "how long to measure; default: 0, until Ctrl-C")
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
        PlanBuilder plan = plan(from.stream().map(StartPosition::parse).toList(), time);
        inject.apply(plan, time, Optional.of(endpoint()));
        subscribers.apply(plan, secret);
        interruption.begin();
        RunResult result = Session.run(this, outputOptions, plan);
        // to be stopped is how this command ends, wherever the stream is then
        return result.verdict().status() == Verdict.Status.BEHIND
                ? Failures.exitCodeOfChecks(result)
                : Failures.exitCode(result);
    }
}

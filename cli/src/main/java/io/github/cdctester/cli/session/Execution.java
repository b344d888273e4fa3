// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.NodeOptions;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.RunNodes;
import io.github.cdctester.internal.run.pod.PodRun;
import java.time.Duration;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

public final class Execution {

    /** If a Job does not start, its removal takes up to 40 s. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    private Execution() {}

    public static int execute(ParseResult parsed) {
        try {
            return executeCommand(parsed);
        } finally {
            if (parsed.hasSubcommand()
                    && parsed.subcommand().commandSpec().userObject() instanceof AbstractCommand command) {
                command.end();
            }
        }
    }

    private static int executeCommand(ParseResult parsed) {
        NodeOptions options = parsed.hasSubcommand()
                ? NodeOptions.of(parsed.subcommand().commandSpec()).orElse(null)
                : null;
        if (options == null) {
            return new RunLast().execute(parsed);
        }
        AbstractCommand command =
                (AbstractCommand) parsed.subcommand().commandSpec().userObject();
        options.checkDeadline(command::plannedTime);
        if (options.kubernetes().isHere()) {
            return new RunLast().execute(parsed);
        }
        if (options.kubernetes().isDryRun()) {
            command.println(options.manifests().stripTrailing());
            return Failures.DONE;
        }
        try {
            return runInPod(command, options);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted", e);
        }
    }

    private static int runInPod(AbstractCommand command, NodeOptions options) throws InterruptedException {
        var podCommand = options.podCommand();
        command.begin(podCommand.outputs().out(), podCommand.outputs().overwrites(), false);
        command.interruption.setRemainsAndTimeout("the job named above may be left in the cluster", START_TIMEOUT);
        try (PodRun run = RunNodes.platform().start(podCommand, command.interruption.stopSignal(), command::error)) {
            if (options.kubernetes().isDetached()) {
                command.println(run.name());
                return Failures.DONE;
            }
            return new PodSession(command, run, podCommand.outputs()).follow();
        }
    }
}

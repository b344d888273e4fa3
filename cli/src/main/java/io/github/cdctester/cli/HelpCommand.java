// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.failure.UsageErrors;
import io.github.cdctester.cli.manual.HelpPages;
import io.github.cdctester.cli.options.WorkloadOptions;
import io.github.cdctester.cli.session.AbstractCommand;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

@Command(
        name = "help",
        description = "Shows the help of a command, or the options of a workload.",
        footer = {"Examples:", "  cdc-tester help run", "  cdc-tester help tpcc"})
final class HelpCommand extends AbstractCommand {

    @Parameters(
            paramLabel = "COMMAND|WORKLOAD",
            arity = "0..1",
            completionCandidates = WorkloadOptions.Names.class,
            description = "Such as run or tpcc; without one, all commands")
    private @Nullable String topic;

    @Override
    public Integer call() {
        CommandLine root = Objects.requireNonNull(spec.parent()).commandLine();
        CommandLine page = topic == null ? root : page(root, topic);
        page.usage(root.getOut());
        return Failures.DONE;
    }

    private static CommandLine page(CommandLine root, String word) {
        CommandLine command = root.getSubcommands().get(word);
        if (command != null) {
            return command;
        }
        CommandSpec run =
                Objects.requireNonNull(root.getSubcommands().get("run")).getCommandSpec();
        return new CommandLine(HelpPages.workloadPage(run, word)
                        .orElseThrow(() -> UsageErrors.unknown(root, word, "neither a command nor a workload")))
                .setUsageHelpAutoWidth(true);
    }
}

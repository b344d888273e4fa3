// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.result.RunResult.ToolInfo;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a sub-command. */
@Command(
        name = "cdc-tester",
        mixinStandardHelpOptions = true,
        versionProvider = CdcTesterCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        resourceBundle = "io.github.cdctester.cli.pages")
final class CdcTesterCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    CdcTesterCommand() {}

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "no command: give one of "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    /** Says which version this is, and on what it runs. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            ToolInfo tool = ToolInfo.current("");
            return new String[] {"cdc-tester " + tool.version(), "Java " + tool.java(), tool.os()};
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.session.VersionLines;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "cdc-tester",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Measures a MySQL-protocol change stream: its delay (DT), and the bytes, events and transactions it"
                        + " carries per second (BPS, EPS, TPS).",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  cdc-tester run",
            "  cdc-tester run --host=db1 --user=u --password --prepare --cleanup",
            "  cdc-tester oltp_read_write run --mysql-host=db1 --mysql-user=u",
            "The last form accepts sysbench's command line. The options of a workload: cdc-tester help WORKLOAD"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, and all checks passed",
            "1:the run failed, or a signal other than Ctrl-C ended it (server, network, I/O)",
            "2:wrong usage",
            "3:a check failed: changes were lost, duplicated or reordered; the end of the stream was not seen; a --fail-if"
                    + " is true; a consistency condition is broken; no rate passes each --limit; or a comparison is"
                    + " worse than --allow",
            "130:a second Ctrl-C stopped the command at once, without a result"
        })
final class CdcTesterCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "no command: give one of "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}

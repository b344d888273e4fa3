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
        description = {
            "Measures a MySQL-protocol change stream: how late it is (DT), and how many bytes, events and transactions"
                    + " it carries per second (BPS, EPS, TPS).",
            "",
            "  cdc-tester run                              on an embedded MariaDB",
            "  cdc-tester run --host HOST --user U --password --prepare --cleanup",
            "                                              on a server of your own",
            ""
        },
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "sysbench's command lines are taken as they are: cdc-tester oltp_read_write run --mysql-host=HOST"
                    + " --mysql-user=U --range_selects=1 …; --mysql-host, --mysql-port, --mysql-user, --mysql-password,"
                    + " --mysql-db and --mysql-ignore-errors stand for --host, --port, --user, --password, --database and"
                    + " --ignore-errors."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, and all checks held",
            "1:the run failed or was interrupted (server, network, I/O, Ctrl-C)",
            "2:wrong usage",
            "3:a check failed: transactions were lost, duplicated or reordered, by the stream or a judged consumer, the end of the stream was not seen, a"
                    + " --fail-if is true, a consistency condition does not hold, no rate holds each --limit, or a comparison"
                    + " is worse than --allow says"
        })
final class CdcTesterCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    CdcTesterCommand() {}

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "give a command: run, sweep, find-max, plan, judge, prepare, cleanup, subscribe, drain, worker, compare or"
                        + " report");
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

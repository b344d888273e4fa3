// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/**
 * A command that was executed in this process.
 *
 * @param code its exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record Ended(int code, String out, String err) {

    static Ended of(String... arguments) {
        StringWriter err = new StringWriter();
        Interruption interruption = new Interruption();
        StringWriter out = new StringWriter();
        CommandLine commandLine = commandLine(interruption, err);
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.getSubcommands().values().forEach(command -> command.setOut(new PrintWriter(out, true)));
        return new Ended(interruption.ended(Main.start(commandLine, arguments)), out.toString(), err.toString());
    }

    /** The commands, writing to {@code err}. */
    static CommandLine commandLine(Interruption interruption, StringWriter err) {
        CommandLine commandLine = Main.commandLine(interruption);
        commandLine.setErr(new PrintWriter(err, true));
        commandLine.setOut(new PrintWriter(new StringWriter(), true));
        commandLine.getSubcommands().values().forEach(command -> command.setErr(new PrintWriter(err, true)));
        return commandLine;
    }

    List<String> lines() {
        return err.lines().toList();
    }
}

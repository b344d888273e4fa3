// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Interruption;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/**
 * @param code exit code
 * @param out standard output
 * @param err standard error
 */
public record CommandResult(int code, String out, String err) {

    public static CommandResult of(String... arguments) {
        StringWriter err = new StringWriter();
        StringWriter out = new StringWriter();
        int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new CommandResult(code, out.toString(), err.toString());
    }

    static CommandLine commandLine(Interruption interruption, StringWriter err) {
        CommandLine commandLine = Main.commandLine(interruption);
        commandLine.setErr(new PrintWriter(err, true));
        commandLine.setOut(new PrintWriter(new StringWriter(), true));
        commandLine.getSubcommands().values().forEach(command -> command.setErr(new PrintWriter(err, true)));
        return commandLine;
    }

    public List<String> errorLines() {
        return err.lines().toList();
    }
}

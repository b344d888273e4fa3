// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * A command that ran in this JVM, with the same methods for the result as {@link CliProcess}. Running in this JVM saves about one
 * CPU second per command. Tests of signals, pipes, the environment or heap sizes need a process instead.
 *
 * @param exitCode the exit code
 * @param out standard output
 * @param err standard error
 */
public record CliCall(int exitCode, String out, String err) implements AutoCloseable {

    /** Runs a command, and returns when it has ended. */
    public static CliCall of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new CliCall(exitCode, out.toString(), err.toString());
    }

    public List<String> errLines() {
        return err.lines().toList();
    }

    /** Does nothing. Exists so that tests can use a {@link CliProcess} in the same way. */
    @Override
    public void close() {}
}

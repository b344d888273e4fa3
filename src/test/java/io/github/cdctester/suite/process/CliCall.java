// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * A command that ran in this JVM, asked as a {@link CliProcess} is. A process takes a second of CPU more, so it is for what
 * only a process has: signals, pipes, the environment, a heap of its own.
 *
 * @param exitCode the exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CliCall(int exitCode, String out, String err) implements AutoCloseable {

    /** Runs a command to its end. */
    public static CliCall of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new CliCall(exitCode, out.toString(), err.toString());
    }

    public List<String> errLines() {
        return err.lines().toList();
    }

    /** Nothing is left to close: so that a test reads the same with a process. */
    @Override
    public void close() {}
}

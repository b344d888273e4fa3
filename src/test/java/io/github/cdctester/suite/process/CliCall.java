// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * Runs a command in this JVM, which saves about one CPU second. Only a {@link CliProcess} can test signals, pipes, the environment or heap
 * sizes.
 *
 * @param out standard output
 * @param err standard error
 */
public record CliCall(int exitCode, String out, String err) implements AutoCloseable {

    /** Returns when the command has ended. */
    public static CliCall of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new CliCall(exitCode, out.toString(), err.toString());
    }

    public List<String> errLines() {
        return err.lines().toList();
    }

    /** Does nothing, but lets tests replace a {@link CliProcess}. */
    @Override
    public void close() {}
}

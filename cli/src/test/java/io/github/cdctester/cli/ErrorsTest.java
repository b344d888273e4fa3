// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.failure.Interruption;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** An Error, for example from a user's workload, is reported with one line and an exit code. */
class ErrorsTest {

    @CommandLine.Command(name = "erring")
    private static final class FailingCommand implements Callable<Integer> {

        @CommandLine.Option(names = "--verbose")
        private boolean isVerbose;

        @CommandLine.Option(names = "--length")
        private int length;

        @Override
        public Integer call() {
            if (length > 0) {
                throw new StackOverflowError("x".repeat(length));
            }
            throw new StackOverflowError("of a session\nand more, verbose or not: " + isVerbose);
        }
    }

    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        CommandLine commandLine = CommandResult.commandLine(new Interruption(), err);
        commandLine.addSubcommand(new FailingCommand());
        commandLine.setErr(new PrintWriter(err, true)); // also for the added command
        return commandLine.execute(arguments);
    }

    @Test
    void printsErrorInOneLine() {
        assertThat(execute("erring")).isEqualTo(Failures.FAILED);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("cdc-tester: java.lang.StackOverflowError: of a session")
                .endsWith("(--verbose shows more)");
    }

    @Test
    void truncatesLongMessage() {
        assertThat(execute("erring", "--length=10000000")).isEqualTo(Failures.FAILED);
        assertThat(err.toString()).hasSizeBetween(4_000, 4_100).contains("xxx…");
    }

    @Test
    void verbosePrintsStackTrace() {
        assertThat(execute("erring", "--verbose")).isEqualTo(Failures.FAILED);
        assertThat(err.toString()).contains("\tat " + FailingCommand.class.getName());
    }
}

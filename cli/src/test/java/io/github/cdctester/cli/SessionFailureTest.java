// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunInterruptedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command measures, and then fails. */
class SessionFailureTest extends StoredResults {

    private final StringWriter err = new StringWriter();

    /** Runs after the measurement, for example to stop an embedded server. */
    private Runnable end = () -> {};

    @Command(name = "measuring")
    private final class MeasuringCommand extends AbstractCommand {

        private final Session.Measurement<RunResult> measurement;

        @Mixin
        private OutputOptions output;

        MeasuringCommand(Session.Measurement<RunResult> measurement) {
            this.measurement = measurement;
        }

        @Override
        public Integer call() throws InterruptedException {
            Session.run(this, output, measurement);
            end.run();
            return Failures.DONE;
        }
    }

    private int execute(Session.Measurement<RunResult> measurement, String... options) {
        CommandLine commandLine = CommandResult.commandLine(new Interruption(), err);
        commandLine.addSubcommand(new MeasuringCommand(measurement));
        Converters.register(commandLine);
        commandLine.setErr(new PrintWriter(err, true)); // also for the added command
        commandLine.setOut(new PrintWriter(new StringWriter(), true));
        List<String> arguments = new ArrayList<>(List.of("measuring"));
        arguments.addAll(List.of(options));
        if (Stream.of(options).noneMatch(option -> option.startsWith("--junit="))) {
            arguments.add("--junit=" + pathOf("r.xml"));
        }
        return commandLine.execute(arguments.toArray(String[]::new));
    }

    private NotRemovedException notRemovedFailure() {
        NotRemovedException failure =
                new NotRemovedException(new RunFailedException("sbtest1 on db1:3306: error 1142"));
        failure.addSuppressed(new RunInterruptedException(failure, run));
        return failure;
    }

    @Test
    void failedCleanupIsErrorNextToVerdict() {
        assertThat(execute(session -> {
                    throw notRemovedFailure();
                }))
                .isEqualTo(Failures.FAILED);
        assertThat(directory.resolve("r.xml"))
                .content()
                .contains("<testcase name=\"verdict\"")
                .containsOnlyOnce("<error message=\"not everything was removed: sbtest1 on db1:3306: error 1142");
    }

    @Test
    void failureAfterMeasurementIsErrorNextToVerdict() {
        end = () -> {
            throw new RunFailedException("the server did not end");
        };
        assertThat(execute(session -> run)).isEqualTo(Failures.FAILED);
        assertThat(directory.resolve("r.xml"))
                .content()
                .contains("<testcase name=\"verdict\"")
                .containsOnlyOnce("<error message=\"the server did not end\"");
        assertThat(err.toString().lines()).containsExactly("cdc-tester: the server did not end");
    }

    @Test
    void killedCommandLeavesError() throws IOException {
        Files.writeString(directory.resolve("r.xml"), "earlier");
        assertThat(execute(session -> {
                    assertThat(directory.resolve("r.xml"))
                            .content()
                            .contains("errors=\"1\"", "<error message=\"the command did not end\"")
                            .doesNotContain("earlier");
                    return run;
                }))
                .isEqualTo(Failures.DONE);
        assertThat(directory.resolve("r.xml"))
                .content()
                .contains("errors=\"0\"")
                .doesNotContain("did not end");
    }

    @Test
    void refusedMatrixKeepsFileOfCompleteMatrix() throws IOException {
        Path out = Files.createDirectory(directory.resolve("m"));
        Files.writeString(out.resolve("matrix.json"), "{}");
        Path junit = Files.writeString(out.resolve("junit.xml"), "earlier");
        Session.Measurement<RunResult> refusal = session -> {
            throw new InvalidPlanException("out", out, "an empty directory");
        };
        assertThat(execute(refusal, "--out=" + out, "--junit=" + junit)).isEqualTo(Failures.WRONG_USAGE);
        assertThat(junit).hasContent("earlier");
    }

    /** The reader of a pipe may end after the first text, and a second one would wait for the next reader. */
    @Test
    void pipeReceivesOneText() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", pathOf("r.xml")).start().waitFor())
                .isZero();
        for (boolean fails : new boolean[] {true, false}) {
            CompletableFuture<String> reader = CompletableFuture.supplyAsync(this::pipeContent);
            end = () -> {
                if (fails) {
                    throw new RunFailedException("the server did not end");
                }
            };
            assertThat(execute(session -> run)).isEqualTo(fails ? Failures.FAILED : Failures.DONE);
            assertThat(reader.get(30, TimeUnit.SECONDS))
                    .containsOnlyOnce("<testcase name=\"verdict\"")
                    .contains(fails ? "<error message=\"the server did not end\"" : "errors=\"0\"");
        }
    }

    private String pipeContent() {
        try {
            return Files.readString(directory.resolve("r.xml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void passedMeasurementHasNoError() {
        assertThat(execute(session -> run)).isEqualTo(Failures.DONE);
        assertThat(directory.resolve("r.xml"))
                .content()
                .contains("<testcase name=\"verdict\"")
                .doesNotContain("<error");
    }

    @Test
    void unwrittenResultIsErrorNextToVerdict() throws IOException {
        blockResultFile();
        assertThat(execute(session -> run, "--out=" + pathOf("out"))).isEqualTo(Failures.FAILED);
        assertThat(directory.resolve("r.xml"))
                .content()
                .contains("<testcase name=\"verdict\"")
                .containsOnlyOnce("<error message=\"" + writeFailure());
    }

    @Test
    void reportsFailedCleanupAndUnwrittenResult() throws IOException {
        blockResultFile();
        assertThat(execute(
                        session -> {
                            throw notRemovedFailure();
                        },
                        "--out=" + pathOf("out")))
                .isEqualTo(Failures.FAILED);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith(
                        "cdc-tester: not everything was removed: sbtest1 on db1:3306: error 1142; " + writeFailure());
        assertThat(directory.resolve("r.xml")).content().contains("error 1142; " + writeFailure());
    }

    @Test
    void reportsBrokenRunAndUnwrittenResult() throws IOException {
        blockResultFile();
        RunFailedException cause = new RunFailedException("db1:3306 closed the connection");
        cause.addSuppressed(new NotRemovedException("table sbtest1", new RunFailedException("no connection")));
        assertThat(execute(
                        session -> {
                            throw new RunInterruptedException(cause, run);
                        },
                        "--out=" + pathOf("out")))
                .isEqualTo(Failures.FAILED);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("cdc-tester: db1:3306 closed the connection; " + writeFailure())
                .endsWith("; not everything was removed: table sbtest1: no connection");
    }

    @Test
    void reportsErrorAndUnwrittenResult() throws IOException {
        blockResultFile();
        assertThat(execute(
                        session -> {
                            StackOverflowError error = new StackOverflowError("of a workload");
                            error.addSuppressed(new RunInterruptedException(new RunFailedException("-"), run));
                            throw error;
                        },
                        "--out=" + pathOf("out")))
                .isEqualTo(Failures.FAILED);
        assertThat(err.toString().lines()).hasSize(2);
        assertThat(err.toString())
                .startsWith("cdc-tester: " + writeFailure())
                .endsWith("cdc-tester: java.lang.StackOverflowError: of a workload (--verbose shows more)\n");
    }

    private void blockResultFile() throws IOException {
        write("out/result.json/file", ""); // a directory that is not empty cannot be replaced by a file
    }

    private String writeFailure() {
        return "writing " + pathOf("out/result.json") + " failed: ";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(60)
class InterruptionTest {

    @CommandLine.Command(name = "interrupted")
    private static final class InterruptedCommand implements Callable<Integer> {

        private final StopSignal stop;

        @CommandLine.Parameters
        private String end;

        InterruptedCommand(StopSignal stop) {
            this.stop = stop;
        }

        @Override
        public Integer call() throws InterruptedException, IOException {
            new ProcessBuilder("kill", String.valueOf(ProcessHandle.current().pid())).start();
            stop.await(TimeUnit.MINUTES.toNanos(1));
            return switch (end) {
                case "failure" -> throw new RunFailedException("the server is down");
                case "never" -> {
                    Thread.sleep(TimeUnit.HOURS.toMillis(1));
                    yield Failures.FAILED;
                }
                case "error" -> throw new StackOverflowError("of a workload");
                default -> Failures.FAILED;
            };
        }
    }

    static final class InterruptedProgram {

        private InterruptedProgram() {}

        public static void main(String[] args) {
            Interruption interruption = new Interruption();
            if (args[0].equals("never")) {
                interruption.setRemainsAndTimeout("nothing is left", Duration.ofSeconds(1));
            }
            interruption.installShutdownHook();
            interruption.begin();
            CommandLine commandLine = Main.commandLine(interruption);
            commandLine.addSubcommand(new InterruptedCommand(interruption.stopSignal()));
            System.exit(interruption.exitOrReturn(commandLine.execute("interrupted", args[0])));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        early   | a signal ended the command early
        failure | the server is down
        never   | did not end within 1 s after the signal; nothing is left
        error   | java.lang.StackOverflowError: of a workload (--verbose shows more)
        """)
    void printsOneReason(String end, String reason, @TempDir Path directory) throws IOException, InterruptedException {
        Path err = directory.resolve("err");
        Process process =
                new ProcessBuilder(command(end)).redirectError(err.toFile()).start();

        assertThat(process.waitFor()).isEqualTo(Failures.FAILED);
        assertThat(Files.readAllLines(err)).containsExactly("cdc-tester: " + reason);
    }

    private static List<String> command(String end) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                InterruptedProgram.class.getName(),
                end);
    }

    /** The pipe of standard error is full. */
    @Test
    void timeoutEndsProcessWithoutReaderOfErrors() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "head -c 65536 /dev/zero >&2; exec \"$@\"", "sh"));
        command.addAll(command("never"));
        Process process = new ProcessBuilder(command).start();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(Failures.FAILED);
        } finally {
            process.destroyForcibly();
        }
    }
}

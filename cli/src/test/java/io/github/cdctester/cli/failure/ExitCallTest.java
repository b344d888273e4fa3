// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ExitCallTest {

    static final class ExitingProgram {

        private ExitingProgram() {}

        public static void main(String[] args) throws InterruptedException {
            Interruption interruption = new Interruption();
            interruption.installShutdownHook();
            interruption.begin();
            Path end = Path.of(args[1]);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> writeAfterError(end)));
            Thread workerThread = new Thread(() -> exitBy(args[0]));
            workerThread.start();
            workerThread.join();
        }

        private static void exitBy(String method) {
            if (method.equals("system")) {
                System.exit(0);
            }
            Runtime.getRuntime().exit(0);
        }

        /** Ends after the hook of {@link Interruption} could end the process. */
        private static void writeAfterError(Path end) {
            try {
                while (Files.size(end.resolveSibling("err")) == 0) {
                    Thread.onSpinWait();
                }
                Files.writeString(end, "ended");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"system", "runtime"})
    void endsProcessAfterOtherHooks(String method, @TempDir Path directory) throws IOException, InterruptedException {
        Path err = directory.resolve("err");
        Path end = directory.resolve("end");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExitingProgram.class.getName(),
                        method,
                        end.toString())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(Failures.FAILED);
        assertThat(Files.readAllLines(err))
                .containsExactly("cdc-tester: " + ExitingProgram.class.getName() + ".exitBy called System.exit"
                        + "; tables may be left, which 'cdc-tester cleanup' drops");
        assertThat(end).hasContent("ended");
    }
}

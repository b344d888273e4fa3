// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ProgramTest {

    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    @Test
    void successfulProgramReportsNothing() {
        assertThatCode(() -> Program.run(shell("echo hello"), LONG_TIMEOUT)).doesNotThrowAnyException();
    }

    @Test
    void reportsFailedProgramWithLastLine() {
        assertThatThrownBy(() -> Program.run(shell("echo first; echo 'no such thing' >&2; echo; exit 3"), LONG_TIMEOUT))
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("the command sh -c echo first;")
                .hasMessageEndingWith(" ended with code 3: no such thing");
    }

    @Test
    void readsOnlyTheEndOfLongOutput() {
        String longOutput = "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done; exit 1";
        assertThatThrownBy(() -> Program.run(shell(longOutput), LONG_TIMEOUT))
                .hasMessageEndingWith(" ended with code 1: line 2999");
    }

    @Test
    void endsProgramThatTakesTooLong() {
        assertThatThrownBy(() -> Program.run(List.of("sleep", "600"), Duration.ofMillis(50)))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("the command sleep 600 did not end within 0.05 s");
    }

    @Test
    void endsChildProcesses() throws Exception {
        Path pidFile = directory.resolve("pid");
        ProcessHandle child;
        try (Program program = Program.start(
                "helper",
                shell("sleep 600 & echo $! > \"$PID.new\"; mv \"$PID.new\" \"$PID\"; wait"),
                Map.of("PID", pidFile.toString()))) {
            while (!Files.exists(pidFile)) {
                program.failIfEnded();
                Thread.onSpinWait();
            }
            child = ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()))
                    .orElseThrow();
        }
        child.onExit().join();
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void namesMissingProgram() {
        assertThatThrownBy(() -> Program.start("helper", List.of("/nowhere/helper"), Map.of()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("helper could not be started: ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void detectsEndOfBackgroundProgram() throws Exception {
        Path goFile = directory.resolve("go");
        try (Program program = Program.start(
                "helper",
                shell("while [ ! -e \"$GO\" ]; do sleep 0.01; done; echo 'no room'; exit 7"),
                Map.of("GO", goFile.toString()))) {
            assertThatCode(program::failIfEnded).doesNotThrowAnyException();
            Files.writeString(goFile, "");
            assertThatThrownBy(program::awaitSuccess).hasMessage("helper ended with code 7: no room");
            assertThatThrownBy(program::failIfEnded).hasMessage("helper ended by itself with code 7: no room");
        }
    }

    @Test
    void interruptEndsProgram() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Program.run(List.of("sleep", "600"), LONG_TIMEOUT))
                .hasMessage("the command sleep 600 was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    private static List<String> shell(String script) {
        return List.of("sh", "-c", script);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script's {@code kill} prints its arguments. */
class PodShellTest {

    @TempDir
    Path proc;

    @TempDir
    Path results;

    private void createProcess(int id, String commandLine) throws Exception {
        Files.writeString(
                Files.createDirectory(proc.resolve(String.valueOf(id))).resolve("cmdline"), commandLine);
    }

    private String interrupt() throws Exception {
        return interrupt(0);
    }

    private String interrupt(int exitCode) throws Exception {
        String script =
                PodShell.INTERRUPT_SCRIPT.replace("/proc", proc.toString()).replace("/results", results.toString());
        Process shell = new ProcessBuilder("sh", "-c", "kill() { echo \"$@\"; }; sleep() { echo wait; }; " + script)
                .redirectErrorStream(true)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isEqualTo(exitCode);
        return output;
    }

    @Test
    void interruptsCommandOnce() throws Exception {
        createProcess(1, "sh\0-c");
        createProcess(42, "java\0io.github.cdctester.cli.Main\0run");
        assertThat(interrupt()).isEqualTo("-INT 42\n");
        assertThat(interrupt()).isEqualTo("interrupted before\n");
    }

    @Test
    void waitsForCommandThatStarts() throws Exception {
        assertThat(interrupt(1).lines())
                .containsExactly("wait", "wait", "wait", "wait", "wait", "the command was not found");
        createProcess(42, "java\0io.github.cdctester.cli.Main\0run");
        assertThat(interrupt()).isEqualTo("-INT 42\n");
    }
}

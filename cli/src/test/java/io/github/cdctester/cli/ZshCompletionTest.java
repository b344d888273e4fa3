// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.cli.failure.Interruption;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** With {@code bashcompinit}, the completion script for bash also works in zsh. Requires an installed zsh. */
@Timeout(60)
class ZshCompletionTest {

    private static final CommandLine ROOT = Main.commandLine(new Interruption());

    @TempDir
    private Path directory;

    @BeforeEach
    void writeScript() throws IOException {
        assumeTrue(isInstalled("zsh"), "zsh is not installed: its completion is not tested");
        Files.writeString(directory.resolve("completion"), GeneratedFiles.completion(ROOT));
    }

    @Test
    void zshParsesScript() throws Exception {
        Process process = start("zsh", "-f", "-n", "completion");
        process.getOutputStream().close();
        assertThat(outputOf(process)).isEmpty();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void tabKeyCompletes() throws Exception {
        assumeTrue(isInstalled("script"), "there is no script(1)");
        Path program = Files.writeString(directory.resolve("cdc-tester"), "#!/bin/sh\necho \"given <$*>\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.createDirectory(directory.resolve("some-directory"));
        Process process = start("script", "-q", "-e", "--echo=always", "-c", "zsh -f -i", "/dev/null");
        try (OutputStream keys = process.getOutputStream()) {
            keys.write(("PATH=.:$PATH; . ./completion\n"
                            + "cdc-tester ru\t--thr\t4\n"
                            + "cdc-tester run --rand-ty\tun\t --rand-type=un\t --skip-trx=of\t --prep\t\n"
                            + "cdc-tester report some\t\n"
                            + "exit\n")
                    .getBytes(StandardCharsets.UTF_8));
            keys.flush();
            assertThat(outputOf(process))
                    .contains("given <run --threads 4>")
                    .contains("given <run --rand-type uniform --rand-type=uniform --skip-trx=off --prepare>")
                    .contains("given <report some-directory>");
        } finally {
            process.destroyForcibly();
        }
    }

    /** zsh must not read the user's files, or change the user's completion cache. */
    private Process start(String... command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("ZDOTDIR", directory.toString());
        builder.environment().put("TERM", "xterm");
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder.start();
    }

    private static String outputOf(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(output).isTrue();
        return output;
    }

    private static boolean isInstalled(String program) {
        List<String> path = List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
        return Stream.concat(path.stream(), Stream.of("/bin", "/usr/bin"))
                .anyMatch(pathEntry -> Files.isExecutable(Path.of(pathEntry, program)));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class LauncherIT {

    private static final Path INSTALLATION =
            Path.of("../../cli/target/cdc-tester").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @Test
    void requiresEnoughFileDescriptors() throws IOException, InterruptedException {
        assertThat(runShell("ulimit -n 64; \"$0\"/bin/cdc-tester --version"))
                .isEqualTo(
                        "cdc-tester: no more than 64 files may be open at once; at least 192 are needed: ulimit -n 1024\n1");
        assertThat(runShell("ulimit -n 192; \"$0\"/bin/cdc-tester --version"))
                .startsWith("cdc-tester 0.")
                .endsWith("\n0");
    }

    /** A locale that is not installed is the C locale, also for one category. */
    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL=C", "LC_ALL=xx_XX.UTF-8", "LC_ALL= LANG=C.UTF-8 LC_TIME=xx_XX.UTF-8"})
    void startsInNonAsciiDirectory(String locale) throws IOException, InterruptedException {
        String copyAndRun = "d=caf$(printf '\\303\\251') && mkdir $d && cp -r \"$0\"/bin \"$0\"/lib $d && " + locale
                + " $d/bin/cdc-tester --version";

        assertThat(runShell(copyAndRun)).startsWith("cdc-tester 0.").endsWith("\n0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL=C", "LC_ALL=xx_XX.UTF-8", "LC_ALL= LANG=C.UTF-8 LC_TIME=xx_XX.UTF-8"})
    void findsFileWithNonAsciiName(String locale) throws IOException, InterruptedException {
        String writeAndPlan =
                "f=$(printf '\\303\\251').yaml && echo 'x: 1' >$f && " + locale + " \"$0\"/bin/cdc-tester plan $f";

        assertThat(runShell(writeAndPlan)).contains("\u00e9.yaml").contains("x").doesNotContain("no such file");
    }

    /** Returns the output and the exit code. */
    private String runShell(String line) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", line + "; echo $?", INSTALLATION.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true);
        shell.environment().putAll(Map.of("LC_ALL", "C", "HOME", "/nonexistent"));
        Process process = shell.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.strip();
    }
}

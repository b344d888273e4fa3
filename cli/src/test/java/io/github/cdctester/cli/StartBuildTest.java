// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts {@code bin/cdc-tester} in a checkout without a build, whose build fails. */
@Timeout(60)
class StartBuildTest {

    @TempDir
    Path checkout;

    private Path lock;

    @BeforeEach
    void createCheckout() throws IOException {
        for (String directory : new String[] {"bin", "cli", "target", "tools"}) {
            Files.createDirectory(checkout.resolve(directory));
        }
        Files.createFile(checkout.resolve("cli/pom.xml"));
        Files.copy(Path.of("../bin/cdc-tester"), checkout.resolve("bin/cdc-tester"));
        Path maven = Files.writeString(checkout.resolve("tools/mvn"), "#!/bin/sh\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        lock = checkout.toRealPath().resolve("target/cdc-tester-build.lock");
    }

    /** In containers, each command may have the same process id. */
    @Test
    void ignoresLockWithOwnProcessId() throws IOException, InterruptedException {
        Process command = start("ln -s $$ target/cdc-tester-build.lock; exec sh bin/cdc-tester --version");
        assertBuilds(command);
    }

    @Test
    void reportsWaitForOtherBuild() throws IOException, InterruptedException {
        Process owner = new ProcessBuilder("sleep", "60").start();
        try {
            Files.createSymbolicLink(lock, Path.of(String.valueOf(owner.pid())));
            Process command = start("exec sh bin/cdc-tester --version");
            BufferedReader output = command.inputReader();
            assertThat(output.readLine())
                    .isEqualTo("cdc-tester: waits for the build of process " + owner.pid()
                            + "; if it builds nothing, delete " + lock);
            owner.destroyForcibly().waitFor();
            assertBuilds(command);
        } finally {
            owner.destroyForcibly();
        }
    }

    private Process start(String script) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script)
                .directory(checkout.toFile())
                .redirectErrorStream(true);
        builder.environment()
                .merge(
                        "PATH",
                        checkout.resolve("tools").toString(),
                        (path, tools) -> tools + File.pathSeparator + path);
        return builder.start();
    }

    private void assertBuilds(Process command) throws InterruptedException {
        String output = command.inputReader().lines().collect(Collectors.joining("\n"));
        assertThat(output).startsWith("cdc-tester: building ").contains("the build failed");
        assertThat(command.waitFor()).isEqualTo(1);
        assertThat(Files.exists(lock)).isFalse();
    }
}

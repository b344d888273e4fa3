// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

public final class SysbenchProcess {

    private SysbenchProcess() {}

    /** If CDC_TESTER_REQUIRE_DOCKER is set, fails instead. */
    public static void assumeInstalled() throws InterruptedException {
        boolean isInstalled;
        try {
            isInstalled = new ProcessBuilder("sysbench", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            isInstalled = false;
        }
        if (!isInstalled && System.getenv("CDC_TESTER_REQUIRE_DOCKER") != null) {
            throw new AssertionError("sysbench is not installed");
        }
        if (!isInstalled) {
            System.err.println("SKIPPED: sysbench is not installed");
        }
        assumeTrue(isInstalled, "sysbench is not installed");
    }

    /** The options must not contain the endpoint. */
    public static String run(Path directory, TestServer server, String script, String command, List<String> options)
            throws IOException, InterruptedException {
        Endpoint endpoint = server.endpoint();
        List<String> commandLine = new ArrayList<>(List.of(
                "sysbench",
                script,
                "--mysql-host=" + endpoint.host().replace("localhost", "127.0.0.1"),
                "--mysql-port=" + endpoint.port(),
                "--mysql-db=" + endpoint.database(),
                "--mysql-user=" + endpoint.user(),
                "--mysql-password=" + endpoint.password().reveal(),
                "--time=0"));
        commandLine.addAll(options);
        commandLine.add(command);
        Path output = Files.createTempFile(directory, "sysbench", ".txt");
        Process process = new ProcessBuilder(commandLine)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            String message = Files.readString(output);
            assertThat(process.exitValue()).as(message).isZero();
            return message;
        } finally {
            process.destroyForcibly();
        }
    }
}

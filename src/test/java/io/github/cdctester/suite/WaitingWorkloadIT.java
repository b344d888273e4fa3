// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.WorkloadProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A workload of the user that waits forever, or ends the JVM, must not keep the process alive. */
@Timeout(180)
class WaitingWorkloadIT extends ServerContract {

    private static final String CLASS_NAME = WaitingWorkload.Inserts.class.getName();

    @TempDir
    Path directory;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeEach
    void registerProvider() throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(WorkloadProvider.class.getName()), WaitingWorkload.class.getName());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void interruptEndsWait(boolean isCtrlC) throws IOException {
        try (CliProcess cli = run("--cleanup", "--time=" + (isCtrlC ? 600 : 2))) {
            if (isCtrlC) {
                cli.awaitOutput("[   1s ]").interrupt();
            }
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).singleElement().asString().endsWith(timeoutText());
        }
        assertThat(Files.readString(directory.resolve("out/result.json")))
                .contains("\"interrupted\" : true", timeoutText());
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void timeoutEndsPauseAfterWarmUp() throws IOException {
        try (CliProcess cli = run("--cleanup", "--warmup-time=1", "--time=600")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).singleElement().asString().endsWith(timeoutText());
        }
        assertThat(Files.readString(directory.resolve("out/result.json")))
                .contains("\"interrupted\" : true", timeoutText());
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void processEndsIfWorkloadIgnoresInterrupts() {
        try (CliProcess cli = run("--cleanup", "--time=2", option(WaitingWorkload.IGNORES_INTERRUPTS, "on"))) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines())
                    .singleElement()
                    .asString()
                    .contains(timeoutText())
                    .contains(" did not end within 20 s after its connection was closed; check " + CLASS_NAME);
        }
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    private String timeoutText() {
        return "a transaction did not end within " + WaitingWorkload.TIMEOUT_SECONDS
                + " s after the load was stopped; check " + server.endpoint().address() + " and " + CLASS_NAME;
    }

    @ParameterizedTest
    @ValueSource(strings = {"prepare", "session", "execute", "cleanup"})
    void exitInWorkloadEndsProcess(String method) {
        try (CliProcess cli = run("--cleanup", "--events=10", "--time=0", option(WaitingWorkload.EXITS, method))) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines())
                    .containsExactly("cdc-tester: " + WaitingWorkload.class.getName() + ".exitIf called System.exit;"
                            + " tables may be left, which 'cdc-tester cleanup' drops");
        }
        List<List<String>> tables = server.queryRows("SHOW TABLES");
        assertThat(tables).contains(List.of("waiting"));
        tables.forEach(table -> server.execute("DROP TABLE " + table.get(0)));
    }

    @Test
    void exitInWorkloadRemovesEmbeddedServer() throws IOException {
        Path temporaryDirectory = Files.createDirectory(directory.resolve("tmp"));
        try (CliProcess cli = CliProcess.startWithClassPath(
                directory,
                directory,
                Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporaryDirectory),
                List.of("run", "--workload=" + WaitingWorkload.NAME, option(WaitingWorkload.EXITS, "prepare")))) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
        }
        awaitNoFiles(temporaryDirectory);
    }

    /** The server's guard, another process, removes the files a moment later. */
    private static void awaitNoFiles(Path temporaryDirectory) throws IOException {
        while (hasServerFiles(temporaryDirectory)) {
            Thread.onSpinWait(); // the test's timeout limits this loop
        }
    }

    private static boolean hasServerFiles(Path temporaryDirectory) throws IOException {
        try (Stream<Path> files = Files.list(temporaryDirectory)) {
            return files.anyMatch(path -> path.getFileName().toString().startsWith("cdct-"));
        }
    }

    private static String option(String name, String value) {
        return "--workload-option=" + name + "=" + value;
    }

    private CliProcess run(String... options) {
        List<String> arguments = Stream.concat(
                        Stream.of(
                                "run",
                                "--workload=" + WaitingWorkload.NAME,
                                "--threads=2",
                                "--prepare",
                                "--out=" + directory.resolve("out")),
                        Stream.of(options))
                .toList();
        return CliProcess.startWithClassPath(
                directory,
                directory,
                Map.of("CDC_TESTER_PASSWORD", server.endpoint().password().reveal()),
                List.of(CommandLines.withEndpoint(server.endpoint(), arguments.toArray(String[]::new))));
    }
}

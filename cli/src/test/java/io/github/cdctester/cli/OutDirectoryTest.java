// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.files.OutputLock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OutDirectoryTest {

    @TempDir
    private Path directory;

    private Path plan;

    @BeforeEach
    void writePlan() throws IOException {
        plan = Files.writeString(
                directory.resolve("plan.yaml"),
                "probes: {one: {sql: \"SELECT 1\"}}\nphases: [{loads: {main: {workload: oltp_insert, time: 1s}}}]\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "subscribe",
                "drain --from=earliest",
                "sweep --threads=1,2",
                "find-max --limit=delay.p99<1s",
                "judge --from-file=PLAN",
                "plan PLAN",
                "compare a b"
            })
    void rejectsUsedDirectoryBeforeStart(String command) throws IOException {
        Path usedDirectory = Files.createDirectory(directory.resolve("used"));
        Files.writeString(usedDirectory.resolve("result.json"), "old");
        Files.createDirectory(usedDirectory.resolve("step-03"));
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(1);
            List<String> arguments = arguments(command);
            if (!command.startsWith("compare")) {
                arguments.addAll(List.of("--host=127.0.0.1", "--port=" + server.getLocalPort(), "--user=x"));
            }
            arguments.add("--out=" + usedDirectory);
            CommandResult result = CommandResult.of(arguments.toArray(String[]::new));
            assertThat(result.code()).as(result.err()).isEqualTo(2);
            assertThat(result.errorLines())
                    .hasSize(2)
                    .first()
                    .isEqualTo("cdc-tester: --out: " + usedDirectory + " holds a result (result.json, step-03): give"
                            + " another directory, or --overwrite to remove it first");
        }
        assertThat(usedDirectory.resolve("result.json")).hasContent("old");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "run --overwrite",
                "run --on=kubernetes",
                "subscribe",
                "record",
                "learn --workload-file=w.yaml",
                "drain --from=earliest",
                "sweep --threads=1,2",
                "find-max --limit=delay.p99<1s",
                "judge --from-file=PLAN",
                "plan PLAN",
                "plan MATRIX",
                "compare a b --overwrite"
            })
    void rejectsDirectoryOfOtherRunBeforeStart(String command) throws IOException {
        Files.writeString(
                directory.resolve("matrix.yaml"),
                "matrix: {baseline: a, settings: {a: }, threads: [1], workloads: [oltp_insert]}\n");
        Path usedDirectory = Files.createDirectory(directory.resolve("used"));
        Files.writeString(usedDirectory.resolve("samples.jsonl"), "line");
        Files.writeString(usedDirectory.resolve("matrix.jsonl"), "line");
        List<String> arguments = arguments(command);
        if (!command.startsWith("compare")) {
            arguments.addAll(List.of("--host=127.0.0.1", "--port=1", "--user=x"));
            arguments.add("--junit=" + usedDirectory.resolve("junit.xml"));
        }
        arguments.add("--out=" + usedDirectory);
        try (OutputLock lock = OutputLock.acquire(usedDirectory)) {
            CommandResult result = CommandResult.of(arguments.toArray(String[]::new));
            assertThat(result.code()).as(result.err()).isEqualTo(2);
            assertThat(result.errorLines())
                    .hasSize(2)
                    .first()
                    .isEqualTo("cdc-tester: --out: " + usedDirectory
                            + ", must be a directory that no other run uses: another run is writing there");
            assertThat(usedDirectory)
                    .isDirectoryContaining("glob:**/{samples,matrix}.jsonl")
                    .isDirectoryNotContaining("glob:**/junit.xml");
        }
    }

    /** The first command waits for the server's greeting. */
    @ParameterizedTest
    @ValueSource(strings = {"subscribe", "drain --from=earliest"})
    @Timeout(60)
    void runningCommandLocksDirectoryUntilItsEnd(String command) throws Exception {
        Path out = directory.resolve("made/out");
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<String> arguments = arguments(command);
            arguments.addAll(
                    List.of("--host=127.0.0.1", "--port=" + server.getLocalPort(), "--user=x", "--out=" + out));
            FutureTask<CommandResult> first =
                    new FutureTask<>(() -> CommandResult.of(arguments.toArray(String[]::new)));
            new Thread(first).start();
            try (Socket connection = server.accept()) {
                CommandResult second = CommandResult.of(arguments.toArray(String[]::new));
                assertThat(second.code()).as(second.err()).isEqualTo(2);
                assertThat(second.err()).contains("another run is writing there");
            }
            server.close();
            assertThat(first.get().code()).as(first.get().err()).isEqualTo(1);
        }
        assertThat(directory).isDirectoryNotContaining("glob:**/made");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "subscribe",
                "drain --from=earliest",
                "sweep --threads=1,2",
                "find-max --limit=delay.p99<1s",
                "plan PLAN",
                "run --threads=0",
                "plan PLAN --prometheus=x"
            })
    void failedStartLeavesNoFiles(String command) throws IOException {
        Path out = directory.resolve("made/out");
        List<String> arguments = arguments(command);
        arguments.addAll(List.of("--host=127.0.0.1", "--port=1", "--user=x", "--out=" + out));
        CommandResult result = CommandResult.of(arguments.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isBetween(1, 2);
        try (Stream<Path> remaining = Files.list(directory)) {
            assertThat(remaining).containsExactly(plan);
        }
    }

    @Test
    void keepsUndoJournal() throws IOException {
        Path usedDirectory = Files.createDirectory(directory.resolve("used"));
        Files.writeString(usedDirectory.resolve("undo.jsonl"), "{}");
        CommandResult result = CommandResult.of(
                "run", "--host=127.0.0.1", "--port=1", "--user=x", "--overwrite", "--out=" + usedDirectory);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines())
                .first()
                .isEqualTo("cdc-tester: --out: " + usedDirectory + " holds a result (undo.jsonl): rerun that matrix,"
                        + " which undoes its settings, or give another directory");
    }

    private List<String> arguments(String command) {
        return new ArrayList<>(Stream.of(command.replace("PLAN", plan.toString())
                        .replace("MATRIX", directory.resolve("matrix.yaml").toString())
                        .split(" "))
                .toList());
    }
}

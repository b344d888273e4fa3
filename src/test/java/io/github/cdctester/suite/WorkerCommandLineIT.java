// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several commands use worker nodes, and report incorrect use in one line. */
@Timeout(400)
final class WorkerCommandLineIT extends ServerContract {

    private List<WorkerProcess> workers = List.of();
    private Path secret = Path.of("");

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeAll
    void startWorkers(@TempDir Path directory) {
        secret = WorkerProcess.newSecret(directory);
        workers = WorkerProcess.start(2, directory, secret);
    }

    @AfterAll
    void stopWorkers() {
        workers.forEach(WorkerProcess::close);
    }

    private String[] withWorkers(String... options) {
        List<String> arguments = new java.util.ArrayList<>(List.of(options));
        arguments.add(
                "--workers=" + workers.stream().map(WorkerProcess::address).collect(Collectors.joining(",")));
        arguments.add("--secret-file=" + secret);
        arguments.add("--worker-timeout=120");
        return arguments.toArray(String[]::new);
    }

    @Nightly
    @Test
    void sweepUsesWorkers() {
        try (CliCall sweep = CommandLines.call(
                server,
                withWorkers(
                        "sweep",
                        "--prepare",
                        "--cleanup",
                        "--table-size=10",
                        "--threads=2,4",
                        "--time=0",
                        "--events=60"))) {
            assertThat(sweep.exitCode()).as(sweep.err()).isZero();
            assertThat(sweep.out()).contains("LOSSLESS");
        }
    }

    @Test
    void doesNotLoadKubernetesClient(@TempDir Path directory) throws IOException {
        Path log = directory.resolve("loaded");
        List<String> options = CliProcess.javaOptions("-Xmx256m", "-Xlog:class+load:file=" + log);
        try (CliProcess run = CommandLines.start(
                directory,
                server,
                options,
                withWorkers("run", "--prepare", "--cleanup", "--threads=2", "--events=10"))) {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        assertThat(Files.readString(log))
                .contains("io.github.cdctester.internal.cluster.")
                .doesNotContain("io.fabric8.", "io.github.cdctester.internal.kubernetes.");
    }

    @Test
    void workersFillTables() {
        try (CliCall prepare =
                CommandLines.call(server, withWorkers("prepare", "--tables=3", "--table-size=100", "--threads=4"))) {
            assertThat(prepare.exitCode()).as(prepare.err()).isZero();
            assertThat(prepare.out()).contains("oltp_insert is prepared on ");
        }
        assertThat(server.sysbenchRows(3)).isEqualTo(300);
        try (CliCall cleanup = CommandLines.call(server, "cleanup", "--tables=3")) {
            assertThat(cleanup.exitCode()).as(cleanup.err()).isZero();
        }
        assertThat(workers)
                .allSatisfy(
                        worker -> assertThat(worker.process().err()).contains("fills tables of oltp_insert: pieces "));
    }

    @Test
    void planUsesWorkers(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("plan.yaml"), """
                prepare: {workload: oltp_insert, tables: 1, table-size: 10}
                cleanup: true
                phases:
                  - loads:
                      one: {workload: oltp_insert, threads: 2, events: 40}
                  - loads:
                      two: {workload: oltp_insert, threads: 4, events: 80}
                """);
        try (CliCall plan = CommandLines.call(server, withWorkers("plan", file.toString()))) {
            assertThat(plan.exitCode()).as(plan.err() + plan.out()).isZero();
            assertThat(plan.out()).contains("LOSSLESS");
        }
    }

    @Test
    void bothSidesRejectDifferentSecret(@TempDir Path directory) {
        Path otherSecret = WorkerProcess.newSecret(directory);
        WorkerProcess worker = workers.get(0);
        try (CliCall run = CommandLines.call(
                server, "run", "--workers=" + worker.address(), "--secret-file=" + otherSecret, "--time=1")) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            assertThat(run.errLines().get(run.errLines().size() - 1))
                    .contains("worker " + worker.address())
                    .contains("another secret");
        }
        worker.await(Pattern.compile(
                "a connection from \\S+ (that does not have|was broken off before it had shown) this secret"));
    }

    @Test
    void survivesOtherProtocols() throws IOException {
        WorkerProcess worker = workers.get(1);
        String address = worker.address();
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(100);
        }
        assertThat(worker.process().isAlive()).isTrue();
        worker.await(Pattern.compile("refused a connection"));
    }

    @Test
    void reportsIncorrectUseInOneLine() {
        String firstAddress = workers.get(0).address();
        assertRefused(
                2,
                "--workers: " + firstAddress,
                "--workers=" + firstAddress + "," + firstAddress,
                "--secret-file=" + secret);
        assertRefused(2, "--workers needs --secret-file", "--workers=" + firstAddress);
        assertRefused(1, "Connection refused", "--workers=127.0.0.1:1", "--secret-file=" + secret);
    }

    private void assertRefused(int exitCode, String text, String... options) {
        List<String> arguments = new java.util.ArrayList<>(List.of("run", "--prepare", "--cleanup", "--time=1"));
        arguments.addAll(List.of(options));
        try (CliCall run = CommandLines.call(server, arguments.toArray(String[]::new))) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
            assertThat(run.err()).contains(text);
        }
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void reportsPortInUseInOneLine() {
        try (CliCall worker = CliCall.of("worker", "--bind=" + workers.get(0).address(), "--secret-file=" + secret)) {
            assertThat(worker.exitCode()).isEqualTo(1);
            assertThat(worker.errLines()).hasSize(1);
            assertThat(worker.err())
                    .contains("cannot listen on " + workers.get(0).address());
        }
    }

    @Test
    void ctrlCOnCoordinatorEndsLoadNormally(@TempDir Path directory) {
        List<Integer> outputLengths =
                workers.stream().map(worker -> worker.process().err().length()).toList();
        try (CliProcess run = CommandLines.start(
                directory,
                server,
                withWorkers(
                        "run",
                        "--prepare",
                        "--cleanup",
                        "--table-size=10",
                        "--threads=4",
                        "--rate=50",
                        "--time=600"))) {
            run.awaitOutput("[   2s ]").interrupt();
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.errLines()).as(run.err()).isEmpty();
            assertThat(run.out()).contains("(interrupted)").contains("LOSSLESS");
        }
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        for (int i = 0; i < workers.size(); i++) {
            workers.get(i).await(Pattern.compile("has left\\R"), outputLengths.get(i));
        }
    }

    @Test
    void ctrlCEndsIdleWorker(@TempDir Path directory) {
        try (WorkerProcess worker = WorkerProcess.start(1, directory, secret).get(0)) {
            String address = worker.address();
            assertThat(worker.process().interrupt().exitCode()).isZero();
            assertThat(worker.process().errLines()).containsExactly("cdc-tester worker: listens on " + address);
        }
    }

    @Test
    void rejectsMoreNodesThanThreads() {
        try (CliCall run =
                CommandLines.call(server, withWorkers("run", "--prepare", "--cleanup", "--threads=1", "--time=1"))) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
            assertThat(run.err())
                    .contains("--threads: 1, must be at least 2 for oltp_insert: each worker node that writes needs");
        }
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }
}

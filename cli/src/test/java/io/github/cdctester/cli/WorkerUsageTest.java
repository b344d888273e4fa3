// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Interruption;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the command {@code worker}, and the coordinator's options for worker nodes. */
class WorkerUsageTest {

    @TempDir
    Path directory;

    private static void assertRejected(CommandResult result, String message) {
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.errorLines()).hasSize(2).first().asString().startsWith("cdc-tester: " + message);
    }

    @Test
    void hasHelp() {
        assertThat(CommandResult.of("worker", "--help").code()).isZero();
        assertThat(Main.commandLine(new Interruption())
                        .getSubcommands()
                        .get("worker")
                        .getUsageMessage())
                .contains(
                        "--bind=HOST:PORT",
                        "--secret-file=FILE",
                        "--new-secret=FILE",
                        "--once",
                        "--idle-timeout=SECONDS");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            worker                                   | --bind is missing: give HOST:PORT, such as --bind=10.0.0.2:7070
            worker --secret-file=nodes.p12           | --bind is missing: give HOST:PORT
            worker --bind=127.0.0.1:7070             | worker needs --secret-file, the shared secret of all nodes, made with 'cdc-tester worker --new-secret=FILE'
            worker --bind=7070 --secret-file=x       | --bind: '7070', must be HOST:PORT, such as 10.0.0.2:7070 or [::1]:7070
            worker --bind=127.0.0.1: --secret-file=x | --bind: '127.0.0.1:', must be HOST:PORT
            worker --bind=127.0.0.1:65536 --secret-file=x | --bind: '127.0.0.1:65536', must be HOST:PORT
            worker --bind= --secret-file=x           | --bind: '', must be HOST:PORT
            worker --bind=no-such-host.invalid:7070 --secret-file=x | --bind: 'no-such-host.invalid:7070', must be a host whose address can be found
            worker --bind=127.0.0.1:7070,127.0.0.1:7071 --secret-file=x | --bind: '127.0.0.1:7070,127.0.0.1:7071', must be HOST:PORT
            worker --bind=127.0.0.1:7070 --secret-file=never-made | --secret-file: never-made, must be a readable file, the same on all nodes
            """)
    void rejectsInvalidWorker(String line, String message) {
        assertRejected(CommandResult.of(line.split(" +")), message);
    }

    @Test
    void rejectsInvalidSecretFile() throws IOException {
        Path file = Files.writeString(directory.resolve("nodes.p12"), "geheim");
        CommandResult result = CommandResult.of("worker", "--bind=127.0.0.1:7070", "--secret-file=" + file);
        assertRejected(
                result,
                "--secret-file: " + file
                        + ", must be a file created by 'cdc-tester worker --new-secret', the same on all nodes");
        assertThat(result.err()).doesNotContain("geheim");
    }

    @Test
    void createsSecretOnce() throws Exception {
        Path file = directory.resolve("nodes.p12");
        CommandResult creationResult = CommandResult.of("worker", "--new-secret=" + file);
        assertThat(creationResult.code()).as(creationResult.err()).isZero();
        assertThat(creationResult.errorLines())
                .containsExactly("cdc-tester worker: wrote " + file + ": copy it to all nodes, and nowhere else");
        byte[] secret = Files.readAllBytes(file);
        assertThat(KeyStore.getInstance(file.toFile(), "changeit".toCharArray()).size())
                .isEqualTo(1);
        assertRejected(
                CommandResult.of("worker", "--new-secret", file.toString()),
                "--new-secret: " + file + ", must be a file that is not there yet");
        assertThat(file).hasBinaryContent(secret);
        Path fileInMissingDirectory = directory.resolve("missing").resolve("nodes.p12");
        assertRejected(
                CommandResult.of("worker", "--new-secret=" + fileInMissingDirectory),
                "--new-secret: " + fileInMissingDirectory + ", must be a file in a directory");
    }

    @Test
    void stopsWaitingAfterTimeout() {
        Path file = directory.resolve("nodes.p12");
        CommandResult.of("worker", "--new-secret=" + file);
        CommandResult result = CommandResult.of(
                "worker", "--bind=127.0.0.1:0", "--secret-file=" + file, "--once", "--idle-timeout=10ms");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.errorLines())
                .hasSize(2)
                .last()
                .isEqualTo("cdc-tester worker: stopped: no coordinator connected within --idle-timeout");
    }

    @Test
    void rejectsPortInUse() throws IOException {
        Path file = directory.resolve("nodes.p12");
        CommandResult.of("worker", "--new-secret=" + file);
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandResult result =
                    CommandResult.of("worker", "--bind=127.0.0.1:" + socket.getLocalPort(), "--secret-file=" + file);
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.errorLines())
                    .first()
                    .asString()
                    .contains("cannot listen on 127.0.0.1:" + socket.getLocalPort() + ": ")
                    .endsWith("another program uses the port, or the address does not belong to this machine");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--secret-file=nodes.p12", "--tolerate-worker-loss", "--worker-timeout=5s"})
    void rejectsNodeOptionsWithoutWorkers(String option) {
        String name = option.replaceAll("=.*", "");
        assertRejected(
                CommandResult.of("run", "--host=127.0.0.1", "--port=1", option),
                name + " is given, but no worker nodes: give --workers or --subscribers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--secret-file=nodes.p12", "--worker-timeout=5s"})
    void rejectsNodeOptionsOfPrepareWithoutWorkers(String option) {
        String name = option.replaceAll("=.*", "");
        assertRejected(
                CommandResult.of("prepare", "--host=127.0.0.1", "--port=1", option),
                name + " is given, but no worker nodes: give --workers");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --elastic | --elastic is given, but no worker nodes that write: give --workers
            --elastic --subscribers=127.0.0.1:7070 --secret-file=x | --elastic is given, but no worker nodes that write
            --workers=127.0.0.1:7070 | --workers needs --secret-file, the shared secret of all nodes
            --subscribers=127.0.0.1:7070 | --subscribers needs --secret-file, the shared secret of all nodes
            --subscribers=3 --secret-file=x | --subscribers: '3', must be HOST:PORT
            --workers=127.0.0.1:7070 --subscribers=127.0.0.1:7071,127.0.0.1:7071 --secret-file=x | --subscribers: 127.0.0.1:7071, must be each worker node once
            --workers=3 --secret-file=x | --workers: '3', must be HOST:PORT
            --workers=127.0.0.1:7070,127.0.0.1:7070 --secret-file=x | --workers: 127.0.0.1:7070, must be each worker node once
            --workers=127.0.0.1:7070 --secret-file=x --worker-timeout=1s | --worker-timeout: 1 s, must be from 2 s to 10 min
            --workers=127.0.0.1:7070 --secret-file=x --worker-timeout=soon | --worker-timeout: 'soon' is not a duration
            """)
    void rejectsInvalidWorkerNodes(String options, String message) {
        String[] arguments = ("run --host=127.0.0.1 --port=1 " + options).split(" +");
        assertRejected(CommandResult.of(arguments), message);
    }

    @Test
    void planRejectsMoreNodesThanThreadsOfCellOrLoad() throws IOException {
        String phases = """
                phases:
                  - loads:
                      main: {workload: oltp_insert, threads: 4, time: 1s}
                      few:  {workload: oltp_insert, threads: 1, time: 1s}
                """;
        assertThat(checkedPlan(phases, 1).code()).isZero();
        assertRejected(checkedPlan(phases, 2), "--threads: 1, must be at least 2 for few: each worker node");
        String matrix = """
                matrix:
                  settings: {base: {}}
                  baseline: base
                  threads: [2, 4]
                  workloads: [oltp_insert]
                  repeats: 2
                  time: 5s
                """;
        assertThat(checkedPlan(matrix, 2).code()).isZero();
        assertRejected(checkedPlan(matrix, 3), "--threads: 2, must be at least 3 for oltp_insert: each worker node");
    }

    private CommandResult checkedPlan(String text, int nodeCount) throws IOException {
        String nodes = IntStream.range(0, nodeCount)
                .mapToObj(index -> "127.0.0.1:" + (7 + index))
                .collect(Collectors.joining(","));
        Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
        return CommandResult.of("plan", plan.toString(), "--check", "--workers=" + nodes, "--secret-file=x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --workers=kubernetes:                     | --workers: 'kubernetes:' must be kubernetes:N, such as kubernetes:20
            --workers=kubernetes:0                    | --workers: 'kubernetes:0' must be kubernetes:N
            --workers=kubernetes:1001                 | --workers: 1001, must be a number of pods up to 1000
            --workers=kubernetes:2 --subscribers=::1  | --workers and --subscribers: give kubernetes:N or addresses for both
            --workers=kubernetes:2 --secret-file=x    | --secret-file: leave it out with kubernetes:N
            --workers=kubernetes:2 --kubernetes-requests=cpu=many | --kubernetes-requests: 'cpu=many', must be RESOURCE=QUANTITY
            --workers=kubernetes:2 --kubernetes-labels=a=b/c | --kubernetes-labels: 'a=b/c', must be a label of Kubernetes
            --workers=kubernetes:2 --kubernetes-tolerations=a:Never | --kubernetes-tolerations: 'a:Never', must be KEY=VALUE:EFFECT
            --workers=kubernetes:2 --kubernetes-deadline=5 | --kubernetes-deadline: 5 s, must be at least 1 min
            --workers=kubernetes:2 --kubernetes-schedule-timeout=1200 | --kubernetes-schedule-timeout: 1200 s, must be a duration up to 10 min
            --threads=2                               | --dry-run is given, but no pods: give --workers=kubernetes:N
            """)
    void rejectsInvalidPods(String line, String message) {
        assertRejected(CommandResult.of(("run --dry-run " + line).split(" +")), message);
    }

    /** The class path of the distribution must suffice for fabric8's client. */
    @Test
    void reportsUnreachableCluster() {
        System.setProperty("kubernetes.master", "http://127.0.0.1:1/");
        try {
            CommandResult result =
                    CommandResult.of("subscribe", "--host=127.0.0.1", "--user=u", "--subscribers=kubernetes:1");
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.errorLines())
                    .hasSize(2)
                    .last()
                    .asString()
                    .startsWith("cdc-tester: Kubernetes at http://127.0.0.1:1/ does not answer: ");
        } finally {
            System.clearProperty("kubernetes.master");
        }
    }

    @Test
    void kubernetesPrintsOneDocument() {
        assertThat(CommandResult.of("kubernetes", "rbac").out()).contains("kind: Role\n", "verbs: [list, watch]\n");
        assertRejected(CommandResult.of("kubernetes", "pods"), "'pods' must be rbac");
    }
}

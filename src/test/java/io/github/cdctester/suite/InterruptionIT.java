// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks Ctrl-C, SIGTERM, and a crash of the server. No table, process or thread may be left. */
@Timeout(180)
class InterruptionIT extends ServerContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void ctrlCDuringPrepareDropsTables(@TempDir Path directory) {
        try (CliProcess cli = CommandLines.start(
                directory, server, "prepare", "--tables=2", "--table-size=50000000", "--threads=2")) {
            Eventually.assertThat(
                    Duration.ofSeconds(60),
                    () -> server.queryRows("SHOW TABLES").size(),
                    tables -> tables == 2);
            cli.interrupt();

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("stopped while preparing");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void ctrlCDuringCleanupCancelsStatement(@TempDir Path directory) {
        String dropStatements = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE 'DROP TABLE%'";
        server.execute("CREATE TABLE sbtest1 (id INT PRIMARY KEY) COMMENT = 'made by cdc-tester'");
        try (ExtraConnection lockingConnection = new ExtraConnection(server);
                CliProcess cli = cleanupBlockedBy(lockingConnection, directory)) {
            Eventually.assertThat(
                    Duration.ofSeconds(60), () -> server.queryNumber(dropStatements), waiting -> waiting == 1);
            cli.interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err()).contains("stopped while cleaning up oltp_insert on ");
            assertThat(server.queryNumber(dropStatements)).isZero();
            assertThat(server.queryRows("SHOW TABLES")).hasSize(1);
        } finally {
            server.execute("DROP TABLE sbtest1");
        }
    }

    @Test
    void interruptDuringCleanupLeavesNoTables() {
        RunResult result = RoundTripChecks.run(
                planWithActionAtCleanup(() -> Thread.currentThread().interrupt()));
        assertThat(Thread.interrupted())
                .as("the interrupt status is kept for the caller")
                .isTrue();
        assertThat(result.interrupted()).isFalse();
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void listenerErrorDuringCleanupLeavesNoTables() {
        IllegalStateException thrown = new IllegalStateException("of the listener");
        PlanBuilder plan = planWithActionAtCleanup(() -> {
            throw thrown;
        });
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(plan::run)
                .isSameAs(thrown);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    private PlanBuilder planWithActionAtCleanup(Runnable action) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.HEARTBEAT))
                .window(new Window(Duration.ZERO, Duration.ZERO, 20, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter()
                .listener(new RunListener() {
                    @Override
                    public void step(String name) {
                        if (name.startsWith("cleaning")) {
                            action.run();
                        }
                    }
                });
    }

    @Test
    void earlierStopSignalDoesNotPreventCleanup() {
        server.execute("CREATE TABLE sbtest1 (id INT PRIMARY KEY) COMMENT = 'made by cdc-tester'");
        StopSignal raisedSignal = new StopSignal();
        raisedSignal.raise();
        int droppedTableCount = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert())
                .stopSignal(raisedSignal)
                .cleanup();
        assertThat(droppedTableCount).isEqualTo(1);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    private CliProcess cleanupBlockedBy(ExtraConnection lockingConnection, Path directory) {
        lockingConnection.firstColumn("SELECT id FROM sbtest1"); // holds a metadata lock on the table
        return CommandLines.start(directory, server, "cleanup");
    }

    @Test
    void ctrlCDuringRunWritesPartialResult(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (CliProcess cli = CommandLines.start(
                directory,
                server,
                "run",
                "--prepare",
                "--cleanup",
                "--table-size=10",
                "--rate=100",
                "--time=600",
                "--out=" + out)) {
            cli.awaitOutput("[   2s ]").interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("(interrupted)");
            assertThat(Files.readString(out.resolve("result.json"))).contains("\"interrupted\" : true");
            assertThat(Files.readAllLines(out.resolve("samples.csv"))).hasSizeGreaterThanOrEqualTo(3);
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void checksDecideExitCodeAfterCtrlC(@TempDir Path directory) throws IOException {
        try (CliProcess cli = runForLong(directory, "--fail-if=tps>1")) {
            cli.awaitOutput("[   2s ]").interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(3);
            assertThat(Files.readString(directory.resolve("out/result.json"))).contains("\"interrupted\" : true");
            assertThat(Files.readString(directory.resolve("out/summary.md"))).contains("nterrupted");
            assertThat(Files.readString(directory.resolve("junit.xml")))
                    .contains("<error message=\"interrupted: stopped\"");
            assertThat(Files.list(directory.resolve("out"))).noneMatch(InterruptionIT::isTemporary);
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void sigtermEndsRunWithCode1(@TempDir Path directory) {
        try (CliProcess cli = runForLong(directory)) {
            cli.awaitOutput("[   1s ]").terminate();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).containsExactly("cdc-tester: a signal ended the command early");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    /** An INSERT waits for a lock, so the first Ctrl-C has no immediate effect. */
    @Test
    void secondCtrlCStopsAtOnce(@TempDir Path directory) {
        assertThat(CommandLines.call(server, "prepare", "--table-size=10").exitCode())
                .isZero();
        try (ExtraConnection lockingConnection = new ExtraConnection(server);
                CliProcess cli =
                        CommandLines.start(directory, server, "run", "--table-size=10", "--rate=100", "--time=600")) {
            cli.awaitOutput("[   1s ]");
            lockingConnection.execute("LOCK TABLES sbtest1 READ");
            Eventually.assertThat(
                    Duration.ofSeconds(60),
                    () -> cli.isAlive() && cli.interrupt().isAlive(),
                    isAlive -> !isAlive);

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(130);
            assertThat(cli.err()).contains("stopped at once by a second Ctrl-C");
        }
        assertThat(CommandLines.call(server, "cleanup").exitCode()).isZero();
        server.queryRows("SHOW TABLES").forEach(table -> server.execute("DROP TABLE " + table.get(0)));
    }

    /** The Kubernetes API server does not answer, so the first Ctrl-C cannot end the start of the job. */
    @Test
    void secondCtrlCDuringStartInClusterReportsRemainingJob(@TempDir Path directory) throws IOException {
        try (ServerSocket silentServer = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Path kubeconfig =
                    Files.writeString(directory.resolve("kubeconfig"), """
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: a, cluster: {server: "http://127.0.0.1:%d"}}]
                    users: [{name: a, user: {}}]
                    contexts: [{name: a, context: {cluster: a, user: a}}]
                    current-context: a
                    """.formatted(silentServer.getLocalPort()));
            try (CliProcess cli = CliProcess.start(
                    directory,
                    CliProcess.JAVA_OPTIONS,
                    Map.of("KUBECONFIG", kubeconfig.toString()),
                    "run",
                    "--on=kubernetes",
                    "--host=127.0.0.1")) {
                Eventually.assertThat(
                        Duration.ofSeconds(60), cli::err, err -> err.contains("starting the run as job cdc-tester-"));
                Eventually.assertThat(
                        Duration.ofSeconds(60),
                        () -> cli.isAlive() && cli.interrupt().isAlive(),
                        isAlive -> !isAlive);

                assertThat(cli.exitCode()).as(cli.err()).isEqualTo(130);
                assertThat(cli.err())
                        .contains("stopped at once by a second Ctrl-C; the job named above may be left in the cluster");
            }
        }
    }

    private CliProcess runForLong(Path directory, String... extraOptions) {
        List<String> args = new ArrayList<>(List.of("run", "--prepare", "--cleanup", "--table-size=10", "--rate=100"));
        args.addAll(List.of(
                "--time=600", "--out=" + directory.resolve("out"), "--junit=" + directory.resolve("junit.xml")));
        args.addAll(List.of(extraOptions));
        return CommandLines.start(directory, server, args.toArray(String[]::new));
    }

    @Test
    void ctrlCEndsSubscribe(@TempDir Path directory) {
        try (CliProcess cli = CommandLines.start(directory, server, "subscribe")) {
            cli.awaitOutput("[   1s ]").interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("TPS").doesNotContain("(interrupted)");
        }
    }

    @Test
    void serverCrashLeavesInterruptedResult(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        TestServer crashingServer = EmbeddedTestServer.start();
        try (CliProcess cli = CommandLines.start(
                directory,
                crashingServer,
                "run",
                "--prepare",
                "--table-size=10",
                "--threads=4",
                "--rate=100",
                "--time=600",
                "--resume-timeout=1",
                "--out=" + out)) {
            cli.awaitOutput("[   2s ]");
            crashingServer.kill();

            assertThat(cli.exitCode()).as(cli.out()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err()).contains(crashingServer.endpoint().address());
            assertThat(Files.readString(out.resolve("result.json")))
                    .contains("\"interrupted\" : true")
                    .contains("\"status\" : \"BEHIND\"")
                    .contains("\"reason\" : \"the run was ended by a failure: ")
                    .contains("the run was ended before the stream caught up");
            assertThat(Files.list(out)).isNotEmpty().noneMatch(InterruptionIT::isTemporary);
        } finally {
            crashingServer.close();
        }
    }

    @Test
    void ctrlCStopsEmbeddedServerAndRemovesDirectory(@TempDir Path directory) throws IOException {
        Path temporaryDirectory = Files.createDirectory(directory.resolve("tmp"));
        try (CliProcess cli = CliProcess.start(
                directory,
                CliProcess.javaOptions("-Djava.io.tmpdir=" + temporaryDirectory),
                Map.of(),
                "run",
                "--rate=100",
                "--time=600")) {
            cli.awaitOutput("[   1s ]");
            List<ProcessHandle> children =
                    ProcessHandle.of(cli.pid()).orElseThrow().descendants().toList();
            assertThat(children).isNotEmpty();
            cli.interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("(interrupted)");
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            try (Stream<Path> files = Files.list(temporaryDirectory)) {
                assertThat(files.filter(path -> !path.getFileName().toString().startsWith("hsperfdata")))
                        .isEmpty();
            }
        }
    }

    @Test
    void ctrlCEndsWaitForStreamEnd(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (TestServer otherServer = EmbeddedTestServer.start();
                CliProcess cli = CommandLines.start(
                        directory, server, argumentsForStreamOfOtherServer(directory, otherServer, "--out=" + out))) {
            cli.awaitOutput("# waiting for the end of the stream").interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(3);
            assertThat(Files.readString(out.resolve("result.json")))
                    .contains("\"interrupted\" : true")
                    .contains("\"status\" : \"BEHIND\"");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void unreachedStreamEndExitsWith3(@TempDir Path directory) throws IOException {
        try (TestServer otherServer = EmbeddedTestServer.start();
                CliCall cli = CommandLines.call(
                        server, argumentsForStreamOfOtherServer(directory, otherServer, "--drain-timeout=1"))) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(3);
            assertThat(cli.out()).contains("BEHIND").contains("result     The end of the stream was not seen");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    /** The run writes to one server, and reads the idle stream of another server. */
    private static String[] argumentsForStreamOfOtherServer(Path directory, TestServer otherServer, String option)
            throws IOException {
        Path password = Files.writeString(
                directory.resolve("password"), otherServer.endpoint().password().reveal());
        return new String[] {
            "run",
            "--prepare",
            "--cleanup",
            "--table-size=10",
            "--rate=100",
            "--time=1",
            "--cdc-url=jdbc:mariadb://" + otherServer.endpoint().address() + "/",
            "--cdc-password-file=" + password,
            option
        };
    }

    private static boolean isTemporary(Path file) {
        return file.getFileName().toString().startsWith(".");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.suite.VerdictJson.assertClean;
import static io.github.cdctester.suite.VerdictJson.assertVerdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.suite.network.Host;
import io.github.cdctester.suite.network.Network;
import io.github.cdctester.suite.network.RequiresNamespaces;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

@Nightly
@RequiresNamespaces
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkerHostsIT {

    private static final int WORKER_COUNT = 3;
    private static final int EVENTS = 300;
    private static final int ROWS = 10;
    private static final Predicate<StreamTransaction> WORKLOAD_TRANSACTIONS = StreamTransaction.changing("sbtest1");

    /** Processes may pause for long on a machine that runs four suites in parallel. */
    private static final String LONG_TIMEOUT_OPTION = "--worker-timeout=120";

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Pattern SILENT_WORKER = Pattern.compile(
            "worker (\\S+):7070 has not answered for (\\d+\\.\\d) s: it is stopped, cut off from the network, or overloaded");
    private static final Pattern SILENT_COORDINATOR =
            Pattern.compile("has left: it was silent for (\\d+\\.\\d) s; its workers here end");
    private static final Pattern WORK_STARTED = Pattern.compile("works for ");
    private static final Pattern WORK_ENDED = Pattern.compile("has left");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Host> hosts = new ArrayList<>();
    private final List<WorkerProcess> workers = new ArrayList<>();
    private Path workDirectory;
    private Network network;
    private TestServer server;
    private Host coordinator;
    private Path secret;
    private Path out;

    @BeforeAll
    void startHosts(@TempDir Path directory) throws IOException {
        workDirectory = directory;
        network = Network.open();
        CompletableFuture<TestServer> startingServer = CompletableFuture.supplyAsync(this::start);
        secret = WorkerProcess.newSecret(workDirectory);
        coordinator = network.addHost("coordinator");
        for (int i = 1; i <= WORKER_COUNT; i++) {
            Host host = network.addHost("worker" + i);
            hosts.add(host);
            workers.add(WorkerProcess.startOn(host, workDirectory, secret));
        }
        server = startingServer.join();
    }

    /** The server accepts connections only from this machine and the test network. */
    private TestServer start() {
        TestServer mariaDb = EmbeddedTestServer.start("--bind-address=127.0.0.1," + network.address(), "--userstat=1");
        Endpoint endpoint = mariaDb.endpoint();
        String account = "'" + endpoint.user() + "'@'" + network.anyAddress() + "'";
        mariaDb.execute(
                "CREATE USER " + account + " IDENTIFIED BY '"
                        + endpoint.password().reveal() + "'",
                "GRANT ALL PRIVILEGES ON *.* TO " + account);
        return mariaDb;
    }

    @AfterAll
    void stopHosts() {
        workers.forEach(WorkerProcess::close);
        try {
            if (server != null) {
                server.close();
            }
        } finally {
            if (network != null) {
                network.close();
            }
        }
    }

    @BeforeEach
    void createOutputDirectory() throws IOException {
        out = Files.createTempDirectory(workDirectory, "out");
    }

    @AfterEach
    void reconnectHosts() {
        hosts.forEach(Host::reconnect);
        coordinator.reconnect();
        for (WorkerProcess worker : workers) {
            Eventually.assertThat(
                    TIMEOUT,
                    () -> worker.process().err(),
                    output -> WORK_STARTED.matcher(output).results().count()
                            == WORK_ENDED.matcher(output).results().count());
        }
        server.queryRows("SHOW TABLES") // also the heartbeat table of a disconnected coordinator
                .forEach(table -> server.execute("DROP TABLE " + table.get(0)));
        server.execute("FLUSH CLIENT_STATISTICS");
    }

    @Test
    void totalsEqualServerCounters() throws IOException {
        try (CliProcess run =
                run(coordinator, LONG_TIMEOUT_OPTION, "--cleanup", "--time=0", "--rate=300", "--events=" + EVENTS)) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(hosts)
                    .allSatisfy(host -> assertThat(run.out()).contains("# worker " + host.address() + ":7070: "));
        }
        assertEachWorkerInsertedItsShare();
        JsonNode result = result();
        assertThat(result.at("/summary/write/transactions").asLong()).isEqualTo(EVENTS);
        assertClean(result.get("verdict"));
        assertThat(result.at("/verdict/method").asString()).isEqualTo("exact");
        assertThat(result.at("/verdict/committed").asLong()).isEqualTo(EVENTS);
        assertThat(result.at("/verdict/observed").asLong()).isEqualTo(EVENTS);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    /** The proxy listens only on this machine. */
    @Test
    void detectsFaultsOfProxy() throws IOException {
        try (FaultProxy proxy = FaultProxy.to("127.0.0.1", server.endpoint().port())
                        .faults(FaultPlan.of(StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)));
                CliProcess run = CommandLines.start(
                        workDirectory,
                        endpointForHosts(),
                        options(
                                LONG_TIMEOUT_OPTION,
                                "--cleanup",
                                "--time=0",
                                "--events=" + EVENTS,
                                "--cdc-url=jdbc:mysql://127.0.0.1:" + proxy.port() + "/",
                                "--ssl-mode=DISABLED"))) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(3);
        }
        assertVerdict(result().get("verdict"), "LOST", 1, 0, 0);
        assertEachWorkerInsertedItsShare();
    }

    private void assertEachWorkerInsertedItsShare() {
        Map<String, Long> rowsByWorker = insertedRows();
        assertThat(rowsByWorker)
                .hasSize(WORKER_COUNT)
                .allSatisfy((host, rows) -> assertThat(rows - EVENTS / WORKER_COUNT)
                        .isBetween((long) ROWS / WORKER_COUNT, (long) ROWS / WORKER_COUNT + 1));
        assertThat(rowsByWorker.values().stream().mapToLong(rows -> rows).sum()).isEqualTo(EVENTS + ROWS);
    }

    @Test
    void failureNamesDisconnectedWorker() throws IOException {
        Host victim = hosts.get(2);
        try (CliProcess run = run(coordinator, "--cleanup", "--time=200", "--rate=100")) {
            run.awaitOutput("[   1s ]");
            victim.disconnect();
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
            assertThat(run.errLines()).as(run.err()).hasSize(1);
            assertReportedSilent(victim, run.err());
        }
        assertThat(result().get("interrupted").asBoolean()).isTrue();
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void disconnectedWorkerIsDroppedIfTolerated() throws IOException {
        Host victim = hosts.get(0);
        try (CliProcess run = run(coordinator, "--tolerate-worker-loss", "--time=8", "--rate=100")) {
            run.awaitOutput("[   1s ]");
            victim.disconnect();
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertReportedSilent(victim, run.out() + run.err());
        }
        JsonNode result = result();
        assertThat(result.get("notes").toString()).contains("its work since its last report is in the log");
        assertThat(result.at("/verdict/status").asString())
                .as(result.get("verdict").toString())
                .isEqualTo("LOSSLESS");
        long committedCount = result.at("/verdict/committed").asLong();
        Map<String, Long> rowsByWorker = insertedRows();
        assertThat(committedCount)
                .isLessThanOrEqualTo(
                        rowsByWorker.values().stream().mapToLong(rows -> rows).sum());
        rowsByWorker.remove(victim.address());
        assertThat(committedCount + ROWS) // workers also inserted the initial rows
                .isGreaterThanOrEqualTo(
                        rowsByWorker.values().stream().mapToLong(rows -> rows).sum());
    }

    private static void assertReportedSilent(Host victim, String message) {
        Matcher matcher = SILENT_WORKER.matcher(message);
        assertThat(matcher.find()).as(message).isTrue();
        assertThat(matcher.group(1)).isEqualTo(victim.address());
        assertThat(Double.parseDouble(matcher.group(2))).isBetween(4.0, 60.0); // below 5 on machines that are not busy
    }

    @Test
    void disconnectedCoordinatorLeavesNoLoad() {
        try (CliProcess run = run(coordinator, "--time=200", "--rate=100")) {
            run.awaitOutput("[   1s ]");
            List<Integer> outputLengths = workers.stream()
                    .map(worker -> worker.process().err().length())
                    .toList();
            coordinator.disconnect();
            for (int i = 0; i < WORKER_COUNT; i++) {
                Matcher matcher = workers.get(i).await(SILENT_COORDINATOR, outputLengths.get(i));
                assertThat(Double.parseDouble(matcher.group(1)))
                        .isBetween(7.0, 60.0); // about 7 on machines that are not busy
            }
            Eventually.assertThat(TIMEOUT, this::workerConnections, count -> count == 0);
            assertThat(server.sysbenchRows(1)).isGreaterThan(ROWS);
        }
    }

    private long workerConnections() {
        return server.queryRows("SELECT HOST FROM information_schema.PROCESSLIST").stream()
                .filter(row -> hosts.stream().anyMatch(host -> row.get(0).startsWith(host.address() + ":")))
                .count();
    }

    @Test
    void bothSidesRejectCoordinatorWithDifferentSecret() throws IOException {
        Host otherCoordinator = network.addHost("stranger");
        Path otherSecret = WorkerProcess.newSecret(workDirectory);
        try (CliProcess run = CommandLines.startOnHost(
                otherCoordinator,
                workDirectory,
                endpointForHosts(),
                "run",
                "--workers=" + hosts.get(1).address() + ":7070",
                "--secret-file=" + otherSecret)) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            assertThat(run.errLines()).as(run.err()).hasSize(1);
            assertThat(run.err())
                    .contains("worker " + hosts.get(1).address() + ":7070")
                    .contains("another secret");
        }
        workers.get(1)
                .await(Pattern.compile("a connection from " + Pattern.quote(otherCoordinator.address())
                        + ":\\d+ (that does not have|was broken off before it had shown) this secret"));
    }

    private CliProcess run(Host host, String... additionalOptions) {
        return CommandLines.startOnHost(host, workDirectory, endpointForHosts(), options(additionalOptions));
    }

    private String[] options(String... additionalOptions) {
        List<String> options = new ArrayList<>(List.of(
                "run",
                "--prepare",
                "--workload=oltp_insert",
                "--table-size=" + ROWS,
                "--threads=6",
                "--workers="
                        + hosts.stream().map(host -> host.address() + ":7070").collect(Collectors.joining(",")),
                "--secret-file=" + secret,
                "--out=" + out));
        options.addAll(List.of(additionalOptions));
        return options.toArray(String[]::new);
    }

    private Endpoint endpointForHosts() {
        return server.endpoint()
                .withAddress(network.address(), server.endpoint().port());
    }

    private JsonNode result() throws IOException {
        return JSON.readTree(Files.readString(out.resolve("result.json")));
    }

    private Map<String, Long> insertedRows() {
        Map<String, Long> rowsByWorker = new TreeMap<>();
        for (List<String> row :
                server.queryRows("SELECT CLIENT, ROWS_INSERTED FROM information_schema.CLIENT_STATISTICS")) {
            if (hosts.stream().anyMatch(host -> host.address().equals(row.get(0)))) {
                rowsByWorker.put(row.get(0), Long.parseLong(row.get(1)));
            }
        }
        return rowsByWorker;
    }
}

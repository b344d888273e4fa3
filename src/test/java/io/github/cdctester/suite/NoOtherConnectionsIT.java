// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.InetSockets;
import io.github.cdctester.suite.process.InetSockets.Socket;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The tester connects only to the configured servers, and listens only if configured. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
final class NoOtherConnectionsIT {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static TestServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        server = EmbeddedTestServer.shared();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void runConnectsToItsServerOnly() {
        try (CliProcess cli = CommandLines.start(
                directory,
                server,
                "run",
                "--prepare",
                "--cleanup",
                "--table-size=10",
                "--threads=4",
                "--rate=100",
                "--time=2",
                "--out=" + directory)) {
            Set<Socket> observedSockets = observeSockets(cli);
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(observedSockets).isNotEmpty().allSatisfy(socket -> {
                assertThat(socket.protocol()).isEqualTo("tcp");
                assertThat(socket.listens()).isFalse();
                assertThat(socket.remote()).isEqualTo(server.endpoint().address());
            });
        }
    }

    @Test
    void servesMetricsOnLoopbackOnly() throws Exception {
        int port = freePort();
        String metricsAddress = "127.0.0.1:" + port;
        try (CliProcess cli = CommandLines.start(
                directory, server, "run", "--prepare", "--cleanup", "--rate=100", "--time=0", "--prometheus=" + port)) {
            cli.awaitOutput("[   1s ]");
            HttpResponse<String> metrics = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://" + metricsAddress + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            String documentation = Files.readString(Path.of("../../docs/results.md"));
            assertThat(metrics.body().lines().filter(line -> !line.startsWith("#")))
                    .map(line -> line.split("[{ ]")[0])
                    .contains("cdc_transactions_total", "cdc_delay_seconds_bucket", "write_latency_seconds_bucket")
                    .contains("cdc_bps_bytes", "cdc_eps_events", "cdc_tps_transactions")
                    .contains("write_tps_transactions", "write_qps_queries")
                    .allSatisfy(name -> assertThat(documentation).contains("`" + name + "`"));
            Set<Socket> openSockets = InetSockets.of(cli.pid());
            assertThat(openSockets.stream().filter(Socket::listens).map(Socket::local))
                    .containsExactly(metricsAddress);
            assertThat(openSockets)
                    .filteredOn(socket -> !socket.listens() && !socket.local().equals(metricsAddress))
                    .isNotEmpty()
                    .allSatisfy(socket -> assertThat(socket.remote())
                            .isEqualTo(server.endpoint().address()));
            assertThat(cli.interrupt().exitCode()).isZero();
        }
    }

    /** Excludes sockets that neither listen nor are connected. */
    private static Set<Socket> observeSockets(CliProcess cli) {
        Set<Socket> observedSockets = new HashSet<>();
        while (cli.isAlive()) {
            InetSockets.of(cli.pid()).stream()
                    .filter(socket -> socket.listens() || !socket.remote().endsWith(":0"))
                    .forEach(observedSockets::add);
            LockSupport.parkNanos(POLL_NANOS);
        }
        return observedSockets;
    }

    /** The port is outside of the system's ephemeral range. */
    private static int freePort() throws IOException {
        for (int port = 20_000 + (int) (ProcessHandle.current().pid() % 10_000); ; port++) {
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                assertThat(port).as("%s", e.getMessage()).isLessThan(32_000);
            }
        }
    }
}

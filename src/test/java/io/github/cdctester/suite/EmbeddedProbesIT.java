// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.cdctester.internal.experiment.probe.Probes;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class EmbeddedProbesIT extends ProbesContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }

    /**
     * A reading times out when the next reading starts, so probes without gaps use {@code every: 10s}, which is enough for busy machines.
     */
    @Test
    void comparesNodeMetricsWithMeasuredValues(@TempDir Path directory) throws Exception {
        CountDownLatch testEnd = new CountDownLatch(1);
        ExecutorService executor = Executors.newCachedThreadPool();
        HttpServer node = startNode(testEnd, executor);
        Path token = Files.writeString(directory.resolve("token"), "geheim\n");
        Path probes = Files.writeString(directory.resolve("probes.yaml"), """
                dt: {http: "%1$s/cdc/metrics", prometheus: node_delay, unit: ms, of: dt.mean, bearer-token: {file: %2$s}, every: 10s}
                bps: {http: "%1$s/cdc/metrics", prometheus: node_bps, unit: MB/s, of: bps, bearer-token: {file: %2$s}, every: 10s}
                tps: {http: "%1$s/cdc/metrics", prometheus: node_tps, of: tps, bearer-token: {file: %2$s}, every: 10s}
                never: {http: "%1$s/never", json: /a}
                text: {http: "%1$s/text", json: /a}
                away: {http: "http://127.0.0.1:1/", json: /a}
                late: {command: [sleep, "1000"]}
                """.formatted(
                        "http://127.0.0.1:" + node.getAddress().getPort(), token));
        Path out = directory.resolve("out");
        try (CliCall run = CommandLines.call(
                server,
                "run",
                "--prepare",
                "--cleanup",
                "--tables=1",
                "--table-size=100",
                "--rate=100",
                "--time=4",
                "--probes=" + probes,
                "--probe=rows=SELECT COUNT(*) FROM sbtest1",
                "--probe=two={command: echo a=1 b=2, every: 10s}",
                "--out=" + out)) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out())
                    .contains("\nProbe values and the server's figures\n", "\nProbes in the measured part\n")
                    .containsPattern("\nTPS +[0-9.]+ +50 +[0-9.]+ +tps\n")
                    .doesNotContain("geheim");
        } finally {
            testEnd.countDown();
            node.stop(0);
            executor.shutdownNow();
        }

        assertShowsGapsAndFigures(out);
        Eventually.assertThat(
                TIMEOUT,
                () -> ProcessHandle.current()
                        .descendants()
                        .filter(process -> process.info().command().orElse("").endsWith("/sleep"))
                        .toList(),
                List::isEmpty);
    }

    private static HttpServer startNode(CountDownLatch testEnd, ExecutorService executor) throws IOException {
        HttpServer node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.setExecutor(executor);
        node.createContext("/cdc/metrics", exchange -> {
            boolean isAuthorized =
                    "Bearer geheim".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            answer(exchange, isAuthorized ? 200 : 401, "node_delay 2.0\nnode_bps 0.5\nnode_tps 50\n");
        });
        node.createContext("/text", exchange -> answer(exchange, 200, "hello"));
        node.createContext("/never", exchange -> {
            try {
                testEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        node.start();
        return node;
    }

    private static void assertShowsGapsAndFigures(Path out) throws IOException {
        JsonNode result =
                JsonMapper.shared().readTree(out.resolve("result.json").toFile());
        JsonNode summary = result.get("summary");
        Map<String, JsonNode> probesBySeries = new HashMap<>();
        summary.get("probes")
                .forEach(probe -> probesBySeries.put(probe.get("series").asString(), probe));
        assertThat(probesBySeries.keySet()).containsExactlyInAnyOrder("dt", "bps", "tps", "rows", "two.a", "two.b");
        double meanDelay = summary.at("/cdc/delay/meanMillis").asDouble();
        assertThat(assertFigure(probesBySeries.get("dt"), "cdc.delay.meanMillis", 2))
                .isPositive()
                .isEqualTo(meanDelay);
        assertIncludesHeartbeats(
                assertFigure(probesBySeries.get("bps"), "cdc.bytesPerSecond", 500_000), summary, "bytes");
        assertIncludesHeartbeats(
                assertFigure(probesBySeries.get("tps"), "cdc.transactionsPerSecond", 50), summary, "transactions");
        assertThat(probesBySeries.get("rows").get("max").asDouble()).isGreaterThanOrEqualTo(100);
        assertThat(result.get("notes"))
                .filteredOn(note -> note.get("code").asString().equals("PROBE_GAPS"))
                .extracting(note -> note.get("arguments").get("probe").asString())
                .contains("never", "text", "away", "late")
                .doesNotContain("dt", "bps", "tps", "two");
        assertThat(result.at("/verdict/status").asString()).isEqualTo("LOSSLESS");
        assertThat(Files.readAllLines(out.resolve("samples.csv")).get(0)).contains("probes.dt", "probes.two.b");
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain("geheim"));
        }
    }

    /** The server also counts heartbeats. The summary contains a few heartbeats of later waits. */
    private static void assertIncludesHeartbeats(double ours, JsonNode summary, String quantity) {
        double rate = summary.at("/cdc/" + quantity + "PerSecond").asDouble();
        double heartbeats = summary.at("/cdc/heartbeats/" + quantity).asDouble();
        assertThat(ours)
                .isGreaterThan(rate)
                .isLessThan(rate + 1.1 * heartbeats / summary.get("seconds").asDouble());
    }

    /** Returns the tester's value. */
    private static double assertFigure(JsonNode probe, String metric, double theirs) {
        JsonNode figure = probe.get("figure");
        double ours = figure.get("ours").asDouble();
        assertThat(figure.get("metric").asString()).isEqualTo(metric);
        assertThat(figure.get("theirs").asDouble()).isEqualTo(theirs);
        assertThat(figure.get("ratio").asDouble()).isEqualTo(ours / theirs);
        return ours;
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test
    void sweepHasRowPerRun(@TempDir Path directory) throws Exception {
        Path out = directory.resolve("out");
        try (CliCall sweep = CommandLines.call(
                server,
                "sweep",
                "--prepare",
                "--cleanup",
                "--tables=1",
                "--table-size=100",
                "--rate=20,40",
                "--time=2",
                "--probe=own={command: 'echo 10', of: tps, every: 10s}",
                "--out=" + out)) {
            assertThat(sweep.exitCode()).as(sweep.out() + sweep.err()).isZero();
            assertThat(sweep.out())
                    .containsPattern("\n20 +TPS +[0-9.]+ +10 +[0-9.]+ +own\n")
                    .containsPattern("\n40 +TPS +[0-9.]+ +10 +[0-9.]+ +own\n");
        }
        List<String> csv = Files.readAllLines(out.resolve("sweep.csv"));
        assertThat(csv.get(0)).contains("probes.own");
        assertThat(csv).hasSize(3);
    }

    @Test
    void leavesNoProbeProgram(@TempDir Path directory) throws Exception {
        Path pidFile = directory.resolve("pid");
        try (CliProcess run = CommandLines.start(
                directory,
                server,
                "run",
                "--prepare",
                "--cleanup",
                "--tables=1",
                "--table-size=100",
                "--rate=20",
                "--time=100",
                "--probe=late={command: 'echo $$ > " + pidFile + "; sleep 1000', every: 1h}")) {
            Eventually.assertThat(TIMEOUT, () -> pidFile.toFile().length(), length -> length > 0);
            long probePid = Long.parseLong(Files.readString(pidFile).strip());
            assertThat(ProcessHandle.of(probePid)).isPresent();
            run.interrupt();
            run.exitCode();
            Eventually.assertThat(TIMEOUT, () -> ProcessHandle.of(probePid), Optional::isEmpty);
        }
    }

    @Test
    void continuesAfterServerRestart() throws Exception {
        try (Probes probes = open(sql("uptime", "SELECT 1 + 1", null))) {
            probes.start();
            await(probes, "uptime", value -> value == 2);
            server.shutDown();
            Eventually.assertThat(TIMEOUT, () -> gapCount("uptime"), gaps -> gaps > 0);
            server.startAgain();
            long readingsBefore = readingCount("uptime");
            Eventually.assertThat(
                    TIMEOUT, () -> readingCount("uptime"), readingsNow -> readingsNow > readingsBefore + 1);
            await(probes, "uptime", value -> value == 2);
            assertThat(gapCount("uptime")).isPositive();
            server.kill(); // the probe closes while the server is down
        }
        server.startAgain();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("cdc-probe-"));
    }
}

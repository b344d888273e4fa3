// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Http;
import io.github.cdctester.internal.usage.NoReading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HttpReadersTest {

    private static final String CPU_METRICS = """
        cpu_seconds_total{cpu="0",mode="idle"} 10
        cpu_seconds_total{cpu="1",mode="idle"} NaN
        cpu_seconds_total{cpu="0",mode="user"} 3.5
        """;

    private static final Endpoint UNREACHABLE_SERVER = Endpoint.of("jdbc:mysql://localhost:1/db", "me", "secret");

    private final CountDownLatch testEnded = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        testEnded.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void readsSingleSeriesOrOnePerLabel() throws Exception {
        respondWith(CPU_METRICS);

        assertThat(prometheus("cpu_seconds_total{mode='user'}", null).read()).isEqualTo(Map.of("p", 3.5));
        assertThat(prometheus("cpu_seconds_total{mode='idle'}", "cpu").read())
                .as("NaN is omitted, but its series is counted")
                .isEqualTo(Map.of("p.0", 10.0, "p.count", 2.0));
        assertThat(prometheus("gone", "cpu").read()).isEqualTo(Map.of("p.count", 0.0));
    }

    @Test
    void rejectsAmbiguousOrMissingSeries() {
        respondWith(CPU_METRICS);

        assertThatThrownBy(
                        () -> prometheus("cpu_seconds_total{mode='idle'}", null).read())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("matches 2 series ({cpu=0, mode=idle}, {cpu=1, mode=idle})")
                .hasMessageContaining("series-by");
        assertThatThrownBy(() -> prometheus("cpu_seconds_total", "cpu").read())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("several series with cpu=\"0\"");
        assertThatThrownBy(() -> prometheus("cpu_seconds_total", "node").read())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("has no label node");
        assertThatThrownBy(() -> prometheus("gone", null).read())
                .isInstanceOf(NoReading.class)
                .hasMessage("there is no series gone");
    }

    @Test
    void readsNumberInJson() throws Exception {
        respondWith("{\"nodes\": [{\"a/b\": 1.5e3, \"text\": \"7\", \"name\": \"x\"}], \"none\": null}");

        assertThat(json("/nodes/0/a~1b").read()).isEqualTo(Map.of("p", 1500.0));
        assertThat(json("/nodes/0/text").read()).isEqualTo(Map.of("p", 7.0));
        assertThatThrownBy(() -> json("/nodes/1").read()).hasMessage("there is nothing at /nodes/1");
        assertThatThrownBy(() -> json("/nodes/0/name").read())
                .hasMessageContaining("no number at /nodes/0/name, but \"x\"");
        assertThatThrownBy(() -> json("/none").read()).hasMessageContaining("no number at /none, but null");
    }

    @Test
    void doesNotFollowRedirectIfHeadersAreSet() throws Exception {
        server.createContext("/", exchange -> {
            boolean hasToken =
                    "Bearer geheim".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] bytes = (hasToken ? "1" : "0").getBytes(UTF_8);
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/moved") ? 302 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        Map<String, Password> token = Map.of("Authorization", Password.of("Bearer geheim"));
        ProbeSource sourceWithToken =
                new ProbeSource.Json(new Http(httpAt("here").uri(), token), "");
        ProbeSource movedSource = new ProbeSource.Json(new Http(httpAt("moved").uri(), token), "");

        assertThat(reader(sourceWithToken, Duration.ofSeconds(30)).read()).isEqualTo(Map.of("p", 1.0));
        assertThat(reader(new ProbeSource.Json(httpAt("moved"), ""), Duration.ofSeconds(30))
                        .read())
                .as("redirected without a token")
                .isEqualTo(Map.of("p", 0.0));
        assertThatThrownBy(() -> reader(movedSource, Duration.ofSeconds(30)).read())
                .hasMessageContaining("status 302");
        assertThat(sourceWithToken.toString()).doesNotContain("geheim");
        assertThatThrownBy(() -> Http.of("http://h/", Map.of("Host", Password.of("geheim"))))
                .isInstanceOf(InvalidPlanException.class)
                .message()
                .contains("'Host'")
                .doesNotContain("geheim");
    }

    @Test
    void reportsInvalidJson() {
        respondWith("[".repeat(100_000));

        assertThatThrownBy(() -> json("/a").read())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("not JSON");
    }

    @Test
    void reportsHttpStatus() {
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });

        assertThatThrownBy(() -> json("/a").read())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("status 503");
    }

    @Test
    void limitsResponseSize() {
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] chunk = new byte[1 << 20];
            Arrays.fill(chunk, (byte) 'x');
            while (testEnded.getCount() > 0) { // the response does not end before the test
                exchange.getResponseBody().write(chunk);
            }
        });

        assertThatThrownBy(() -> prometheus("up", null, Duration.ofSeconds(50)).read())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("longer than 16 MB");
    }

    @Test
    void limitsWaitingTime() {
        server.createContext("/", this::respondSlowly);

        assertThatThrownBy(() -> prometheus("up", null, Duration.ofMillis(300)).read())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("has not answered within 300 ms");
    }

    @Test
    void errorHidesQueryOfUrl() {
        server.stop(0);

        assertThatThrownBy(() -> reader(new ProbeSource.Json(httpAt("a?key=geheim"), ""), Duration.ofSeconds(30))
                        .read())
                .message()
                .endsWith("/a?… cannot be connected to");
    }

    @Test
    void reportsMissingServer() {
        server.stop(0);

        assertThatThrownBy(() -> json("/a").read())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("cannot be connected to");
    }

    @Test
    void endsOnInterrupt() {
        server.createContext("/", this::respondSlowly);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> json("/a").read()).isInstanceOf(InterruptedException.class);
    }

    private void respondSlowly(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try {
            while (!testEnded.await(20, TimeUnit.MILLISECONDS)) {
                exchange.getResponseBody().write('u');
                exchange.getResponseBody().flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void respondWith(String text) {
        server.createContext("/", exchange -> {
            byte[] bytes = text.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private SourceReader prometheus(String selector, String seriesBy) {
        return prometheus(selector, seriesBy, Duration.ofSeconds(30));
    }

    private SourceReader prometheus(String selector, String seriesBy, Duration timeout) {
        return reader(
                new ProbeSource.Prometheus(
                        httpAt("metrics"), PrometheusSelector.parse(selector), Optional.ofNullable(seriesBy)),
                timeout);
    }

    private SourceReader json(String pointer) {
        return reader(new ProbeSource.Json(httpAt("metrics"), pointer), Duration.ofSeconds(30));
    }

    private static SourceReader reader(ProbeSource source, Duration timeout) {
        return new SourceReaderFactory(Optional::empty, UNREACHABLE_SERVER).reader("p", source, false, timeout, () -> {
            throw new AssertionError("no probe here uses SQL");
        });
    }

    private Http httpAt(String path) {
        String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/" + path;
        return Http.of(address, Map.of());
    }
}

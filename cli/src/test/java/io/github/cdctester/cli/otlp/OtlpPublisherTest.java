// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.cdctester.internal.meter.duration.DurationBuckets;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OtlpPublisherTest {

    private static final Duration LONG_INTERVAL = Duration.ofHours(1);

    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final BlockingQueue<ExportMetricsServiceRequest> requests = new LinkedBlockingQueue<>();
    private volatile int status = 200;
    private HttpServer collector;

    @BeforeEach
    void startCollector() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            requests.add(ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody()));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        collector.start();
    }

    @AfterEach
    void stopCollector() {
        collector.stop(0);
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/metrics");
    }

    @Test
    void sendsDurationsAsHistograms() throws Exception {
        MeterRegistry registry = OtlpPublisher.start(url(), LONG_INTERVAL, warnings::add);
        try (AutoCloseable publishing = registry::close) {
            recordMeters(registry);
        }
        Map<String, Metric> metrics = byName(requests.take());
        assertThat(warnings).isEmpty();
        assertThat(requests).as("one request contains all meters").isEmpty();

        Metric delay = metrics.get("cdc.delay");
        assertThat(delay.getUnit()).isEqualTo("seconds");
        assertThat(delay.getHistogram().getAggregationTemporality())
                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
        HistogramDataPoint point = delay.getHistogram().getDataPoints(0);
        assertThat(point.getCount()).isEqualTo(3);
        assertThat(point.getExplicitBoundsList())
                .isEqualTo(DurationBuckets.seconds().stream()
                        .map(bound -> bound.doubleValue())
                        .toList());
        assertThat(point.getBucketCountsList().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(3);
        assertThat(point.getBucketCounts(point.getExplicitBoundsList().indexOf(0.004)))
                .isEqualTo(2);
        assertThat(point.getAttributesList().toString()).contains("stream").contains("db:3306");

        assertThat(metrics.get("cdc.bytes").getSum().getDataPoints(0).getAsDouble())
                .isEqualTo(7);
        assertThat(metrics.get("cdc.bytes").getSum().getIsMonotonic()).isTrue();
    }

    @Test
    void resourceHasNameOfTool() throws Exception {
        MeterRegistry registry = OtlpPublisher.start(url(), LONG_INTERVAL, warnings::add);
        try (AutoCloseable publishing = registry::close) {
            recordMeters(registry);
        }
        assertThat(requests.take()
                        .getResourceMetrics(0)
                        .getResource()
                        .getAttributesList()
                        .toString())
                .contains("service.name")
                .contains("cdc-tester");
    }

    @Test
    void publishesRepeatedly() throws Exception {
        MeterRegistry registry = OtlpPublisher.start(url(), Duration.ofMillis(50), warnings::add);
        try (AutoCloseable publishing = registry::close) {
            recordMeters(registry);
            assertThat(byName(requests.take())).containsKey("cdc.delay");
            assertThat(byName(requests.take())).containsKey("cdc.delay");
        }
    }

    @Test
    void reportsRejectionOnce() throws Exception {
        status = 503;
        MeterRegistry registry = OtlpPublisher.start(url(), Duration.ofMillis(50), warnings::add);
        try (AutoCloseable publishing = registry::close) {
            recordMeters(registry);
            requests.take();
            requests.take();
            requests.take();
        }
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0))
                .startsWith("meters do not arrive at " + url() + " (")
                .contains("503")
                .endsWith("; the run continues without them; this is reported once");
    }

    @Test
    void reportsMissingCollectorOnce() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        URI unusedUrl = URI.create("http://127.0.0.1:" + port + "/v1/metrics");
        MeterRegistry registry = OtlpPublisher.start(unusedUrl, LONG_INTERVAL, warnings::add);
        try (AutoCloseable publishing = registry::close) {
            recordMeters(registry);
        }
        assertThat(warnings).hasSize(1).first().asString().contains("Connect");
        assertThat(requests).isEmpty();
    }

    private static void recordMeters(MeterRegistry registry) {
        Timer delay = Timer.builder("cdc.delay")
                .tags("stream", "db:3306")
                .publishPercentiles(0.5, 0.99)
                .register(registry);
        delay.record(Duration.ofMillis(3));
        delay.record(Duration.ofMillis(4));
        delay.record(Duration.ofSeconds(2_000));
        registry.counter("cdc.bytes", "stream", "db:3306").increment(7);
    }

    private static Map<String, Metric> byName(ExportMetricsServiceRequest request) {
        return request.getResourceMetricsList().stream()
                .flatMap(resource -> resource.getScopeMetricsList().stream())
                .flatMap(scope -> scope.getMetricsList().stream())
                .collect(Collectors.toMap(Metric::getName, metric -> metric));
    }
}

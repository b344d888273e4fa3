// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.meter.ProbeMeters;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BucketedRegistryTest {

    private static final Path RESULTS_PAGE = Path.of("../docs/results.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`[a-z_]+` ?)+)\\|");
    private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

    private final BucketedRegistry registry = new BucketedRegistry();

    @Test
    void exportsDocumentedNames() throws IOException {
        ScrapedRun.publish(registry, 3);
        assertThat(ScrapedRun.of(registry.scrape()).names()).isEqualTo(documentedNames());
    }

    private static Set<String> documentedNames() throws IOException {
        String text = Files.readString(RESULTS_PAGE);
        String section = text.substring(text.indexOf("### In Prometheus"), text.indexOf("### In Grafana"));
        return ROW.matcher(section)
                .results()
                .flatMap(row -> NAME.matcher(row.group(1)).results())
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void nameOfProbeContainsUnit() {
        ProbeMeters meters = new ProbeMeters(registry);
        meters.publish("log", "bytes/s", Map.of("log", 1.0));
        meters.publish("nodes", "bytes", Map.of("nodes.a", 2.0, "nodes.count", 3.0));
        assertThat(registry.scrape())
                .contains("cdc_probe_bytes_s{probe=\"log\",series=\"log\"} 1.0\n")
                .contains("cdc_probe_bytes{probe=\"nodes\",series=\"nodes.a\"} 2.0\n")
                .contains("cdc_probe{probe=\"nodes\",series=\"nodes.count\"} 3.0\n");
    }

    @Test
    void bucketsAreCumulative() {
        ScrapedRun.publish(registry, 3);
        ScrapedRun.publish(registry, 2_000_000); // above the bound of the last bucket
        assertThat(registry.scrape())
                .contains("# TYPE cdc_delay_seconds_bucket untyped\n")
                .contains("# TYPE cdc_delay_seconds summary\n")
                .contains(bucket("0.0025") + " 0.0\n")
                .contains(bucket("0.004") + " 3.0\n")
                .contains(bucket("1.0") + " 3.0\n")
                .contains(bucket("1000.0") + " 3.0\n")
                .contains(bucket("+Inf") + " 6.0\n")
                .contains("cdc_delay_seconds_count{stream=\"db:3306\",workload=\"oltp_insert\"} 6\n")
                .contains("cdc_delay_seconds{stream=\"db:3306\",workload=\"oltp_insert\",quantile=\"0.99\"} ");
    }

    private static String bucket(String le) {
        return "cdc_delay_seconds_bucket{le=\"" + le + "\",stream=\"db:3306\",workload=\"oltp_insert\"}";
    }

    @Test
    void openMetricsHasBuckets() {
        ScrapedRun.publish(registry, 3);
        assertThat(registry.scrape("application/openmetrics-text; version=1.0.0; charset=utf-8"))
                .contains("# TYPE cdc_delay_seconds_bucket unknown\n")
                .contains(bucket("0.004") + " 3.0\n")
                .endsWith("# EOF\n");
    }

    @Test
    void timerSupportsAllRecordMethods() throws Exception {
        Timer timer = Timer.builder("x").register(registry);
        timer.record(Duration.ofMillis(1));
        timer.record(-1, TimeUnit.SECONDS); // ignored, because each timer ignores negative durations
        assertThat(timer.record(() -> "a")).isEqualTo("a");
        assertThat(timer.recordCallable(() -> "b")).isEqualTo("b");
        timer.record(() -> {});
        assertThat(timer.count()).isEqualTo(4);
        assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(1);
        assertThat(timer.max(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(1);
        assertThat(timer.takeSnapshot().count()).isEqualTo(4);
        assertThat(registry.get("x").timer().getId().getBaseUnit()).isEqualTo("seconds");
        assertThat(timer.baseTimeUnit()).isEqualTo(TimeUnit.SECONDS);
        assertThat(registry.scrape()).contains("x_seconds_bucket{le=\"+Inf\"} 4.0\n");
    }
}

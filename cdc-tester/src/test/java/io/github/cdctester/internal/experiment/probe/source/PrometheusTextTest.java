// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.source.PrometheusReader.PrometheusText;
import io.github.cdctester.internal.usage.NoReading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrometheusTextTest {

    /**
     * From the documentation of the text format, from a node exporter and from a Java process. The last sample is in the OpenMetrics
     * format.
     */
    private static final String METRICS_TEXT = """
        # HELP http_requests_total The total number of HTTP requests.
        # TYPE http_requests_total counter
        http_requests_total{method="post",code="200"} 1027 1395066363000
        http_requests_total{method="post",code="400"}    3 1395066363000

        # Escaping in label values:
        msdos_file_access_time_seconds{path="C:\\\\DIR\\\\FILE.TXT",error="Cannot find file:\\n\\"FILE.TXT\\""} 1.458255915e9

        # Minimalistic line:
        metric_without_timestamp_and_labels 12.47

        # A weird metric from before the epoch:
        something_weird{problem="division by zero"} +Inf -3982045

        # TYPE http_request_duration_seconds histogram
        http_request_duration_seconds_bucket{le="0.05"} 24054
        http_request_duration_seconds_bucket{le="+Inf"} 144320
        http_request_duration_seconds_sum 53423
        http_request_duration_seconds_count 144320
        rpc_duration_seconds{quantile="0.5"} NaN
        node_cpu_seconds_total{cpu="0",mode="idle"} 362812.7890625
        node_cpu_seconds_total{cpu="0",mode="user"} 6.21e+03
        node_cpu_seconds_total{cpu="1",mode="idle"} 362812.1
        node_cpu_seconds_total{cpu="1",mode="user"} -0
        jvm_memory_used_bytes{area="heap",id="G1 Eden Space",} 1.1534336E7
        foo_bucket{le="10.0"} 17 # {trace_id="oHg5SJYRHA0"} 9.8 1520879607.789
        # EOF
        """;

    @Test
    void findsSampleOfSelector() throws NoReading {
        assertThat(singleValue("http_requests_total{code='400'}")).isEqualTo(3);
        assertThat(singleValue("http_requests_total{ method = \"post\" , code != '400', }"))
                .isEqualTo(1027);
        assertThat(singleValue("metric_without_timestamp_and_labels")).isEqualTo(12.47);
        assertThat(singleValue("http_request_duration_seconds_sum")).isEqualTo(53423);
        assertThat(singleValue("http_request_duration_seconds_bucket{le='+Inf'}"))
                .isEqualTo(144320);
        assertThat(singleValue("jvm_memory_used_bytes{id=~'G1 .*'}")).isEqualTo(11_534_336);
        assertThat(singleValue("something_weird")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(singleValue("rpc_duration_seconds")).isNaN();
        assertThat(singleValue("foo_bucket{le='10.0'}"))
                .as("the exemplar is ignored")
                .isEqualTo(17);
    }

    @Test
    void readsEscapedLabels() throws NoReading {
        List<PrometheusText.Sample> samples = find("msdos_file_access_time_seconds");

        assertThat(samples)
                .containsExactly(new PrometheusText.Sample(
                        Map.of("path", "C:\\DIR\\FILE.TXT", "error", "Cannot find file:\n\"FILE.TXT\""),
                        1.458255915e9));
        assertThat(singleValue("msdos_file_access_time_seconds{path='C:\\\\DIR\\\\FILE.TXT'}"))
                .isEqualTo(1.458255915e9);
    }

    @Test
    void regularExpressionMatchesWholeLabel() throws NoReading {
        assertThat(find("node_cpu_seconds_total{mode=~'id'}")).isEmpty();
        assertThat(find("node_cpu_seconds_total{mode=~'id.*|user'}")).hasSize(4);
        assertThat(find("node_cpu_seconds_total{mode!~'id.*'}")).hasSize(2);
        assertThat(find("node_cpu_seconds_total{cpu=~'\\d'}")).hasSize(4);
        assertThat(find("node_cpu_seconds_total{absent=''}"))
                .as("a missing label equals the empty text")
                .hasSize(4);
        assertThat(find("node_cpu_seconds_total{absent!=''}")).isEmpty();
    }

    @Test
    void matchesWholeMetricName() throws NoReading {
        assertThat(find("http_request_duration_seconds")).isEmpty();
    }

    @Test
    void limitsMemoryForAnyInput() throws NoReading {
        assertThat(PrometheusText.find("x".repeat(16_000_000), PrometheusSelector.parse("up"), 10))
                .isEmpty();
        assertThatThrownBy(() ->
                        PrometheusText.find("up{a=\"" + "x".repeat(16_000_000), PrometheusSelector.parse("up"), 10))
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("a quote is not closed")
                .hasMessageMatching("(?s).{0,300}");
        assertThatThrownBy(() -> PrometheusText.find("up 1\n".repeat(20), PrometheusSelector.parse("up"), 10))
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("more than 10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"up{", "up{a}", "up{a=1} 2", "up{a=\"1\" b=\"2\"} 3", "up", "up x", "up{a=\"1\"}", "up 0x"})
    void reportsMalformedLine(String line) {
        assertThatThrownBy(() -> PrometheusText.find(line, PrometheusSelector.parse("up"), 10))
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("a line of up is not in Prometheus' form");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{a='b'}",
                "up{",
                "up{a}",
                "up{a=b}",
                "up{a='b'",
                "up{a='b}",
                "up{a=~'('}",
                "up{a='b'} 5",
                "1up"
            })
    void rejectsMalformedSelector(String selector) {
        assertThatThrownBy(() -> PrometheusSelector.parse(selector))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("prometheus: '" + selector + "'");
    }

    private static double singleValue(String selector) throws NoReading {
        List<PrometheusText.Sample> samples = find(selector);
        assertThat(samples).hasSize(1);
        return samples.get(0).value();
    }

    private static List<PrometheusText.Sample> find(String selector) throws NoReading {
        return PrometheusText.find(METRICS_TEXT, PrometheusSelector.parse(selector), 10);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ClockSummary;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.NodeSummary;
import io.github.cdctester.result.Summary.TesterSummary;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeRowsTest {

    private static Summary with(List<NodeSummary> nodes) {
        Summary summary = RichResult.of().summary();
        return new Summary(
                summary.seconds(),
                summary.cdc(),
                List.of(),
                null,
                summary.write(),
                new TesterSummary(1, null, 1, 0, 1, 0, 0, 0, nodes));
    }

    private static NodeSummary slow(int millis) {
        Double p99 = (double) millis;
        DurationSummary latency = new DurationSummary(null, 10, p99, p99, p99, p99, p99, p99, 0, 0);
        return new NodeSummary(
                "10.0.0." + millis + ":7070",
                "17",
                "",
                2,
                new ClockSummary(0, 0),
                2,
                100,
                latency,
                latency,
                List.of(),
                1.0,
                2.0,
                0,
                1,
                null);
    }

    @Test
    void aRowANodeThatFitsEightyColumns() {
        assertThat(NodeRows.of(RichResult.of().summary()))
                .containsExactly(
                        "",
                        "worker node           threads       TPS   lat p99 delay p99 CPU %   max  GC ms",
                        "10.0.0.2:7070               8    4000.0     3.000         -    62    80     33",
                        "b:1 (lost)                  8    4000.0         -         -     -     -     33")
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void nothingWhereOneProcessDidAll() {
        assertThat(NodeRows.of(with(List.of()))).isEmpty();
        assertThat(Formats.TABLE.of(RichResult.of())).contains("; of the coordinator\n");
    }

    @Test
    void ofManyThoseWithTheLongestLatency() {
        List<String> lines = NodeRows.of(
                with(IntStream.rangeClosed(1, 20).mapToObj(NodeRowsTest::slow).toList()));
        assertThat(lines).hasSize(15);
        assertThat(lines.get(2)).startsWith("10.0.0.20:7070 ");
        assertThat(lines.get(13)).startsWith("10.0.0.9:7070 ");
        assertThat(lines.get(14)).isEqualTo("the 12 of 20 with the longest latency; result.json has all");
    }

    @Test
    void standInTheResultAndInTheTable() {
        RunResult result = RichResult.of();
        String json = Formats.JSON.of(result);
        assertThat(json).contains("\"nodes\" : [ {").contains("\"busiestCpuPercent\" : 80.25");
        assertThat(Formats.TABLE.of(result)).contains("worker node ");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.RichResult;
import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.compose.run.table.NodeTables;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeTablesTest {

    private static Summary summaryWith(List<NodeSummary> nodes) {
        Summary summary = RichResult.of().summary();
        return new Summary(
                summary.seconds(),
                summary.cdc(),
                List.of(),
                null,
                summary.write(),
                new TesterSummary(1, null, 1, null, 0, 1, 0, 0, 0, nodes),
                List.of());
    }

    private static NodeSummary nodeWithLatency(int millis) {
        Double p99 = (double) millis;
        DurationSummary latency = new DurationSummary(null, 10, p99, p99, p99, p99, p99, p99, 0, 0);
        return new NodeSummary(
                "10.0.0." + millis + ":7070",
                "17",
                "",
                List.of(),
                2,
                new ClockSummary(0, -1),
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

    private static Table workerTable(List<NodeSummary> nodes) {
        return (Table) NodeTables.of(summaryWith(nodes)).get(0);
    }

    @Test
    void hasRowPerNode() {
        Table table = workerTable(RichResult.of().summary().tester().nodes());
        assertThat(TableTexts.headings(table))
                .containsExactly(
                        "worker node",
                        "threads",
                        "TPS",
                        "lat p99 ms",
                        "delay p99 ms",
                        "CPU %",
                        "max %",
                        "GC ms",
                        "heap MB");
        assertThat(TableTexts.row(table, 0))
                .startsWith("10.0.0.2:7070", "8", "4,000.0", "3.000", "-", "62", "80", "33");
        assertThat(TableTexts.row(table, 1)).startsWith("b:1 (lost)", "8", "4,000.0", "-", "-", "-", "-", "33");
    }

    @Test
    void omitsUnknownClock() {
        Table properties =
                (Table) NodeTables.of(summaryWith(List.of(nodeWithLatency(1)))).get(1);
        assertThat(TableTexts.row(properties, 0)).startsWith("10.0.0.1:7070", "-", "-");
    }

    @Test
    void omitsTableIfThereAreNoNodes() {
        RunResult run = RichResult.of();
        assertThat(Formats.TABLE.text(run)).contains("; of the coordinator\n").contains("worker node");
        RunResult runWithoutNodes = PageSeconds.with(
                run, run.plan(), run.server(), summaryWith(List.of()), List.of(), List.of(), List.of());
        assertThat(Formats.TABLE.text(runWithoutNodes))
                .doesNotContain("of the coordinator")
                .doesNotContain("worker node");
    }

    @Test
    void listsNodesWithLongestLatency() {
        Table table = workerTable(IntStream.rangeClosed(1, 60)
                .mapToObj(NodeTablesTest::nodeWithLatency)
                .toList());
        assertThat(table.rows()).hasSize(50);
        assertThat(TableTexts.row(table, 0)).startsWith("10.0.0.60:7070");
        assertThat(TableTexts.row(table, 49)).startsWith("10.0.0.11:7070");
        assertThat(table.note()).startsWith("The 50 of 60 with the longest latency");
    }

    @Test
    void resultAndTableListNodes() {
        RunResult result = RichResult.of();
        String json = Formats.JSON.text(result);
        assertThat(json).contains("\"nodes\" : [ {").contains("\"busiestCpuPercent\" : 80.25");
        assertThat(Formats.TABLE.text(result)).contains("worker node ");
    }
}

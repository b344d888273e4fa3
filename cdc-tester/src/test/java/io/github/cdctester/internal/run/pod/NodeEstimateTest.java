// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.run.pod.NodeEstimate.MeasuredCpuTime;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeEstimateTest {

    private static List<NamedLoad> load(WorkloadSpec workload, int threads, Rate rate) {
        return List.of(NamedLoad.of(workload, LoadSpec.openLoop(threads, rate)));
    }

    @Test
    void estimatesPodsForRate() {
        assertThat(NodeEstimate.of(load(Sysbench.oltpInsert(), 64, Rate.perSecond(352_616)), 10, 2))
                .contains("it needs about 4 to 5 pods with 2 CPUs each: an estimate for oltp_insert by CPU times that"
                        + " were measured on an AMD EPYC, in docs/machines.md");
        assertThat(NodeEstimate.of(load(Sysbench.oltpInsert(), 64, Rate.perSecond(100)), 1, 0.5))
                .get()
                .asString()
                .startsWith("it needs about 1 pod with 0.5 CPUs each");
    }

    @Test
    void separatesThousandsOfBothNumbers() {
        assertThat(NodeEstimate.of(load(Sysbench.oltpInsert(), 64, Rate.perSecond(352_616)), 10, 0.001))
                .get()
                .asString()
                .startsWith(
                        "warning: too few pods for the rate: it needs about 6,700 to 9,169 pods with 0.001 CPUs each");
    }

    @Test
    void warnsOfTooFewPods() {
        assertThat(NodeEstimate.of(load(Sysbench.oltpInsert(), 64, Rate.perSecond(352_616)), 3, 2))
                .get()
                .asString()
                .startsWith("warning: too few pods for the rate: it needs about 4 to 5 pods");
    }

    @Test
    void addsCpuTimesOfLoads() {
        List<NamedLoad> loads = List.of(
                load(Sysbench.oltpInsert(), 8, Rate.perSecond(60_000)).get(0),
                NamedLoad.background(Sysbench.oltpWriteOnly(), LoadSpec.openLoop(8, Rate.perSecond(30_000))));
        // 60,000 × 13.3 µs + 30,000 × 71.6 µs = 2.9 s of CPU time per second; each node has 1.4 s
        assertThat(NodeEstimate.of(loads, 3, 2))
                .get()
                .asString()
                .startsWith("it needs about 3 pods")
                .contains("oltp_insert and oltp_write_only");
    }

    @Test
    void isEmptyIfLoadWasNotMeasured() {
        Rate rate = Rate.perSecond(1_000);
        assertThat(NodeEstimate.of(load(Tpcc.warehouses(1), 8, rate), 2, 2)).isEmpty();
        assertThat(NodeEstimate.of(load(Sysbench.oltpInsert(), 600, rate), 2, 2))
                .isEmpty();
        assertThat(NodeEstimate.of(List.of(NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(8))), 2, 2))
                .isEmpty();
        assertThat(NodeEstimate.of(List.of(), 2, 2)).isEmpty();
    }

    /** The table in {@code docs/machines.md} also lists the number of nodes for some rates. */
    @ParameterizedTest
    @CsvSource({"0, 352616, 4 to 5, 1", "1, 86345, 5 to 7, 1"})
    void figuresMatchDocumentation(int index, double rate, String nodesOfTwoCpus, String nodesOfSixteenCpus)
            throws IOException {
        MeasuredCpuTime figure = NodeEstimate.CPU_TIMES.get(index);
        String page = Files.readString(Path.of("../docs/machines.md"));
        assertThat(page.lines().filter(line -> line.contains("`" + figure.workload() + "`")))
                .anyMatch(line -> line.endsWith("| " + range(figure.lowestMicros(), figure.highestMicros()) + " | "
                        + nodesOfTwoCpus + " | " + nodesOfSixteenCpus + " |"));
        assertThat(List.of(nodes(figure, rate, 2), nodes(figure, rate, 16)))
                .containsExactly(nodesOfTwoCpus, nodesOfSixteenCpus);
    }

    private static String nodes(MeasuredCpuTime figure, double rate, int processorCount) {
        return range(
                Math.ceil(NodeEstimate.nodeCount(rate * figure.lowestMicros(), processorCount)),
                Math.ceil(NodeEstimate.nodeCount(rate * figure.highestMicros(), processorCount)));
    }

    private static String range(double lowest, double highest) {
        String lowestText = String.valueOf(lowest).replaceFirst("\\.0$", "");
        return lowest == highest
                ? lowestText
                : lowestText + " to " + String.valueOf(highest).replaceFirst("\\.0$", "");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.pod;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.text.PlainText;
import java.util.List;
import java.util.Optional;

/** Estimates how many worker nodes loads with a fixed rate need. */
public final class NodeEstimate {

    /** If a node uses this share of all its processors, its threads wait for a processor. {@code docs/machines.md} has the same limit. */
    public static final double BUSY_PERCENT = 70;

    /**
     * CPU time of the native client per transaction, from {@code bench/results/write-side.md} and {@code docs/machines.md}.
     *
     * @param threads maximum per node
     */
    record MeasuredCpuTime(String workload, int threads, double lowestMicros, double highestMicros) {}

    static final List<MeasuredCpuTime> CPU_TIMES = List.of(
            new MeasuredCpuTime("oltp_insert", 256, 13.3, 18.2),
            new MeasuredCpuTime("oltp_write_only", 256, 71.6, 99.3));

    private NodeEstimate() {}

    /**
     * Returns empty unless each load has an estimate.
     *
     * @param processors of each node
     */
    public static Optional<String> of(List<NamedLoad> loads, int nodes, double processors) {
        double lowestNodeCount = 0;
        double highestNodeCount = 0;
        for (NamedLoad load : loads) {
            MeasuredCpuTime cpuTime = cpuTime(load, nodes).orElse(null);
            if (cpuTime == null || !(load.load() instanceof LoadSpec.OpenLoop open)) {
                return Optional.empty();
            }
            lowestNodeCount += nodeCount(open.rate().perSecond() * cpuTime.lowestMicros(), processors);
            highestNodeCount += nodeCount(open.rate().perSecond() * cpuTime.highestMicros(), processors);
        }
        long minNodes = (long) Math.ceil(lowestNodeCount);
        return loads.isEmpty()
                ? Optional.empty()
                : Optional.of((nodes < minNodes ? "warning: too few pods for the rate: " : "")
                        + "it needs about " + range(minNodes, (long) Math.ceil(highestNodeCount)) + " with "
                        + PlainText.number(processors) + " CPUs each: an estimate for "
                        + String.join(
                                " and ", loads.stream().map(NamedLoad::name).toList())
                        + " by CPU times that were measured on an AMD EPYC, in docs/machines.md");
    }

    private static Optional<MeasuredCpuTime> cpuTime(NamedLoad load, int nodes) {
        return load.load() instanceof LoadSpec.OpenLoop open && open.rate() instanceof Rate.Steady
                ? CPU_TIMES.stream()
                        .filter(cpuTime ->
                                cpuTime.workload().equals(load.workload().name())
                                        && open.threads() <= (long) nodes * cpuTime.threads())
                        .findFirst()
                : Optional.empty();
    }

    /** Returns the number at which each node uses {@link #BUSY_PERCENT} percent of its CPUs. */
    static double nodeCount(double microsPerSecond, double processors) {
        return microsPerSecond / (1e6 * processors * BUSY_PERCENT / 100);
    }

    private static String range(long minNodes, long maxNodes) {
        return minNodes == maxNodes
                ? PlainText.withNoun(minNodes, "pod")
                : PlainText.withThousandsSeparators(minNodes) + " to " + PlainText.withNoun(maxNodes, "pod");
    }
}

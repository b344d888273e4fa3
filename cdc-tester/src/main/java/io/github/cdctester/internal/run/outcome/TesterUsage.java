// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * Resources that this Java process has used since its start.
 *
 * @param machineLoad share of the machine's processors in use since the previous call, 0 to 1; negative if unknown
 */
public record TesterUsage(long cpuNanos, double machineLoad, long gcMillis) {

    /** With fewer bytes, the start-up dominates the CPU time per gigabyte. */
    private static final long MIN_BYTES = 10_000_000;

    public static TesterUsage now() {
        long cpuNanos = -1;
        double machineLoad = -1;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system) {
            cpuNanos = system.getProcessCpuTime();
            machineLoad = system.getCpuLoad();
        }
        long gcMillis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcMillis += Math.max(0, collector.getCollectionTime());
        }
        return new TesterUsage(cpuNanos, machineLoad, gcMillis);
    }

    /** The sum of the heap pools' peaks since the process started. */
    public static long maxHeapBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    TesterSummary summaryUntil(
            TesterUsage laterUsage, StreamSide streams, long bytes, long missedTicks, List<NodeSummary> nodes) {
        double cpuSeconds = cpuNanos < 0 || laterUsage.cpuNanos < 0 ? -1 : (laterUsage.cpuNanos - cpuNanos) / 1e9;
        Double perGigabyte = cpuSeconds < 0 || bytes < MIN_BYTES ? null : cpuSeconds / (bytes / 1e9);
        return new TesterSummary(
                cpuSeconds,
                perGigabyte,
                streams.readerCpuSeconds(),
                laterUsage.machineLoad >= 0 ? (Double) (100 * laterUsage.machineLoad) : null,
                laterUsage.gcMillis - gcMillis,
                maxHeapBytes(),
                missedTicks,
                streams.heartbeatReconnects(),
                streams.probeReconnects(),
                nodes);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * Resources that this Java process has used since its start.
 *
 * @param machineLoad share of the machine's processors in use since the previous call of {@link #now}, 0 to 1; negative if unknown
 */
public record TesterUsage(long cpuNanos, double machineLoad, long gcMillis) {

    /** With fewer bytes, the start-up dominates the CPU time per gigabyte. */
    private static final long MIN_BYTES = 10_000_000;

    public static TesterUsage now() {
        TesterUsage process = ofProcess();
        double machineLoad =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getCpuLoad()
                        : -1;
        return new TesterUsage(process.cpuNanos, machineLoad, process.gcMillis);
    }

    /** Omits the machine's load: each query starts a new interval. */
    static TesterUsage ofProcess() {
        long cpuNanos =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getProcessCpuTime()
                        : -1;
        long gcMillis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcMillis += Math.max(0, collector.getCollectionTime());
        }
        return new TesterUsage(cpuNanos, -1, gcMillis);
    }

    /** The sum of the heap pools' peaks since the process started. */
    public static long maxHeapBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    TesterSummary summaryUntil(
            TesterUsage laterUsage, RunStream streams, long bytes, long missedTicks, List<NodeSummary> nodes) {
        return summaryUntil(
                laterUsage,
                streams.readerCpuSeconds(),
                streams.heartbeatReconnects(),
                streams.probeReconnects(),
                bytes,
                missedTicks,
                nodes);
    }

    TesterSummary summaryUntil(
            TesterUsage laterUsage,
            double readerCpuSeconds,
            long heartbeatReconnects,
            long probeReconnects,
            long bytes,
            long missedTicks,
            List<NodeSummary> nodes) {
        double cpuSeconds = cpuNanos < 0 || laterUsage.cpuNanos < 0 ? -1 : (laterUsage.cpuNanos - cpuNanos) / 1e9;
        Double perGigabyte = cpuSeconds < 0 || bytes < MIN_BYTES ? null : cpuSeconds / (bytes / 1e9);
        return new TesterSummary(
                cpuSeconds,
                perGigabyte,
                readerCpuSeconds,
                laterUsage.machineLoad >= 0 ? (Double) (100 * laterUsage.machineLoad) : null,
                laterUsage.gcMillis - gcMillis,
                maxHeapBytes(),
                missedTicks,
                heartbeatReconnects,
                probeReconnects,
                nodes);
    }
}

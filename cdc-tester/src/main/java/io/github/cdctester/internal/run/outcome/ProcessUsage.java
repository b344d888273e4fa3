// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import org.jspecify.annotations.Nullable;

/**
 * Resources that this Java process has used since its start.
 *
 * @param cpuNanos CPU time in ns; -1 if unknown
 */
public record ProcessUsage(long cpuNanos, long gcMillis) {

    public static ProcessUsage now() {
        com.sun.management.OperatingSystemMXBean system = system();
        long gcMillis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            // cycles of ZGC and Shenandoah are concurrent; their pauses have a bean of their own
            gcMillis += collector.getName().endsWith(" Cycles") ? 0 : Math.max(0, collector.getCollectionTime());
        }
        return new ProcessUsage(system == null ? -1 : system.getProcessCpuTime(), gcMillis);
    }

    /** Returns the share of the machine's processors in use since the previous call, 0 to 1; negative if unknown. */
    static double machineLoad() {
        com.sun.management.OperatingSystemMXBean system = system();
        return system == null ? -1 : system.getCpuLoad();
    }

    /** The sum of the heap pools' peaks since the process started. */
    public static long maxHeapBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private static com.sun.management.@Nullable OperatingSystemMXBean system() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system
                : null;
    }
}

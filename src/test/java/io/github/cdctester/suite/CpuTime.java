// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Excludes servers in containers. */
final class CpuTime {

    private static final Path STAT = Path.of("/proc/self/stat");
    /** {@code cutime}, the user time of ended child processes. The index counts from the field after the program's name. */
    private static final int CUTIME_INDEX = 13;

    /** {@code cstime}, the system time of ended child processes. */
    private static final int CSTIME_INDEX = 14;

    /** 10 ms on every architecture. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private CpuTime() {}

    static long nanos() {
        long jvmNanos = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        long runningNanos = ProcessHandle.current()
                .descendants()
                .mapToLong(process ->
                        process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
                .sum();
        return jvmNanos + runningNanos + endedProcessNanos();
    }

    /** Returns 0 on systems other than Linux. */
    private static long endedProcessNanos() {
        if (!Files.isReadable(STAT)) {
            return 0;
        }
        try {
            String stat = Files.readString(STAT);
            // The second field, the program's name, may contain spaces.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[CUTIME_INDEX]) + Long.parseLong(fields[CSTIME_INDEX])) * NANOS_PER_TICK;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

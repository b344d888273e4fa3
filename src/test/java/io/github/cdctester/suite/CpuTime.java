// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** CPU time of this JVM and of the processes it started, without servers in containers. */
final class CpuTime {

    private static final Path STAT = Path.of("/proc/self/stat");
    /** Index of {@code cutime} in the fields after the program's name: user time of ended child processes. */
    private static final int WAITED_USER = 13;

    /** Index of {@code cstime}: system time of ended child processes. */
    private static final int WAITED_SYSTEM = 14;

    /** {@code /proc/PID/stat} counts in hundredths of a second on every architecture. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private CpuTime() {}

    static long nanos() {
        long own = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        long running = ProcessHandle.current()
                .descendants()
                .mapToLong(process ->
                        process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
                .sum();
        return own + running + ended();
    }

    /** Returns the CPU time of ended processes; 0 on systems other than Linux. */
    private static long ended() {
        if (!Files.isReadable(STAT)) {
            return 0;
        }
        try {
            String stat = Files.readString(STAT);
            // The second field, the program's name, may contain spaces.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[WAITED_USER]) + Long.parseLong(fields[WAITED_SYSTEM])) * NANOS_PER_TICK;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

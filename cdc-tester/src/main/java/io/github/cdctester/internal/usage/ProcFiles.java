// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads Linux files about processes and the machine, usually in {@code /proc}. */
public record ProcFiles(Path root) {

    private static final int IDLE_FIELD = 3;
    private static final int IO_WAIT_FIELD = 4;
    private static final int STEAL_FIELD = 7;
    private static final double BYTES_PER_KIB = 1_024;
    private static final int NAME_END_LENGTH = 2;
    private static final int PARENT_FIELD = 1;
    private static final int USER_FIELD = 11;
    private static final int SYSTEM_FIELD = 12;
    private static final int WAITED_USER_FIELD = 13;
    private static final int WAITED_SYSTEM_FIELD = 14;
    private static final int START_FIELD = 19;

    /** All common Linux machines have the same value, independent of the kernel's tick rate. */
    public static final double TICKS_PER_SECOND = 100;

    /**
     * @param ownTicks CPU time, including ended threads
     * @param waitedTicks CPU time of ended children that the process waited for, including their children
     * @param startTicks since boot; distinguishes processes with the same id
     */
    public record ProcessTimes(long parent, long ownTicks, long waitedTicks, long startTicks) {}

    /** Bytes of a process and the children that it waited for. */
    public record DiskBytes(long read, long written) {}

    /** Returns the usage since the previous call, in percent. Guest time is already part of user time. */
    public Map<String, Double> machineCpu(CpuShare share, String series) throws NoReading {
        String[] ticks = textAfter("cpu ", "stat", read("stat")).split(" +");
        double used = 0;
        double total = 0;
        for (int i = 0; i <= STEAL_FIELD && i < ticks.length; i++) {
            double time = Double.parseDouble(ticks[i]);
            total += time;
            used += i == IDLE_FIELD || i == IO_WAIT_FIELD ? 0 : time;
        }
        return share.since(series, used, total);
    }

    public double machineMemory() throws NoReading {
        String text = read("meminfo");
        return kibibytes("MemTotal:", "meminfo", text) - kibibytes("MemAvailable:", "meminfo", text);
    }

    public ProcessTimes timesOf(long pid) throws NoReading {
        String text = read(pid + "/stat");
        String[] fields =
                text.substring(text.lastIndexOf(')') + NAME_END_LENGTH).split(" "); // a name may have spaces
        return new ProcessTimes(
                Long.parseLong(fields[PARENT_FIELD]),
                Long.parseLong(fields[USER_FIELD]) + Long.parseLong(fields[SYSTEM_FIELD]),
                Long.parseLong(fields[WAITED_USER_FIELD]) + Long.parseLong(fields[WAITED_SYSTEM_FIELD]),
                Long.parseLong(fields[START_FIELD]));
    }

    public DiskBytes diskBytesOf(long pid) throws NoReading {
        String file = pid + "/io";
        String text = read(file);
        return new DiskBytes(
                Long.parseLong(textAfter("read_bytes:", file, text)),
                Long.parseLong(textAfter("write_bytes:", file, text)));
    }

    public Set<Long> pids() throws NoReading {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.map(
                            entry -> JsonObject.wholeNumber(entry.getFileName().toString(), -1))
                    .filter(pid -> pid > 0)
                    .collect(Collectors.toSet());
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(root);
        }
    }

    public double memoryOf(long pid) throws NoReading {
        String file = pid + "/status";
        return kibibytes("VmRSS:", file, read(file));
    }

    private double kibibytes(String name, String file, String text) throws NoReading {
        return BYTES_PER_KIB * Double.parseDouble(textAfter(name, file, text).split(" ")[0]);
    }

    private String textAfter(String name, String file, String text) throws NoReading {
        return text.lines()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(name.length()).strip())
                .orElseThrow(() -> NoReading.unavailable("proc", root + "/" + file + " has no line " + name.strip()));
    }

    /** @param file relative to the root */
    public String read(String file) throws NoReading {
        Path path = root.resolve(file);
        try {
            return Files.readString(path, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw unreadable(path);
        }
    }

    private NoReading unreadable(Path file) {
        return NoReading.unavailable(
                "proc", file + " cannot be read" + (Files.isDirectory(root) ? "" : ": it exists on Linux only"));
    }

    /** Processor time used between two readings, in percent. */
    public static final class CpuShare {

        private final NanoClock clock;
        private boolean isFirst = true;
        private double previousUsed;
        private double previousAvailable;
        private double processorSeconds;
        private long previousNanos;

        public CpuShare(NanoClock clock) {
            this.clock = clock;
            previousNanos = clock.nanoTime();
        }

        /**
         * Both counters have the same unit.
         *
         * @return the percentage by series; empty at the first call, after {@link #reset}, if a counter has decreased, or if no time has
         *     passed
         */
        public Map<String, Double> since(String series, double used, double available) {
            double usedGrowth = used - previousUsed;
            double availableGrowth = available - previousAvailable;
            boolean hasShare = !isFirst && usedGrowth >= 0 && availableGrowth > 0;
            isFirst = false;
            previousUsed = used;
            previousAvailable = available;
            // limited, because the two counters are not read at exactly the same time
            return hasShare ? Map.of(series, Math.min(100, 100 * usedGrowth / availableGrowth)) : Map.of();
        }

        /** Returns the percentage of the processors' capacity that was used since the last reading. */
        public Map<String, Double> ofProcessors(String series, double usedSeconds, double processors) {
            long nowNanos = clock.nanoTime();
            processorSeconds += (nowNanos - previousNanos) / 1e9 * processors;
            previousNanos = nowNanos;
            return since(series, usedSeconds, processorSeconds);
        }

        public void reset() {
            isFirst = true;
        }
    }
}

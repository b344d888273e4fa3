// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.experiment.probe.source.SourceReader.NoReading;
import io.github.cdctester.internal.time.NanoClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Reads CPU and memory from Linux' {@code /proc}. On other systems, each reading is a gap. */
record ProcFiles(Path root) {

    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STEAL = 7;
    private static final double KIB = 1_024;

    /** Reads the machine's CPU time. Guest time is omitted, because it is part of user time. */
    Map<String, Double> machineCpu(CpuShare share, String series) throws NoReading {
        String[] ticks = textAfter("cpu ", "stat", read("stat")).split(" +");
        double used = 0;
        double all = 0;
        for (int i = 0; i <= STEAL && i < ticks.length; i++) {
            double time = Double.parseDouble(ticks[i]);
            all += time;
            used += i == IDLE || i == IO_WAIT ? 0 : time;
        }
        return share.since(series, used, all);
    }

    double machineMemory() throws NoReading {
        String text = read("meminfo");
        return kibibytes("MemTotal:", "meminfo", text) - kibibytes("MemAvailable:", "meminfo", text);
    }

    double memoryOf(long pid) throws NoReading {
        String file = pid + "/status";
        return kibibytes("VmRSS:", file, read(file));
    }

    private double kibibytes(String name, String file, String text) throws NoReading {
        return KIB * Double.parseDouble(textAfter(name, file, text).split(" ")[0]);
    }

    /** Returns the text after a name at the start of a line. */
    private String textAfter(String name, String file, String text) throws NoReading {
        return text.lines()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(name.length()).strip())
                .orElseThrow(() -> NoReading.unavailable("proc", root + "/" + file + " has no line " + name.strip()));
    }

    private String read(String file) throws NoReading {
        try {
            return Files.readString(root.resolve(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw NoReading.unavailable(
                    "proc",
                    root.resolve(file) + " cannot be read"
                            + (Files.isDirectory(root) ? "" : ": it exists on Linux only"));
        }
    }

    /** The share of processor time that was used between two readings, in percent. */
    static final class CpuShare {

        private static final double PERCENT = 100;
        private static final double NANOS = 1e9;

        private final NanoClock clock;
        private boolean first = true;
        private double usedBefore;
        private double availableBefore;
        private double processorSeconds;
        private long beforeNanos;

        CpuShare(NanoClock clock) {
            this.clock = clock;
            beforeNanos = clock.nanoTime();
        }

        /**
         * Computes the share between two readings of two counters with the same unit.
         *
         * @return the percentage by {@code series}; empty at the first reading, after a counter was reset, and if no time has
         *     passed
         */
        Map<String, Double> since(String series, double used, double available) {
            double usedNow = used - usedBefore;
            double availableNow = available - availableBefore;
            boolean known = !first && usedNow >= 0 && availableNow > 0;
            first = false;
            usedBefore = used;
            availableBefore = available;
            // the counters are not read at exactly the same time, so the share may exceed 100 %
            return known ? Map.of(series, Math.min(PERCENT, PERCENT * usedNow / availableNow)) : Map.of();
        }

        /** Computes the share of used CPU seconds in the capacity of the processors since the last reading. */
        Map<String, Double> ofProcessors(String series, double usedSeconds, double processors) {
            long now = clock.nanoTime();
            processorSeconds += (now - beforeNanos) / NANOS * processors;
            beforeNanos = now;
            return since(series, usedSeconds, processorSeconds);
        }

        void forget() {
            first = true;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Runs one side: {@code Sides SIDE port=N [tls=true] [file=F] [wire=N]}. Reads the log once per line of standard input,
 * and answers each with a line of {@code name=value} pairs. Ends with the input. So a JVM stays warm over many rounds.
 */
public final class Sides {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private Sides() {}

    public static void main(String... arguments) throws IOException {
        PrintStream out = System.out;
        Side side = side(arguments[0], Target.of(arguments));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(measure(side, line));
            out.flush();
        }
        System.exit(0); // exits without waiting for threads of a library
    }

    private static String measure(Side side, String argument) {
        try {
            long cpuBefore = SYSTEM.getProcessCpuTime();
            long start = System.nanoTime();
            String result = side.read(argument);
            long nanos = System.nanoTime() - start;
            long cpu = SYSTEM.getProcessCpuTime() - cpuBefore;
            return String.format(Locale.ROOT, "%s cpu=%.3f wall=%.6f", result, cpu / 1e9, nanos / 1e9);
        } catch (Exception e) {
            return "error=" + String.valueOf(e).replaceAll("\\s+", "_");
        }
    }

    private static Side side(String name, Target target) {
        return switch (name) {
            case "walk" -> new Walk(target);
            case "discard" -> new Discard(target);
            case "ours" -> new Ours(target, Ours.Mode.HEADERS);
            case "ours-noverdict" -> new Ours(target, Ours.Mode.NO_VERDICT);
            case "ours-checksums" -> new Ours(target, Ours.Mode.CHECKSUMS);
            case "ours-rows" -> new Ours(target, Ours.Mode.ROWS);
            case "ours-connector" -> new Ours(target, Ours.Mode.CONNECTOR);
            case "ours-everything" -> new Ours(target, Ours.Mode.EVERYTHING);
            case "connector" -> new Connector(target, Connector.Depth.DEFAULT);
            case "connector-norows" -> new Connector(target, Connector.Depth.NO_ROWS);
            case "connector-nulls" -> new Connector(target, Connector.Depth.NOTHING);
            case "live-reader" -> new LiveReader(target);
            case "live-ours" -> new LiveOurs(target);
            default -> throw new IllegalArgumentException("no side " + name);
        };
    }

    /** Returns the pairs that each side reports. {@code bytes} is negative if it is unknown. */
    static String line(long startNanos, long bytes) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return String.format(Locale.ROOT, "bytes=%d seconds=%.6f", bytes, seconds);
    }
}

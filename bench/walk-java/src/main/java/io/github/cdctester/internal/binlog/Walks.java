// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs each method of {@link WalkBenchmark} once per round, each time in a new JVM. Prints the medians over the rounds as a table
 * in Markdown. Arguments: recording, number of rounds.
 */
public final class Walks {

    private static final int BYTES = 64_000_000;
    private static final int WARM_UP = 5;
    private static final int MEASURED = 5;

    private static final Map<String, String> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put("copying", "copying, which the others have in them");
        NAMES.put("headers", "headers only");
        NAMES.put("checksums", "every checksum verified");
        NAMES.put("rows", "rows counted");
    }

    private Walks() {}

    public static void main(String... arguments) throws IOException, RunnerException {
        RecordedLog log = RecordedLog.of(Path.of(arguments[0]), BYTES);
        int runs = Integer.parseInt(arguments[1]);
        Map<String, List<Double>> nanos = new LinkedHashMap<>();
        for (int run = 1; run <= runs; run++) {
            for (String name : NAMES.keySet()) {
                System.err.printf("round %d of %d, %s%n", run, runs, name);
                nanos.computeIfAbsent(name, key -> new ArrayList<>()).add(measure(name, arguments[0]));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%d events, %d transactions, %d bytes%n%n",
                log.events(),
                log.transactions(),
                log.logBytes());
        System.out.println("| | ns a transaction | ns an event | s/GB |");
        System.out.println("|---|---|---|---|");
        nanos.forEach((name, values) -> System.out.printf(
                "| %s | %s | %s | %s |%n",
                NAMES.get(name),
                spread(values, log.transactions(), "%.0f"),
                spread(values, log.events(), "%.1f"),
                spread(values, log.logBytes(), "%.3f")));
    }

    /** Returns the nanoseconds of a pass, measured in one JVM. */
    private static double measure(String name, String file) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("\\.WalkBenchmark\\." + name + "$")
                        .param("file", file)
                        .param("bytes", String.valueOf(BYTES))
                        .forks(1)
                        .warmupIterations(WARM_UP)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(MEASURED)
                        .measurementTime(TimeValue.seconds(1))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        return results.iterator().next().getPrimaryResult().getStatistics().getPercentile(50);
    }

    /** Returns {@code median (min–max)}. Nanoseconds per byte equal seconds per GB. */
    private static String spread(List<Double> values, long divisor, String format) {
        double[] sorted =
                values.stream().mapToDouble(value -> value / divisor).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return String.format(
                Locale.ROOT, format + " (" + format + "–" + format + ")", median, sorted[0], sorted[sorted.length - 1]);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.DurationRecorder;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sums over all nodes must equal the values of the coordinator. */
class NodeFilesTest {

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final Instant MEASURING_START = Instant.parse("2026-11-25T12:00:00.5Z");

    @TempDir
    private Path directory;

    private static WriteDurations durations(Distribution latency, Distribution startDelay) {
        return new WriteDurations(latency, startDelay, latency, Map.of());
    }

    private static Distribution micros(long... values) {
        DurationRecorder recorder = new DurationRecorder();
        for (long value : values) {
            recorder.record(value);
        }
        return recorder.take();
    }

    private static WriteCounts counts(long transactions) {
        return new WriteCounts(
                Map.of("insert", transactions),
                Map.of(1213, 2L),
                Map.of(Metric.READS, 1L, Metric.WRITES, 3L, Metric.LOGGED_TRANSACTIONS, 5L));
    }

    @Test
    void writesLinePerCounterAndBucket() throws IOException {
        try (NodeFiles files = new NodeFiles(directory)) {
            files.write(1, "a:1", "l", 5 * SECOND_NANOS, counts(1), durations(micros(1), Distribution.EMPTY));
            assertThat(directory)
                    .as("nothing is written before the measured part")
                    .isEmptyDirectory();
            files.startMeasuring(7 * SECOND_NANOS, MEASURING_START);
            files.write(2, "b:1", "x,y", 8_900_000_000L, counts(4), durations(micros(5, 5, 5000), micros(0)));
            files.write(2, "b:1", "x,y", 6 * SECOND_NANOS, WriteCounts.ZERO, WriteDurations.NOTHING);
            assertThat(files.failure()).isEmpty();
        }
        String second = "b:1,\"x,y\",2026-11-25T12:00:02.500Z,2,";
        assertThat(Files.readString(directory.resolve("node-02.csv")))
                .isEqualTo("node,load,time,second,metric,from_us,to_us,count\n"
                        + second + "transactions,,,4\n"
                        + second + "queries,,,4\n"
                        + second + "reads,,,1\n"
                        + second + "writes,,,3\n"
                        + second + "errors,,,2\n"
                        + second + "latency,5,5,2\n"
                        + second + "latency,5000,5003,1\n"
                        + second + "startDelay,0,0,1\n"
                        + "b:1,\"x,y\",2026-11-25T12:00:01.500Z,1,transactions,,,0\n");
        assertThat(directory.resolve("node-01.csv")).doesNotExist();
    }

    @Test
    void percentilesOfNodesEqualResult() throws IOException {
        Random random = new Random(7);
        List<Distribution> measuredLatencies = new ArrayList<>();
        try (NodeFiles files = new NodeFiles(directory)) {
            files.startMeasuring(0, MEASURING_START);
            for (int second = 0; second < 20; second++) {
                for (int node = 1; node <= 3; node++) {
                    long[] values = random.longs(random.nextInt(700), 0, 1_000_000)
                            .map(value -> value * value / 1_000_000 + (value % 97 == 0 ? 3_000_000 : 0))
                            .toArray();
                    Distribution latency = micros(values);
                    files.write(
                            node,
                            "n:" + node,
                            "l",
                            second * SECOND_NANOS,
                            counts(values.length),
                            durations(latency, latency));
                    if (second >= 5) {
                        measuredLatencies.add(latency);
                    }
                }
            }
        }
        Distribution total = Distribution.sum(measuredLatencies);
        TreeMap<Long, Long> buckets = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                for (String line : Files.readAllLines(file)) {
                    String[] cells = line.split(",");
                    if (cells[4].equals("latency") && Integer.parseInt(cells[3]) > 5) {
                        buckets.merge(Long.valueOf(cells[6]), Long.valueOf(cells[7]), Long::sum);
                    }
                }
            }
        }
        for (int thousandths : new int[] {500, 950, 990, 999}) {
            assertThat(percentile(buckets, thousandths))
                    .as("p%s", thousandths / 10.0)
                    .isEqualTo(total.percentileMillis(thousandths / 10.0));
        }
        assertThat(buckets.lastKey() / 1_000.0).isEqualTo(total.maxMillis());
    }

    /** Uses the query in docs/machines.md. */
    private static double percentile(TreeMap<Long, Long> buckets, long thousandths) {
        long total = buckets.values().stream().mapToLong(Long::longValue).sum();
        long cumulativeCount = 0;
        for (Map.Entry<Long, Long> bucket : buckets.entrySet()) {
            cumulativeCount += bucket.getValue();
            if (1_000 * cumulativeCount >= thousandths * total) {
                return bucket.getKey() / 1_000.0;
            }
        }
        throw new AssertionError("no buckets");
    }

    @Test
    void reportsFailedWrite() throws IOException {
        Path missingDirectory = directory.resolve("missing");
        try (NodeFiles files = new NodeFiles(missingDirectory)) {
            files.startMeasuring(0, MEASURING_START);
            files.write(1, "a:1", "l", 0, counts(1), WriteDurations.NOTHING);
            assertThat(files.failure())
                    .get()
                    .asString()
                    .contains("writing " + missingDirectory.resolve("node-01.csv") + " failed: ");
        }
    }
}

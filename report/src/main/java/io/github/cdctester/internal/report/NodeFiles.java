// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.internal.text.Csv;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes node-01.csv, node-02.csv and so on: the work of each worker node in each second of the measured part. A line is one
 * counter or one histogram bucket of one second. Buckets of several nodes or seconds can be added. Thread-safe.
 * {@link #failure()} returns write errors.
 */
public final class NodeFiles implements AutoCloseable {

    private static final String HEADER = "node,load,time,second,metric,from_us,to_us,count\n";

    private static final long SECOND_NANOS = 1_000_000_000;

    /** Written only if they are not 0. */
    private static final List<Metric> COUNTERS = Metric.of(Metric.Subject.WRITE).stream()
            .filter(metric -> metric.meterType() == Metric.MeterType.COUNTER
                    && !metric.column().isEmpty())
            .filter(metric -> metric != Metric.WRITE_TRANSACTIONS)
            .toList();

    private record Window(long nanos, Instant at) {}

    private final Path directory;
    private final Map<Integer, NodeFile> files = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable RunFailedException> failure = new AtomicReference<>();
    private volatile @Nullable Window window;

    public NodeFiles(Path directory) {
        this.directory = directory;
    }

    /** Only reports after this call are written; their seconds are counted from {@code nanos}. */
    public void startMeasuring(long nanos, Instant at) {
        window = new Window(nanos, at);
    }

    /**
     * Writes the work of a node's workers since the last report.
     *
     * @param node number of the node, from 1
     * @param upToNanos a time in the second that gets the counts, on the clock of {@link #startMeasuring}
     */
    public void write(
            int node, String address, String load, long upToNanos, WriteCounts counts, WriteDurations durations) {
        Window measuredPart = window;
        if (measuredPart == null || failure.get() != null) {
            return;
        }
        long second = Math.max(1, Math.floorDiv(upToNanos - measuredPart.nanos(), SECOND_NANOS) + 1);
        String time = measuredPart
                .at()
                .plusSeconds(second)
                .truncatedTo(ChronoUnit.MILLIS)
                .toString();
        try {
            files.computeIfAbsent(node, number -> new NodeFile())
                    .write(node, address, load, "," + time + "," + second + ",", counts, durations);
        } catch (IOException e) {
            failure.compareAndSet(
                    null,
                    new RunFailedException(
                            "writing " + directory.resolve(name(node)) + " failed: " + e.getMessage()
                                    + "; the seconds of worker nodes are kept there",
                            e));
        }
    }

    private static String name(int node) {
        return String.format(Locale.ROOT, "node-%02d.csv", node);
    }

    /** Returns the first write error, which stopped all further writing; empty if there was none. */
    public Optional<RunFailedException> failure() {
        return Optional.ofNullable(failure.get());
    }

    @Override
    public void close() {
        FirstFailure closing = new FirstFailure();
        files.values().forEach(file -> closing.run(file::close));
        FirstFailure.throwAsRunFailure(
                closing.first(), failed -> "closing a node's file in " + directory + " failed: " + failed.getMessage());
    }

    private final class NodeFile {

        private @Nullable OutputStream out;
        private final StringBuilder text = new StringBuilder();
        private String linePrefix = "";

        synchronized void write(
                int node, String address, String load, String timeCells, WriteCounts counts, WriteDurations durations)
                throws IOException {
            OutputStream stream = out;
            if (stream == null) {
                Path file = directory.resolve(name(node));
                Files.deleteIfExists(file); // if the path is a symbolic link, only the link is deleted
                stream = new FileOutputStream(file.toFile()); // not a channel: an interrupt would close it
                out = stream;
                text.append(HEADER);
            }
            linePrefix = cells(address, load) + timeCells;
            writeCount(Metric.WRITE_TRANSACTIONS.column(), counts.get(Metric.WRITE_TRANSACTIONS));
            for (Metric metric : COUNTERS) {
                if (counts.get(metric) != 0) {
                    writeCount(metric.column(), counts.get(metric));
                }
            }
            writeBuckets("latency", durations.latency());
            writeBuckets("startDelay", durations.startDelay());
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            text.setLength(0);
            stream.write(bytes); // complete lines of one second, so that a kill leaves no partial line
        }

        private void writeCount(String metric, long count) {
            text.append(linePrefix).append(metric).append(",,,").append(count).append('\n');
        }

        private void writeBuckets(String metric, Distribution values) {
            values.forEachBucket((from, to, count) -> text.append(linePrefix)
                    .append(metric)
                    .append(',')
                    .append(from)
                    .append(',')
                    .append(to)
                    .append(',')
                    .append(count)
                    .append('\n'));
        }

        private static String cells(String address, String load) throws IOException {
            StringWriter cells = new StringWriter();
            Csv.writeRows(List.of("node", "load"), Stream.of(Map.of("node", address, "load", load)), cells);
            return cells.toString().stripTrailing();
        }

        synchronized void close() throws IOException {
            OutputStream stream = out;
            if (stream != null) {
                stream.close();
            }
        }
    }
}

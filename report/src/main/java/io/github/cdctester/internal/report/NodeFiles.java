// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.RunFailedException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * node-01.csv, node-02.csv and so on: the work of each worker node in each second of the measured part, passed to the operating
 * system at once. A line is a counter of a second, or a bucket of its histograms: buckets of all nodes and any seconds add up to
 * the total distribution. Files are created with their first line. For any thread; only {@link #failure()} reports failures.
 */
public final class NodeFiles implements AutoCloseable {

    private static final String HEADER = "node,load,time,second,metric,from_us,to_us,count\n";

    private static final long SECOND_NANOS = 1_000_000_000;

    /** In addition to the counters of each second. */
    private static final List<Metric> COUNTERS = Metric.of(Metric.Subject.WRITE).stream()
            .filter(metric ->
                    metric.kind() == Metric.Kind.COUNTER && !metric.column().isEmpty())
            .filter(metric -> metric != Metric.WRITE_TRANSACTIONS)
            .toList();

    private record Window(long nanos, Instant at) {}

    private final Path directory;
    private final Map<Integer, One> files = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable RunFailedException> failure = new AtomicReference<>();
    private volatile @Nullable Window window;

    /** Makes none yet. */
    public NodeFiles(Path directory) {
        this.directory = directory;
    }

    /** The measured part begins: reports from now on are written, by seconds from now on. */
    public void windowOpens(long nanos, Instant at) {
        window = new Window(nanos, at);
    }

    /**
     * Writes the work of a node's workers since its last report.
     *
     * @param node its number, from 1
     * @param upToNanos a moment of the second that it counts for, by the clock of {@link #windowOpens}
     */
    public void write(int node, String address, String load, long upToNanos, WriteCounts counts, WriteDurations took) {
        Window opened = window;
        if (opened == null || failure.get() != null) {
            return;
        }
        long second = Math.max(1, Math.floorDiv(upToNanos - opened.nanos(), SECOND_NANOS) + 1);
        String time =
                opened.at().plusSeconds(second).truncatedTo(ChronoUnit.MILLIS).toString();
        try {
            files.computeIfAbsent(node, number -> new One())
                    .write(node, address, load, "," + time + "," + second + ",", counts, took);
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

    /** Why no more is written; empty if all was. */
    public Optional<RunFailedException> failure() {
        return Optional.ofNullable(failure.get());
    }

    @Override
    public void close() {
        List<IOException> failed = new ArrayList<>();
        for (One file : files.values()) {
            try {
                file.close();
            } catch (IOException e) {
                failed.add(e);
            }
        }
        if (!failed.isEmpty()) {
            throw new RunFailedException(
                    "closing a node's file in " + directory + " failed: "
                            + failed.get(0).getMessage(),
                    failed.get(0));
        }
    }

    private final class One {

        private @Nullable OutputStream out;
        private final StringBuilder text = new StringBuilder();
        private String start = "";

        synchronized void write(
                int node, String address, String load, String when, WriteCounts counts, WriteDurations took)
                throws IOException {
            OutputStream to = out;
            if (to == null) {
                Path file = directory.resolve(name(node));
                Files.deleteIfExists(file); // of a link the link
                to = new FileOutputStream(file.toFile()); // no channel: a thread that is interrupted would close one
                out = to;
                text.append(HEADER);
            }
            start = cells(address, load) + when;
            count(Metric.WRITE_TRANSACTIONS.column(), counts.get(Metric.WRITE_TRANSACTIONS));
            for (Metric metric : COUNTERS) {
                if (counts.get(metric) != 0) {
                    count(metric.column(), counts.get(metric));
                }
            }
            buckets("latency", took.latency());
            buckets("startDelay", took.startDelay());
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            text.setLength(0);
            to.write(bytes); // whole seconds: who is killed leaves no half line
        }

        private void count(String metric, long count) {
            text.append(start).append(metric).append(",,,").append(count).append('\n');
        }

        private void buckets(String metric, Distribution values) {
            values.forEachBucket((from, to, count) -> text.append(start)
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
            Csv.writeOn(List.of("node", "load"), Stream.of(Map.of("node", address, "load", load)), cells);
            return cells.toString().stripTrailing();
        }

        synchronized void close() throws IOException {
            OutputStream open = out;
            if (open != null) {
                open.close();
            }
        }
    }
}

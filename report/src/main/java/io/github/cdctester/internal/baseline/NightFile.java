// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.baseline;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.bound.BoundedFile;
import io.github.cdctester.internal.report.JsonRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A baseline file: JSON with one night per line. The order of the lines keeps diffs in version control small. */
public record NightFile(Path path) {

    public static final int MAX_NIGHTS = 40;

    private static final int VERSION = 1;

    private static final Comparator<Night> ORDER =
            Comparator.comparing(Night::test).thenComparing(Night::machine).thenComparing(Night::server);

    public record Content(int schemaVersion, List<Night> nights) {}

    public List<Night> read() {
        if (!Files.exists(path)) {
            return List.of();
        }
        String text;
        try {
            text = BoundedFile.text(path, BoundedFile.MAX_OBJECT_FILE_BYTES);
        } catch (IOException e) {
            throw new RunFailedException("reading the baselines in " + path + " failed: " + e, e);
        }
        Content content = JsonRecords.read(text, Content.class)
                .orElseThrow(() -> new RunFailedException(
                        path + " holds no baselines: restore it from version control, or remove it"));
        if (content.schemaVersion() != VERSION) {
            throw new RunFailedException(path + " is of version " + content.schemaVersion()
                    + ", which this cdc-tester does not know: use a newer one, or remove the file");
        }
        return content.nights();
    }

    /**
     * Keeps the last {@value #MAX_NIGHTS} nights of the same test, machine and server. Replaces the file as a whole or not at
     * all.
     */
    public void add(Night night) {
        List<Night> nights = new ArrayList<>(read());
        nights.add(night);
        List<Night> series = nights.stream().filter(night::isComparableWith).toList();
        nights.removeAll(series);
        nights.addAll(series.subList(Math.max(0, series.size() - MAX_NIGHTS), series.size()));
        nights.sort(ORDER); // stable: nights of one series keep their order
        String text = nights.stream()
                .map(JsonRecords::line)
                .collect(Collectors.joining(",\n", "{\"schemaVersion\":" + VERSION + ",\"nights\":[\n", "\n]}\n"));
        replace(text);
    }

    private void replace(String text) {
        Path absolute = path.toAbsolutePath();
        try {
            Files.createDirectories(absolute.getParent());
            // only its owner could read a temporary file of the JDK, but a baseline can be shared
            Path tempFile = absolute.resolveSibling(absolute.getFileName() + "." + UUID.randomUUID() + ".part");
            try {
                Files.writeString(tempFile, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                Files.move(tempFile, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(tempFile);
            }
        } catch (IOException e) {
            throw new RunFailedException("writing the baselines to " + path + " failed: " + e, e);
        }
    }

    /**
     * The repeats of one test in one night.
     *
     * @param server such as {@code mysql-9.7}
     * @param level number of accepted changes, including the change of this night
     * @param date the day (UTC) on which the last repeat started, such as {@code 2026-11-23}
     * @param figures the values of all repeats, by the figure's name in result.json
     * @param delaySources by the name of a figure that is a delay; empty in older files
     */
    public record Night(
            String test,
            String machine,
            String server,
            int level,
            String date,
            Map<String, List<Double>> figures,
            Map<String, String> delaySources) {

        public Night {
            figures = Collections.unmodifiableMap(new TreeMap<>(figures));
            delaySources = Collections.unmodifiableMap(new TreeMap<>(delaySources));
            for (@Nullable
            Double figure : figures.values().stream().flatMap(List::stream).toList()) {
                if (figure == null
                        || !(figure > 0)
                        || figure.isInfinite()) { // a baseline of 0 or infinity could never be compared
                    throw new IllegalArgumentException("a figure of " + figure);
                }
            }
        }

        public boolean isComparableWith(Night other) {
            return test.equals(other.test) && machine.equals(other.machine) && server.equals(other.server);
        }

        /** Returns true if both nights have the same delay source, or one of them has none. */
        public boolean hasSameSource(Night other, String figure) {
            String source = delaySources.get(figure);
            String otherSource = other.delaySources.get(figure);
            return source == null || otherSource == null || source.equals(otherSource);
        }

        public Night withLevel(int newLevel) {
            return new Night(test, machine, server, newLevel, date, figures, delaySources);
        }
    }
}

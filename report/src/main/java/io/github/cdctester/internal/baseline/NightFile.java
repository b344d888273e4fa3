// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.baseline;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.bound.BoundedFile;
import io.github.cdctester.internal.report.JsonRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The file: JSON, one night per line, ordered by tests, machines and servers, so that a diff shows the additions. */
public record NightFile(Path path) {

    /** Maximum number of stored nights of one test on one machine and server. */
    public static final int MAX_NIGHTS = 40;

    private static final int VERSION = 1;

    private static final Comparator<Night> ORDER =
            Comparator.comparing(Night::test).thenComparing(Night::machine).thenComparing(Night::server);

    /**
     * Its content.
     *
     * @param schemaVersion {@value NightFile#VERSION}
     */
    public record Content(int schemaVersion, List<Night> nights) {}

    /**
     * Reads the file.
     *
     * @return all nights; none without a file
     * @throws RunFailedException if it cannot be read, or has another format
     */
    public List<Night> read() {
        if (!Files.exists(path)) {
            return List.of();
        }
        String text;
        try {
            text = BoundedFile.text(path, BoundedFile.PART_OF_HEAP);
        } catch (IOException e) {
            throw new RunFailedException("reading the baselines in " + path + " failed: " + e, e);
        }
        Content content = JsonRecords.read(text, Content.class)
                .orElseThrow(() -> new RunFailedException(
                        path + " holds no baselines: take it from the version control again, or remove it"));
        if (content.schemaVersion() != VERSION) {
            throw new RunFailedException(path + " is of version " + content.schemaVersion()
                    + ", which this cdc-tester does not know: use a newer one, or remove the file");
        }
        return content.nights();
    }

    /**
     * Adds a night after similar ones; keeps at most {@value #MAX_NIGHTS} of them. The file is replaced as a whole, or not changed.
     *
     * @throws RunFailedException if it cannot be read or written
     */
    public void add(Night night) {
        List<Night> nights = new ArrayList<>(read());
        nights.add(night);
        List<Night> alike = nights.stream().filter(night::isLike).toList();
        nights.removeAll(alike);
        nights.addAll(alike.subList(Math.max(0, alike.size() - MAX_NIGHTS), alike.size()));
        nights.sort(ORDER); // stable: the nights of each keep their order
        String text = nights.stream()
                .map(JsonRecords::line)
                .collect(Collectors.joining(",\n", "{\"schemaVersion\":" + VERSION + ",\"nights\":[\n", "\n]}\n"));
        replace(text);
    }

    private void replace(String text) {
        Path whole = path.toAbsolutePath();
        try {
            Files.createDirectories(whole.getParent());
            Path part = Files.createTempFile(whole.getParent(), whole.getFileName() + ".", ".part");
            try {
                Files.writeString(part, text);
                Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw new RunFailedException("writing the baselines to " + path + " failed: " + e, e);
        }
    }

    /**
     * The repeats of one test, measured together; a line of the file.
     *
     * @param machine the machine's class, or the name that it was given
     * @param server such as {@code mysql-9.7}
     * @param level how often a change has been accepted before
     * @param date the day (UTC) of the measurement, such as {@code 2026-11-23}
     * @param figures each repeat's number by the figure's name in result.json
     */
    public record Night(
            String test, String machine, String server, int level, String date, Map<String, List<Double>> figures) {

        public Night {
            figures = Collections.unmodifiableMap(new TreeMap<>(figures));
            for (@Nullable
            Double figure : figures.values().stream().flatMap(List::stream).toList()) {
                if (figure == null || !(figure > 0) || figure.isInfinite()) { // nothing would be worse than that
                    throw new IllegalArgumentException("a figure of " + figure);
                }
            }
        }

        /** Returns true if it can be compared with another one. */
        public boolean isLike(Night other) {
            return test.equals(other.test) && machine.equals(other.machine) && server.equals(other.server);
        }

        /** The same on another level. */
        public Night at(int otherLevel) {
            return new Night(test, machine, server, otherLevel, date, figures);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.experiment.probe.Probes.ProbeReading;
import io.github.cdctester.internal.text.Csv;
import io.github.cdctester.internal.text.PlainText;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Writes one file per probe, {@code probe-NAME.csv}. Each reading is flushed, so that the files of a killed run are usable. */
public final class ProbeFiles implements Consumer<ProbeReading>, AutoCloseable {

    private static final List<String> COLUMNS = List.of("time", "seconds", "series", "value", "gap");

    private final Map<String, Writer> files = new TreeMap<>();
    private final Resources resources = new Resources();
    private final Path directory;

    /** Existing files are overwritten. */
    public ProbeFiles(Path directory, List<ProbeSpec> probes) {
        this.directory = directory;
        try {
            for (ProbeSpec probe : probes) {
                Path file = directory.resolve("probe-" + probe.name() + ".csv");
                // no FileChannel, because an interrupt of the thread would close it
                Writer out = new OutputStreamWriter(new FileOutputStream(file.toFile()), StandardCharsets.UTF_8);
                files.put(probe.name(), resources.add(out));
                Csv.write(COLUMNS, Stream.empty(), out);
                out.flush();
            }
        } catch (IOException e) {
            try (resources) {
                throw writeFailure(e);
            }
        }
    }

    @Override
    public void accept(ProbeReading reading) {
        Writer out = Objects.requireNonNull(files.get(reading.probe()), reading.probe());
        String gap = reading.gap();
        Stream<Map<String, String>> rows = gap == null
                ? reading.values().entrySet().stream()
                        .map(value -> row(reading, value.getKey(), PlainText.number(value.getValue()), ""))
                : Stream.of(row(reading, reading.probe(), "", PlainText.line(gap)));
        try {
            Csv.writeRows(COLUMNS, rows, out);
            out.flush();
        } catch (IOException e) {
            throw writeFailure(e);
        }
    }

    private static Map<String, String> row(ProbeReading reading, String series, String value, String gap) {
        return Map.of(
                "time", reading.at().truncatedTo(ChronoUnit.MILLIS).toString(),
                "seconds", String.format(Locale.ROOT, "%.3f", reading.seconds()),
                "series", PlainText.line(series),
                "value", value,
                "gap", gap);
    }

    private RunFailedException writeFailure(IOException e) {
        return new RunFailedException("cannot write the probes' files in " + directory + ": " + e.getMessage(), e);
    }

    @Override
    public void close() {
        resources.close();
    }
}

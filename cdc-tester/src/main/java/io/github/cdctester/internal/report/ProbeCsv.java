// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.Csv;
import io.github.cdctester.internal.text.PlainText;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What a probe reads, as CSV: a line a value, with empty cells for what it has not; on the disk as soon as it is written. */
public final class ProbeCsv implements AutoCloseable {

    private static final List<String> NAMES = List.of("time", "seconds", "series", "value", "gap");

    private final Writer out;

    private ProbeCsv(Writer out) {
        this.out = out;
    }

    /** Makes a file with the line of names. */
    public static ProbeCsv create(Path file) throws IOException {
        // no channel: a thread that is interrupted would close one
        Writer out = new OutputStreamWriter(new FileOutputStream(file.toFile()), StandardCharsets.UTF_8);
        try {
            Csv.write(NAMES, Stream.empty(), out);
            out.flush();
            return new ProbeCsv(out);
        } catch (IOException | RuntimeException | Error e) {
            try (out) {
                throw e;
            }
        }
    }

    /**
     * Adds a reading.
     *
     * @param seconds the same in seconds of the run
     */
    public void values(Instant at, double seconds, Map<String, Double> values) throws IOException {
        Csv.writeOn(
                NAMES,
                values.entrySet().stream().map(value -> row(at, seconds, value.getKey(), plain(value.getValue()), "")),
                out);
        out.flush();
    }

    /**
     * Adds a gap.
     *
     * @param seconds the same in seconds of the run
     */
    public void gap(Instant at, double seconds, String probe, String why) throws IOException {
        Csv.writeOn(NAMES, Stream.of(row(at, seconds, probe, "", PlainText.line(why))), out);
        out.flush();
    }

    private static Map<String, String> row(Instant at, double seconds, String series, String value, String gap) {
        return Map.of(
                "time", at.truncatedTo(ChronoUnit.MILLIS).toString(),
                "seconds", String.format(Locale.ROOT, "%.3f", seconds),
                "series", PlainText.line(series),
                "value", value,
                "gap", gap);
    }

    /** Without an exponent: 134217728, not 1.34217728E8. */
    private static String plain(double value) {
        return PlainText.number(value);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

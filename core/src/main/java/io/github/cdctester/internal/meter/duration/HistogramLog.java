// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Histograms of many intervals as text, in HdrHistogram's own form of a log, which its tools and those built on it read. A line
 * an interval, with the series' name as its tag; values in µs, and each line's maximum, for people, in ms. Not thread-safe.
 */
public final class HistogramLog {

    private static final double MICROS_PER_MILLI = 1_000;

    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private final HistogramLogWriter log = new HistogramLogWriter(new PrintStream(lines, true, StandardCharsets.UTF_8));
    private final Writer out;

    private HistogramLog(Writer out) {
        this.out = out;
    }

    public static HistogramLog begin(Writer out, String tool, Instant startedAt) throws IOException {
        HistogramLog begun = new HistogramLog(out);
        begun.log.outputComment("[Logged with " + tool + "; values in microseconds]");
        begun.log.outputLogFormatVersion();
        begun.log.outputBaseTime(startedAt.toEpochMilli());
        begun.log.outputStartTime(startedAt.toEpochMilli());
        begun.log.outputLegend();
        begun.flush();
        return begun;
    }

    /**
     * Writes an interval of a series.
     *
     * @param series its name; blanks and commas in it, which a tag cannot have, become underscores
     * @param encoded its values, from {@link Distribution#encoded()}
     */
    public void interval(String series, double fromSecond, double toSecond, String encoded) throws IOException {
        Histogram recorded = Distribution.histogram(encoded);
        recorded.setTag(series.replaceAll("[\\s,\\p{Cntrl}]", "_"));
        log.outputIntervalHistogram(fromSecond, toSecond, recorded, MICROS_PER_MILLI);
        flush();
    }

    private void flush() throws IOException {
        out.write(lines.toString(StandardCharsets.UTF_8));
        lines.reset();
    }
}

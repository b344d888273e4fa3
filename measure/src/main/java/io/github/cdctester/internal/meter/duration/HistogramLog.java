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
 * Writes histograms in HdrHistogram's log format, which other tools can read. Each line contains one interval, tagged with its
 * series. Values are in µs; the column with the maximum is in ms. Not thread-safe.
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
        HistogramLog histogramLog = new HistogramLog(out);
        histogramLog.log.outputComment("[Logged with " + tool + "; values in microseconds]");
        histogramLog.log.outputLogFormatVersion();
        histogramLog.log.outputBaseTime(startedAt.toEpochMilli());
        histogramLog.log.outputStartTime(startedAt.toEpochMilli());
        histogramLog.log.outputLegend();
        histogramLog.flush();
        return histogramLog;
    }

    /**
     * @param series spaces, commas and control characters, which a tag cannot contain, become underscores
     * @param base64 values of the interval, from {@link Distribution#toBase64()}
     */
    public void writeInterval(String series, double fromSecond, double toSecond, String base64) throws IOException {
        Histogram histogram = Distribution.histogram(base64);
        histogram.setTag(series.replaceAll("[\\s,\\p{Cntrl}]", "_"));
        log.outputIntervalHistogram(fromSecond, toSecond, histogram, MICROS_PER_MILLI);
        flush();
    }

    private void flush() throws IOException {
        out.write(lines.toString(StandardCharsets.UTF_8));
        lines.reset();
    }
}

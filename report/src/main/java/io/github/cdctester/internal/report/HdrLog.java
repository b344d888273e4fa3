// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.meter.duration.HistogramLog;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes histograms.hlog: delay, latency and start delay of each second, in HdrHistogram's log format. With several streams or
 * loads, each has additional entries with the tag {@code METER:NAME}.
 */
public final class HdrLog implements Format<RunResult> {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final String DELAY = "cdc.delay";

    @Override
    public void write(RunResult run, Writer out) throws IOException {
        List<SampleRow> samples = run.samples();
        // results of very long runs omit the first seconds
        double from = samples.isEmpty() ? 0 : samples.get(0).second() - 1;
        double warmUpSeconds = from;
        for (SampleRow sample : samples) {
            warmUpSeconds += sample.phase() == SampleRow.RunPart.WARM_UP ? sample.seconds() : 0;
        }
        HistogramLog log = HistogramLog.begin(
                out,
                "cdc-tester " + PlainText.line(run.tool().version()),
                run.startedAt().minus(Duration.ofNanos((long) (warmUpSeconds * NANOS_PER_SECOND))));
        for (SampleRow sample : samples) {
            double to = from + sample.seconds();
            writeSecond(log, sample, from, to);
            from = to;
        }
    }

    private static void writeSecond(HistogramLog log, SampleRow sample, double from, double to) throws IOException {
        if (sample.cdc() != null) {
            writeInterval(log, DELAY, sample.cdc().delayHistogram(), from, to);
        }
        for (SampleRow.Stream stream : sample.streams()) {
            writeInterval(log, DELAY + ":" + stream.name(), stream.cdc().delayHistogram(), from, to);
        }
        SampleRow.Write write = sample.write();
        if (write != null) {
            write(log, "", write, from, to);
        }
        for (SampleRow.Workload load : sample.workloads()) {
            write(log, ":" + load.name(), load.write(), from, to);
        }
    }

    private static void write(HistogramLog log, String suffix, SampleRow.Write write, double from, double to)
            throws IOException {
        writeInterval(log, "write.latency" + suffix, write.latencyHistogram(), from, to);
        writeInterval(log, "write.start.delay" + suffix, write.startDelayHistogram(), from, to);
    }

    private static void writeInterval(HistogramLog log, String series, @Nullable String encoded, double from, double to)
            throws IOException {
        if (encoded != null) {
            log.writeInterval(series, from, to, encoded);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.result.sample.SampleRow;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The CPU usage of the reader threads. Each stream has one reader thread, which can use at most one processor. */
public final class ReaderLoadChart implements TimeSeriesBuilder {

    private final PaceChart pace;
    private final boolean hasSeveralStreams;
    private final Curves cpuPercentages;
    private int secondsAfterWarmUp;
    private int knownSeconds;
    private int busySeconds;
    private double behindSeconds;
    private double cpuSecondsWhileBehind;

    /** {@code pace} must receive each second before this chart receives it. */
    ReaderLoadChart(int rows, PaceChart pace, boolean hasSeveralStreams) {
        this.pace = pace;
        this.hasSeveralStreams = hasSeveralStreams;
        cpuPercentages = new Curves(rows);
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        if (row.phase() != SampleRow.RunPart.WARM_UP) {
            secondsAfterWarmUp++;
        }
        if (!hasSeveralStreams || !row.streams().isEmpty()) {
            addShares(row, from, to);
        } // else: an old second of a long run, which contains only the sum over all streams
        cpuPercentages.endRow(to);
    }

    private void addShares(SampleRow row, double from, double to) {
        if (row.streams().isEmpty()) {
            addCpuPercentage("reader", "bytes", row.stream().readerCpuPercent(), to);
        }
        for (SampleRow.Stream stream : row.streams()) {
            addCpuPercentage(
                    stream.name(), "stream " + stream.name(), stream.cdc().readerCpuPercent(), to);
        }
        double busiestShare = ReaderShare.busiestShare(row);
        if (row.phase() == SampleRow.RunPart.WARM_UP || Double.isNaN(busiestShare)) {
            return;
        }
        knownSeconds++;
        busySeconds += busiestShare >= ReaderShare.MIN_BOTTLENECK_SHARE ? 1 : 0;
        if (pace.isBehind()) {
            behindSeconds += to - from;
            cpuSecondsWhileBehind += busiestShare * (to - from);
        }
    }

    private void addCpuPercentage(String name, String role, @Nullable Double percent, double to) {
        if (percent != null) {
            // can exceed 100 %, because wall time and CPU time are read one after the other
            cpuPercentages.put(name, role, to, Math.min(100, percent));
        }
    }

    public int secondsAfterWarmUp() {
        return secondsAfterWarmUp;
    }

    /** Returns the mean share of the busiest reader while the stream was behind; NaN if it never was, or if unknown. */
    public double shareWhileBehind() {
        return behindSeconds > 0 ? cpuSecondsWhileBehind / behindSeconds : Double.NaN;
    }

    public List<Block> draw(ChartAnnotations annotations) {
        return cpuPercentages.names().isEmpty()
                ? List.of()
                : List.of(new TimeChart("reader", "The tester's reader")
                        .axis("of one processor", "%", Scale.LINEAR)
                        .series(cpuPercentages.series(Shape.LINE, 0))
                        .note(
                                String.format(
                                        Locale.ROOT,
                                        "CPU use of the thread that reads the stream. Near 100 %%, the tester is the"
                                                + " limit, not the server; it was at %.0f %% or more in"
                                                + " %d of %d s after the warm-up.",
                                        100 * ReaderShare.MIN_BOTTLENECK_SHARE,
                                        busySeconds,
                                        knownSeconds),
                                cpuPercentages.note())
                        .draw(annotations));
    }
}

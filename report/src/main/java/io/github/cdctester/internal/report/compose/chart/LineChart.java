// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A chart with one or more lines per axis. */
final class LineChart implements TimeSeriesBuilder, RunTimeSeries.DrawableChart {

    static final String P99_NOTE = "A second with fewer than 100 values shows the longest.";

    /** Negative durations are recorded as 0, which a logarithmic axis cannot show. */
    private static final double MIN_MILLIS = 0.001;

    @FunctionalInterface
    interface Reader {
        void read(SampleRow row, Lines lines);
    }

    /** A line that receives no value in a second has a gap. */
    @FunctionalInterface
    interface Lines {
        void put(String name, String role, @Nullable Double value);
    }

    private record AxisLines(Curves curves, Shape shape, Reader reader) {}

    private final int rows;
    private final TimeChart chart;
    private final List<AxisLines> axes = new ArrayList<>();
    private final List<Supplier<String>> notes = new ArrayList<>();
    private boolean hasPositiveValue;

    LineChart(int rows, String id, String title) {
        this.rows = rows;
        chart = new TimeChart(id, title);
    }

    LineChart axis(String name, String unit, Scale scale, Reader reader) {
        return axis(name, unit, scale, Shape.LINE, reader);
    }

    LineChart axis(String name, String unit, Scale scale, Shape shape, Reader reader) {
        chart.axis(name, unit, scale);
        axes.add(new AxisLines(new Curves(rows), shape, reader));
        return this;
    }

    LineChart note(String sentence) {
        return note(() -> sentence);
    }

    /** The sentence is computed after the last second; an empty sentence is not shown. */
    LineChart note(Supplier<String> sentence) {
        notes.add(sentence);
        return this;
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        for (AxisLines axis : axes) {
            axis.reader.read(row, (name, role, value) -> {
                hasPositiveValue |= value != null && value > 0;
                axis.curves.put(name, role, to, value);
            });
            axis.curves.endRow(to);
        }
    }

    boolean hasPositiveValue() {
        return hasPositiveValue;
    }

    @Override
    public List<Block> draw(ChartAnnotations annotations) {
        if (axes.get(0).curves.names().isEmpty()) {
            return List.of();
        }
        for (int i = 0; i < axes.size(); i++) {
            chart.series(axes.get(i).curves.series(axes.get(i).shape, i));
        }
        notes.forEach(sentence -> chart.note(sentence.get()));
        chart.note(axes.get(0).curves.note());
        return List.of(chart.draw(annotations));
    }

    static void putPercentiles(DurationSummary durations, Lines lines) {
        DurationSummary reliable = durations.withoutUnreliablePercentiles();
        lines.put("p50", "p50", onLogAxis(reliable.p50Millis()));
        lines.put("p95", "p95", onLogAxis(reliable.p95Millis()));
        lines.put("p99", "p99", onLogAxis(reliable.p99Millis()));
        lines.put("max", "max", onLogAxis(durations.maxMillis()));
    }

    static @Nullable Double onLogAxis(@Nullable Double millis) {
        return millis == null ? null : (Double) Math.max(MIN_MILLIS, millis);
    }
}

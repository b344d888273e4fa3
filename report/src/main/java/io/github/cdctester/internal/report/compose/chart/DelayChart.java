// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import org.jspecify.annotations.Nullable;

/** The delay time (DT) of each second: curves of its percentiles over a heat map of all values. */
final class DelayChart implements TimeSeriesBuilder {

    private static final int HEIGHT = 320;

    private final Curves percentiles;
    private final DelayHeatMap heat;
    private boolean hasStuckSeconds;

    DelayChart(int rows) {
        percentiles = new Curves(rows);
        heat = new DelayHeatMap(rows);
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        DurationSummary delay = row.stream().delay();
        LineChart.putPercentiles(delay, (name, role, value) -> percentiles.put(name, role, to, value));
        percentiles.endRow(to);
        heat.addSecond(from, to, delay.count(), row.stream().delayHistogram());
        hasStuckSeconds |= delay.count() == 0 && delay.maxMillis() != null;
    }

    Chart draw(@Nullable String source, ChartAnnotations annotations) {
        String countedItems = DelaySource.HEARTBEAT.name().equals(source) ? "heartbeats" : "transactions";
        return new TimeChart("dt", "DT")
                .axis("DT", "ms", Scale.LOG)
                .series(heat.series(countedItems))
                .series(percentiles.series(Shape.LINE, 0))
                .note(source == null ? "" : "By " + source + ".")
                .note(heat.notes(countedItems))
                .note(
                        hasStuckSeconds
                                ? "In seconds in which the stream was stuck, DT is the age of the oldest unread data."
                                : "",
                        percentiles.note())
                .height(HEIGHT)
                .draw(annotations);
    }
}

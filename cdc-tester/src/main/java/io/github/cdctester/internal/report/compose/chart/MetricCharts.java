// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.result.SampleRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Charts that {@link Metric} has: a line for each metric with the chart's id. */
final class MetricCharts implements TimeSeriesBuilder {

    private static final List<String> ALWAYS = List.of("bps", "tps");

    private final Map<String, LineChart> charts = new LinkedHashMap<>();
    private boolean heartbeats;

    /** {@code parts}: whether the streams divide a log. */
    MetricCharts(int rows, boolean parts) {
        for (Metric metric : Metric.values()) {
            Metric.Chart drawn = metric.chart();
            if (drawn != null) {
                charts.computeIfAbsent(drawn.id(), id -> chart(rows, metric, drawn));
            }
        }
        chart("tps")
                .note(
                        parts
                                ? "TPS of the stream is parts/s: a transaction counts in each stream that has a part of it."
                                : "")
                .note(() -> heartbeats ? "TPS of the stream includes the tester's heartbeats." : "");
    }

    private static LineChart chart(int rows, Metric first, Metric.Chart drawn) {
        List<Metric> metrics = Stream.of(Metric.values())
                .filter(metric -> metric.chart() != null
                        && Objects.requireNonNull(metric.chart()).id().equals(drawn.id()))
                .toList();
        boolean bytes = first.isBytes();
        String perSecond = first.isRate() ? "1/s" : "";
        return new LineChart(rows, drawn.id(), drawn.title())
                .axis(
                        bytes ? drawn.legend() : first.unit(),
                        bytes ? "MB/s" : perSecond,
                        Scale.LINEAR,
                        (row, lines) -> metrics.forEach(metric -> put(metric, row, bytes, lines)));
    }

    private static void put(Metric metric, SampleRow row, boolean bytes, LineChart.Lines lines) {
        SampleRow.Write write = row.write();
        Metric.Chart drawn = Objects.requireNonNull(metric.chart());
        SampleRow.Cdc cdc = row.cdc();
        Map<String, Double> values = metric.subject() == Metric.Subject.STREAM
                ? cdc == null ? null : cdc.values()
                : write == null ? null : write.values();
        if (values != null) {
            Double value = values.get(metric.rateColumn());
            lines.put(drawn.legend(), drawn.role(), value == null || !bytes ? value : (Double) (value / TimeChart.MB));
        }
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        heartbeats |= row.cdc() != null && row.cdc().heartbeats() > 0;
        charts.values().forEach(chart -> chart.take(row, from, to));
    }

    private LineChart chart(String id) {
        return Objects.requireNonNull(charts.get(id), id);
    }

    /** Returns a chart that always exists. */
    List<Block> over(String id, ChartAnnotations annotations) {
        return chart(id).over(annotations);
    }

    List<Block> others(Metric.Subject subject, ChartAnnotations annotations) {
        return Stream.of(Metric.values())
                .filter(metric -> metric.subject() == subject && metric.chart() != null)
                .map(metric -> Objects.requireNonNull(metric.chart()).id())
                .distinct()
                .filter(id -> !ALWAYS.contains(id) && chart(id).isPositive())
                .flatMap(id -> chart(id).over(annotations).stream())
                .toList();
    }
}

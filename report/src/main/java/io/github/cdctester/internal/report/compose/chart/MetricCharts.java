// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.result.sample.SampleRow;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Charts of metrics over the seconds of a run. Metrics with the same chart id are lines of one chart. */
final class MetricCharts implements TimeSeriesBuilder {

    private static final List<String> ALWAYS_DRAWN = List.of("bps", "tps");

    private static final Map<Metric, Line> LINES = new EnumMap<>(Metric.class);

    static {
        LINES.put(Metric.BYTES, new Line("bps", "BPS", "BPS", "bytes"));
        LINES.put(Metric.TRANSACTIONS, new Line("tps", "TPS", "TPS", "transactions"));
        LINES.put(
                Metric.LARGE_COMMITS, new Line("large-commits", "Commits larger than 1 MB", "> 1 MB", "transactions"));
        LINES.put(Metric.WRITE_TRANSACTIONS, new Line("tps", "TPS", "write TPS", "write"));
        LINES.put(Metric.QUERIES, new Line("qps", "QPS", "write QPS", "write"));
        LINES.put(Metric.ERRORS, new Line("errors", "Refused statements", "errors", "fault"));
    }

    private final Map<String, LineChart> charts = new LinkedHashMap<>();
    private boolean hasHeartbeats;

    /** {@code streamsDivideLog} is true if the streams read parts of the same log. */
    MetricCharts(int rows, boolean streamsDivideLog) {
        LINES.forEach((metric, line) -> charts.computeIfAbsent(line.chart(), id -> chart(rows, metric, line)));
        chart("tps")
                .note(
                        streamsDivideLog
                                ? "TPS of the stream is parts/s: a transaction counts in each stream that has a part of it."
                                : "")
                .note(() -> heartbeatNote("TPS"));
        chart("bps").note(() -> heartbeatNote("BPS"));
    }

    /** Call it after the last second. Returns an empty text without heartbeats. */
    String heartbeatNote(String rate) {
        return hasHeartbeats ? rate + " of the stream includes the tester's heartbeats." : "";
    }

    /** {@code role} determines the colour of the line. */
    private record Line(String chart, String title, String legend, String role) {}

    private static LineChart chart(int rows, Metric firstMetric, Line line) {
        List<Metric> metrics = LINES.keySet().stream()
                .filter(metric -> line(metric).chart().equals(line.chart()))
                .toList();
        boolean isBytes = firstMetric.isBytes();
        String perSecond = firstMetric.hasRate() ? "1/s" : "";
        return new LineChart(rows, line.chart(), line.title())
                .axis(
                        isBytes ? line.legend() : firstMetric.unit(),
                        isBytes ? "MB/s" : perSecond,
                        Scale.LINEAR,
                        (row, lines) -> metrics.forEach(metric -> put(metric, row, isBytes, lines)));
    }

    private static void put(Metric metric, SampleRow row, boolean isBytes, LineChart.Lines lines) {
        SampleRow.Write write = row.write();
        Line line = line(metric);
        SampleRow.Cdc cdc = row.cdc();
        Map<String, Double> values = metric.subject() == Metric.Subject.STREAM
                ? cdc == null ? null : cdc.values()
                : write == null ? null : write.values();
        if (values != null) {
            Double value = values.get(metric.rateColumn());
            lines.put(line.legend(), line.role(), value == null || !isBytes ? value : (Double) (value / TimeChart.MB));
        }
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        hasHeartbeats |= row.cdc() != null && row.cdc().heartbeats() > 0;
        charts.values().forEach(chart -> chart.add(row, from, to));
    }

    private static Line line(Metric metric) {
        return Objects.requireNonNull(LINES.get(metric));
    }

    private LineChart chart(String id) {
        return Objects.requireNonNull(charts.get(id), id);
    }

    List<Block> draw(String id, ChartAnnotations annotations) {
        return chart(id).draw(annotations);
    }

    /** Returns the charts that are drawn only if they contain a value above 0. */
    List<Block> optionalCharts(Metric.Subject subject, ChartAnnotations annotations) {
        return LINES.keySet().stream()
                .filter(metric -> metric.subject() == subject)
                .map(metric -> line(metric).chart())
                .distinct()
                .filter(id -> !ALWAYS_DRAWN.contains(id) && chart(id).hasPositiveValue())
                .flatMap(id -> chart(id).draw(annotations).stream())
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.chart.DownSampling;
import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueFormat;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws the values of two runs in common charts, second by second from the start of the measured part. */
final class OverlayCharts {

    private static final int HEIGHT = 240;
    private static final String GROUP = "overlay";

    private static final List<ResultValue> VALUES = List.of(
            ResultValues.DELAY.p99(),
            ResultValues.DELAY.p50(),
            ResultValues.CDC_TPS,
            ResultValues.CDC_BPS,
            ResultValues.CDC_EPS,
            ResultValues.WRITE_TPS,
            ResultValues.WRITE_QPS,
            ResultValues.LATENCY.p99().labelled("write latency p99"));

    private final List<SampleRow> before;
    private final List<SampleRow> after;
    private final List<Chart> charts = new ArrayList<>();

    private OverlayCharts(RunResult before, RunResult after) {
        this.before = afterWarmUp(before);
        this.after = afterWarmUp(after);
    }

    private static List<SampleRow> afterWarmUp(RunResult run) {
        return run.samples().stream()
                .filter(row -> row.phase() != SampleRow.RunPart.WARM_UP)
                .toList();
    }

    static List<Chart> of(RunResult before, RunResult after) {
        OverlayCharts overlay = new OverlayCharts(before, after);
        VALUES.forEach(overlay::add);
        return overlay.charts;
    }

    private void add(ResultValue value) {
        List<Series> series = new ArrayList<>();
        line("A", "a", before, value).ifPresent(series::add);
        line("B", "b", after, value).ifPresent(series::add);
        String samplingNote = DownSampling.note(Math.max(before.size(), after.size()));
        if (!series.isEmpty()) {
            charts.add(new Chart(
                    "overlay-" + (charts.size() + 1),
                    value.label() + " of both runs",
                    samplingNote.isEmpty() ? null : samplingNote,
                    GROUP,
                    Axis.of("", "", Scale.SECONDS),
                    List.of(ChartAxes.of(value.label(), ValueFormat.symbol(value), series, 0)),
                    series,
                    List.of(),
                    List.of(),
                    HEIGHT));
        }
    }

    private static Optional<Series> line(String name, String role, List<SampleRow> rows, ResultValue value) {
        double scale = ValueFormat.unit(value).size();
        DownSampling<Void> curve = new DownSampling<>(rows.size());
        double end = 0;
        for (SampleRow row : rows) {
            end += row.seconds(); // longer after missed samples
            curve.add(end, ShortNumber.orGap(value.valueIn(row)) / scale, null);
        }
        return curve.isEmpty()
                ? Optional.empty()
                : Optional.of(Series.of(name, Shape.LINE, role, 0, curve.x(), curve.y()));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.chart.DownSampling;
import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

final class OverlayCharts {

    private static final int HEIGHT = 240;
    private static final String GROUP = "overlay";

    private OverlayCharts() {}

    /** Their delays, what their streams carried, and what was written. Nothing where no run has seconds. */
    static List<Chart> of(RunResult before, RunResult after) {
        List<SampleRow> first = before.samples();
        List<SampleRow> second = after.samples();
        List<Chart> charts = new ArrayList<>();
        add(charts, first, second, "DT p99", "ms", of(cdc -> cdc.delay().p99Millis()));
        add(charts, first, second, "DT p50", "ms", of(cdc -> cdc.delay().p50Millis()));
        add(charts, first, second, "TPS", "/s", of(SampleRow.Cdc::transactionsPerSecond));
        add(charts, first, second, "BPS", "MB/s", of(cdc -> cdc.bytesPerSecond() / ShortNumber.MB));
        add(charts, first, second, "EPS", "/s", of(SampleRow.Cdc::eventsPerSecond));
        add(charts, first, second, "write TPS", "/s", row -> {
            SampleRow.Write write = row.write();
            return write == null ? null : write.transactionsPerSecond();
        });
        add(charts, first, second, "write QPS", "/s", row -> {
            SampleRow.Write write = row.write();
            return write == null ? null : write.queriesPerSecond();
        });
        add(charts, first, second, "write latency p99", "ms", row -> {
            SampleRow.Write write = row.write();
            return write == null ? null : write.latency().p99Millis();
        });
        return charts;
    }

    /** Of the stream; without one there is nothing. */
    private static Function<SampleRow, @Nullable Double> of(Function<SampleRow.Cdc, @Nullable Double> value) {
        return row -> row.cdc() == null ? null : value.apply(row.cdc());
    }

    private static void add(
            List<Chart> charts,
            List<SampleRow> before,
            List<SampleRow> after,
            String name,
            String unit,
            Function<SampleRow, @Nullable Double> value) {
        List<Series> series = new ArrayList<>();
        line(before, value).ifPresent(curve -> series.add(curve("A", "a", curve)));
        line(after, value).ifPresent(curve -> series.add(curve("B", "b", curve)));
        String thinned = DownSampling.note(Math.max(before.size(), after.size()));
        if (!series.isEmpty()) {
            charts.add(new Chart(
                    "overlay-" + (charts.size() + 1),
                    name + " of both runs",
                    thinned.isEmpty() ? null : thinned,
                    GROUP,
                    new Axis("", "", Scale.SECONDS, List.of(), null, null),
                    List.of(ChartAxes.of(name, unit, series, 0)),
                    series,
                    List.of(),
                    List.of(),
                    HEIGHT));
        }
    }

    private static Optional<DownSampling<Void>> line(
            List<SampleRow> rows, Function<SampleRow, @Nullable Double> value) {
        DownSampling<Void> curve = new DownSampling<>(rows.size());
        rows.forEach(row -> curve.add(row.second(), ShortNumber.orGap(value.apply(row)), null));
        return curve.isEmpty() ? Optional.empty() : Optional.of(curve);
    }

    private static Series curve(String name, String role, DownSampling<Void> curve) {
        return new Series(name, Shape.LINE, role, 0, curve.x(), curve.y(), null, List.of());
    }
}

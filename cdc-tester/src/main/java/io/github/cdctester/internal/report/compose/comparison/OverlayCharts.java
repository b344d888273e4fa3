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

    private final List<SampleRow> before;
    private final List<SampleRow> after;
    private final List<Chart> charts = new ArrayList<>();

    private OverlayCharts(RunResult before, RunResult after) {
        this.before = before.samples();
        this.after = after.samples();
    }

    /** Returns charts of delays, streams and writes. Empty if no run has seconds. */
    static List<Chart> of(RunResult before, RunResult after) {
        OverlayCharts all = new OverlayCharts(before, after);
        all.add("DT p99", "ms", SampleRow::cdc, cdc -> cdc.delay().p99Millis());
        all.add("DT p50", "ms", SampleRow::cdc, cdc -> cdc.delay().p50Millis());
        all.add("TPS", "/s", SampleRow::cdc, SampleRow.Cdc::transactionsPerSecond);
        all.add("BPS", "MB/s", SampleRow::cdc, cdc -> cdc.bytesPerSecond() / ShortNumber.MB);
        all.add("EPS", "/s", SampleRow::cdc, SampleRow.Cdc::eventsPerSecond);
        all.add("write TPS", "/s", SampleRow::write, SampleRow.Write::transactionsPerSecond);
        all.add("write QPS", "/s", SampleRow::write, SampleRow.Write::queriesPerSecond);
        all.add(
                "write latency p99",
                "ms",
                SampleRow::write,
                write -> write.latency().p99Millis());
        return all.charts;
    }

    /** {@code side}: the stream, or the write side; without one there is nothing. */
    private <P> void add(
            String name, String unit, Function<SampleRow, @Nullable P> side, Function<P, @Nullable Double> of) {
        Function<SampleRow, @Nullable Double> value = row -> {
            P found = side.apply(row);
            return found == null ? null : of.apply(found);
        };
        List<Series> series = new ArrayList<>();
        line("A", "a", before, value).ifPresent(series::add);
        line("B", "b", after, value).ifPresent(series::add);
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

    private static Optional<Series> line(
            String name, String role, List<SampleRow> rows, Function<SampleRow, @Nullable Double> value) {
        DownSampling<Void> curve = new DownSampling<>(rows.size());
        rows.forEach(row -> curve.add(row.second(), ShortNumber.orGap(value.apply(row)), null));
        return curve.isEmpty()
                ? Optional.empty()
                : Optional.of(Series.of(name, Shape.LINE, role, 0, curve.x(), curve.y()));
    }
}

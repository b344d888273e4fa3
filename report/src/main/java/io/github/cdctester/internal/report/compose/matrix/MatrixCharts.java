// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.compose.experiment.ForestPlot;
import io.github.cdctester.internal.report.compose.experiment.SeriesBuilder;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The charts of a matrix, in the form of the published experiment: one line per setting. */
final class MatrixCharts {

    private static final int HEIGHT = 380;
    private static final int PROBE_HEIGHT = 220;
    private static final double PERCENT = 100;

    /** Colours by conclusion about a reduction. */
    private static final Map<String, String> ROLES =
            Map.of("one run", "unsure", "within noise", "noise", "less", "bad", "more", "good");

    private final MatrixResult matrix;
    private final MatrixCells cells;

    MatrixCharts(MatrixCells cells) {
        matrix = cells.matrix();
        this.cells = cells;
    }

    Chart summary() {
        ForestPlot plot = new ForestPlot("reduction", "reduced by");
        for (String load : matrix.loads()) {
            for (SettingSummary setting : matrix.settings()) {
                Optional<MatrixRow> row = cells.row(load, matrix.summaryAt(), setting.name());
                Reduction reduction = row.map(MatrixRow::reduced).orElse(null);
                if (reduction != null) {
                    plot.add(new ForestPlot.Row(
                            load + ": " + setting.name(),
                            reduction.percent(),
                            reduction.lowPercent(),
                            reduction.highPercent(),
                            conclusion(reduction),
                            ROLES.getOrDefault(conclusion(reduction), ""),
                            cells.reductionText(row)));
                }
            }
        }
        return plot.chart(
                "Cost of each setting",
                "QPS against " + matrix.baseline() + " at " + ValueName.inWords(matrix.axis(), matrix.summaryAt())
                        + ", in percent; to the right: fewer QPS. ");
    }

    private static String conclusion(Reduction reduction) {
        if (reduction.insideNoise() == null) {
            return "one run";
        }
        return reduction.insideNoise() ? "within noise" : reduction.percent() > 0 ? "less" : "more";
    }

    /** Bars extend from the lowest to the highest run. */
    Chart queries(String load, String id) {
        List<Series> series = lines(load, (line, index, pointName, row) -> {
            String tooltip = pointName + ": " + MatrixCells.queriesText(row) + " QPS"
                    + row.filter(matrixRow -> matrixRow.reduced() != null)
                            .map(matrixRow -> ", reduced by " + cells.reductionText(row))
                            .orElse("");
            line.add(
                    index,
                    ShortNumber.orGap(row.map(MatrixRow::queriesPerSecond).orElse(null)),
                    tooltip);
            Spread spread = row.map(MatrixRow::spread).orElse(null);
            if (spread != null && row.get().runs() > 1) {
                line.bar(index, spread, 1, tooltip + ", from " + ShortNumber.range(spread, 1));
            }
        });
        String note =
                matrix.repeats() == 1 ? "One run each." : "Geometric mean of the runs; bars from minimum to maximum.";
        Axis axis = Axis.of("QPS", "/s", Axis.Scale.LINEAR);
        return overAxis(id, load + ": QPS", note, axis, series, HEIGHT);
    }

    private Chart overAxis(String id, String quantity, @Nullable String note, Axis y, List<Series> series, int height) {
        Axis x = ChartAxes.categories(matrix.axis(), matrix.values());
        return Chart.of(id, quantity + " over " + matrix.axis(), note, x, List.of(y), series, height);
    }

    private interface PointDrawer {
        void draw(SeriesBuilder line, int index, String pointName, Optional<MatrixRow> row);
    }

    private List<Series> lines(String load, PointDrawer drawer) {
        List<Series> series = new ArrayList<>();
        for (SettingSummary setting : matrix.settings()) {
            SeriesBuilder line = new SeriesBuilder();
            for (int index = 0; index < matrix.values().size(); index++) {
                String label = matrix.values().get(index);
                String pointName = setting.name() + ", " + matrix.axis() + " " + label;
                drawer.draw(line, index, pointName, cells.row(load, label, setting.name()));
            }
            series.addAll(line.series(setting.name(), Shape.SCATTER_LINE, role(setting), 0));
        }
        return series;
    }

    private String role(SettingSummary setting) {
        return setting.name().equals(matrix.baseline()) ? "baseline" : setting.name();
    }

    Chart probe(String load, String probe, String id) {
        List<Series> series = lines(load, (line, index, pointName, row) -> {
            Double mean = row.map(matrixRow -> matrixRow.values().get(probe)).orElse(null);
            line.add(index, ShortNumber.orGap(mean), pointName);
        });
        Axis axis = ChartAxes.of(probe, "", series, 0);
        return overAxis(id, load + ": " + probe, null, axis, series, PROBE_HEIGHT);
    }

    /** Each point is the deviation of a run from the mean of its combination, in percent. The runs are in execution order. */
    Chart drift() {
        List<Series> series = new ArrayList<>();
        ToDoubleFunction<CellResult> queries =
                cell -> cell.trial().values().getOrDefault(ResultValues.WRITE_QPS.name(), Double.NaN);
        for (String load : matrix.loads()) {
            SeriesBuilder points = new SeriesBuilder();
            for (CellResult cell : matrix.cells()) {
                Double mean = cells.row(load, cell.trial().label(), cell.setting())
                        .map(MatrixRow::queriesPerSecond)
                        .orElse(null);
                if (cell.load().equals(load) && cell.trial().status() == Status.DONE && mean != null && mean > 0) {
                    points.add(
                            cell.trial().step(),
                            PERCENT * queries.applyAsDouble(cell) / mean - PERCENT,
                            cells.name(cell));
                }
            }
            series.addAll(points.series(load, Shape.SCATTER, load, 0));
        }
        return Chart.of(
                "drift",
                "Drift: each run against the mean of its repeats",
                "In the order in which the cells ran. A drift over hours shows as a slope; it affects all settings"
                        + (cells.hasIntervals() ? " alike and widens the intervals." : " alike."),
                new Axis("cell", "", Axis.Scale.LINEAR, List.of(), null, null),
                List.of(new Axis("QPS off its mean", "%", Axis.Scale.LINEAR, List.of(), null, null)),
                matrix.repeats() == 1 ? List.of() : series,
                PROBE_HEIGHT);
    }
}

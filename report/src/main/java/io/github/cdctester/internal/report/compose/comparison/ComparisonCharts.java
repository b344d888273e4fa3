// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.comparison.ComparedSteps.Group;
import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.compose.experiment.ForestPlot;
import io.github.cdctester.internal.report.compose.experiment.SeriesBuilder;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Charts of a comparison: changes with their confidence intervals, and the values of both sides over the steps. */
final class ComparisonCharts {

    private static final int HEIGHT = 240;
    private static final int MAX_CHARTS = 30;
    private static final String FROM_A_TO_B = "From A to B, in percent of A. ";

    private ComparisonCharts() {}

    /** Without steps, one chart shows all values. With steps, there is one chart per value and first part of the labels. */
    static List<Chart> differences(Comparison comparison) {
        if (ComparisonTables.isPublished(comparison)) {
            return List.of();
        }
        if (comparison.axis() == null) {
            return List.of(plot("change", comparison.values(), row -> ValueName.of(row.value()))
                    .chart("Changes", FROM_A_TO_B));
        }
        ComparedSteps steps = new ComparedSteps(comparison);
        List<Chart> charts = new ArrayList<>();
        for (Group group : steps.byFirstPart()) {
            charts.add(plot("change-" + (charts.size() + 1), group.rows(), row -> steps.name(row.step()))
                    .chart(title(group) + ": changes", FROM_A_TO_B));
        }
        return charts;
    }

    private static String title(Group group) {
        return ValueName.of(group.value()) + (group.name().isEmpty() ? "" : ", " + group.name());
    }

    private static ForestPlot plot(String id, List<ValueChange> rows, Function<ValueChange, String> name) {
        ForestPlot plot = new ForestPlot(id, "change");
        for (ValueChange row : rows) {
            Double change = row.changePercent();
            ChangeRange range = row.range();
            if (change != null) {
                plot.add(new ForestPlot.Row(
                        name.apply(row),
                        change,
                        range == null ? null : (Double) range.lowPercent(),
                        range == null ? null : (Double) range.highPercent(),
                        ChangeText.mark(row.mark()),
                        role(row.mark()),
                        ChangeText.change(change)
                                + (range == null ? "" : ", " + ChangeText.range(row))
                                + ", " + ChangeText.mark(row)));
            }
        }
        return plot;
    }

    private static String role(Mark mark) {
        return switch (mark) {
            case BETTER -> "good";
            case WORSE -> "bad";
            case CHANGED -> "main";
            case INSIDE_NOISE -> "noise";
            case ONE_RUN, UNKNOWN, NOT_JUDGED -> "unsure";
        };
    }

    static List<Chart> overSteps(Comparison comparison) {
        ComparedSteps steps = new ComparedSteps(comparison);
        List<Group> groups = steps.byAllPartsExceptLast();
        if (comparison.axis() == null || groups.size() > MAX_CHARTS) {
            return List.of();
        }
        List<Chart> charts = new ArrayList<>();
        for (Group group : groups) {
            charts.add(overSteps("steps-" + (charts.size() + 1), steps, group));
        }
        return charts;
    }

    private static Chart overSteps(String id, ComparedSteps steps, Group group) {
        List<String> stepLabels = new ArrayList<>();
        SeriesBuilder before = new SeriesBuilder();
        SeriesBuilder after = new SeriesBuilder();
        for (ValueChange row : group.rows()) {
            double index = stepLabels.size();
            stepLabels.add(steps.lastPart(row.step()));
            String name = steps.name(row.step());
            before.add(index, ShortNumber.orGap(row.before()), label(name, row, "A", row.before()));
            after.add(index, ShortNumber.orGap(row.after()), label(name, row, "B", row.after()));
        }
        List<Series> series = new ArrayList<>(before.series("A", Shape.SCATTER_LINE, "a", 0));
        series.addAll(after.series("B", Shape.SCATTER_LINE, "b", 0));
        return Chart.of(
                id,
                title(group),
                null,
                ChartAxes.categories(steps.lastAxis(), stepLabels),
                List.of(ChartAxes.of(ValueName.of(group.value()), "", series, 0)),
                series,
                HEIGHT);
    }

    private static String label(String step, ValueChange row, String side, @Nullable Double value) {
        return step + ": " + side + " " + ShortNumber.compact(value) + ", " + ChangeText.change(row.changePercent())
                + " from A to B, " + ChangeText.mark(row);
    }
}

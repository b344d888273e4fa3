// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.ComparisonWords;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.report.page.experiment.ComparedSteps.Group;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A comparison as pictures: each change with its interval, and of sweeps both sides over the steps. */
final class ComparisonCharts {

    private static final int HEIGHT = 240;
    private static final int MOST_CHARTS = 30;
    private static final String FROM_A_TO_B = "From A to B, in percent of A. ";

    private ComparisonCharts() {}

    /** One picture of all values; where there are steps one a value, a row a step. */
    static List<Chart> differences(Comparison comparison) {
        if (comparison.axis() == null) {
            return List.of(forest("change", comparison.values(), row -> ComparisonWords.name(row.value()))
                    .chart("Each change with its interval", FROM_A_TO_B));
        }
        ComparedSteps steps = new ComparedSteps(comparison);
        List<Chart> charts = new ArrayList<>();
        for (Group group : steps.byFirstPart()) {
            charts.add(forest("change-" + (charts.size() + 1), group.rows(), row -> steps.name(row.step()))
                    .chart(title(group) + ": each change with its interval", FROM_A_TO_B));
        }
        return charts;
    }

    private static String title(Group group) {
        return ComparisonWords.name(group.value()) + (group.name().isEmpty() ? "" : ", " + group.name());
    }

    /** What a row is called. */
    private interface Name {
        String of(ValueChange row);
    }

    private static Forest forest(String id, List<ValueChange> rows, Name name) {
        Forest forest = new Forest(id, "change");
        for (ValueChange row : rows) {
            Double change = row.changePercent();
            ChangeRange range = row.range();
            if (change != null) {
                forest.add(new Forest.Row(
                        name.of(row),
                        change,
                        range == null ? null : (Double) range.lowPercent(),
                        range == null ? null : (Double) range.highPercent(),
                        kind(row.mark()),
                        Roles.of(row.mark()),
                        ComparisonWords.change(change)
                                + (range == null ? "" : ", " + ComparisonWords.range(range, row.mark() == Mark.ONE_RUN))
                                + ", " + ComparisonWords.mark(row)));
            }
        }
        return forest;
    }

    private static String kind(Mark mark) {
        return switch (mark) {
            case BETTER -> "better";
            case WORSE -> "worse";
            case CHANGED -> "changed";
            case INSIDE_NOISE -> "inside the noise";
            case ONE_RUN -> "one run";
            case UNKNOWN -> "unknown";
        };
    }

    /** Both sides of each value over the steps; nothing where there are none, or so many groups of them that nobody would look. */
    static List<Chart> overSteps(Comparison comparison) {
        ComparedSteps steps = new ComparedSteps(comparison);
        List<Group> groups = steps.byAllButTheLast();
        if (comparison.axis() == null || groups.size() > MOST_CHARTS) {
            return List.of();
        }
        List<Chart> charts = new ArrayList<>();
        for (Group group : groups) {
            charts.add(overSteps("steps-" + (charts.size() + 1), steps, group));
        }
        return charts;
    }

    private static Chart overSteps(String id, ComparedSteps steps, Group group) {
        List<String> places = new ArrayList<>();
        Points before = new Points();
        Points after = new Points();
        for (ValueChange row : group.rows()) {
            double at = places.size();
            places.add(steps.last(row.step()));
            String name = steps.name(row.step());
            before.add(at, Numbers.orGap(row.before()), label(name, row, "A", row.before()));
            after.add(at, Numbers.orGap(row.after()), label(name, row, "B", row.after()));
        }
        List<Series> series = new ArrayList<>();
        if (!before.isEmpty()) {
            series.add(before.as("A", Shape.SCATTER_LINE, Roles.BEFORE, 0));
        }
        if (!after.isEmpty()) {
            series.add(after.as("B", Shape.SCATTER_LINE, Roles.AFTER, 0));
        }
        return new Chart(
                id,
                title(group),
                null,
                null,
                Axes.places(steps.last(steps.comparison().axis()), places),
                List.of(Axes.of(ComparisonWords.name(group.value()), "", series, 0)),
                series,
                List.of(),
                List.of(),
                HEIGHT);
    }

    private static String label(String step, ValueChange row, String side, @Nullable Double value) {
        return step + ": " + side + " " + ComparisonWords.number(value) + ", "
                + ComparisonWords.change(row.changePercent()) + " from A to B, " + ComparisonWords.mark(row);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Series;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/** Creates axes with a suitable scale. */
public final class ChartAxes {

    /** If the highest value is at least this many times the lowest value, a linear scale hides small values. */
    private static final double WIDE_RATIO = 50;

    private ChartAxes() {}

    public static Axis of(String name, String unit, List<Series> series, int yAxis) {
        return of(
                name,
                unit,
                series.stream()
                        .filter(line -> line.yAxis() == yAxis)
                        .flatMapToDouble(line -> DoubleStream.of(line.y())));
    }

    public static Axis of(String name, String unit, DoubleStream values) {
        return Axis.of(name, unit, isWide(values) ? Scale.LOG : Scale.LINEAR);
    }

    public static Axis logIfPositive(String name, String unit, DoubleStream values) {
        DoubleSummaryStatistics statistics = finiteStatistics(values);
        boolean isLogPossible = statistics.getCount() > 0 && statistics.getMin() > 0;
        return new Axis(name, unit, isLogPossible ? Scale.LOG : Scale.LINEAR, List.of(), null, null);
    }

    public static Axis categories(String name, List<String> names) {
        return new Axis(name, "", Scale.CATEGORY, names, null, null);
    }

    private static boolean isWide(DoubleStream values) {
        DoubleSummaryStatistics statistics = finiteStatistics(values);
        return statistics.getCount() > 1
                && statistics.getMin() > 0
                && statistics.getMax() / statistics.getMin() >= WIDE_RATIO;
    }

    private static DoubleSummaryStatistics finiteStatistics(DoubleStream values) {
        return values.filter(Double::isFinite).summaryStatistics();
    }
}

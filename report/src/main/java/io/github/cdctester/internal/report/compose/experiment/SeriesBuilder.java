// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.Trial.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the points and the error bars of a series. Not thread-safe. */
public final class SeriesBuilder {

    private record Point(double x, double y, double reach, String label) {}

    private final List<Point> points = new ArrayList<>();
    private final List<Point> bars = new ArrayList<>();

    public void add(double x, double y, String label) {
        points.add(new Point(x, y, 0, label));
    }

    /** The bar extends from the minimum to the maximum of the runs, divided by {@code unit}. */
    public void bar(double x, Spread spread, double unit, String label) {
        bar(x, (spread.max() + spread.min()) / 2 / unit, (spread.max() - spread.min()) / 2 / unit, label);
    }

    public void bar(double x, double y, double reach, String label) {
        bars.add(new Point(x, y, reach, label));
    }

    /** The points follow the error bars, so that they are drawn above the bars. */
    public List<Series> series(String name, Shape shape, String role, int yAxis) {
        double[] reach = bars.stream().mapToDouble(Point::reach).toArray();
        return Stream.concat(
                        series(name, Shape.ERROR_BARS, role, yAxis, bars, reach),
                        series(name, shape, role, yAxis, points, null))
                .toList();
    }

    private static Stream<Series> series(
            String name, Shape shape, String role, int yAxis, List<Point> drawnPoints, double @Nullable [] weight) {
        double[] x = drawnPoints.stream().mapToDouble(Point::x).toArray();
        double[] y = drawnPoints.stream().mapToDouble(Point::y).toArray();
        List<String> labels = drawnPoints.stream().map(Point::label).toList();
        return Arrays.stream(y).allMatch(Double::isNaN)
                ? Stream.of()
                : Stream.of(new Series(name, shape, role, yAxis, x, y, weight, labels));
    }
}

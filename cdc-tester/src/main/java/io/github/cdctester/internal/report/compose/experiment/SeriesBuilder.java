// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import java.util.ArrayList;
import java.util.List;

/** The points of a series, as they are found. For one thread. */
public final class SeriesBuilder {

    private record Point(double x, double y, double reach, String label) {}

    private final List<Point> points = new ArrayList<>();
    private final List<Point> bars = new ArrayList<>();

    public void add(double x, double y, String label) {
        points.add(new Point(x, y, 0, label));
    }

    /** Adds an error bar that reaches so far to either side. */
    public void bar(double x, double y, double reach, String label) {
        bars.add(new Point(x, y, reach, label));
    }

    /** The points upon their bars; nothing where there is nothing to draw. */
    public List<Series> series(String name, Shape shape, String role, int yAxis) {
        List<Series> series = new ArrayList<>();
        if (isKnown(bars)) {
            double[] reach = bars.stream().mapToDouble(Point::reach).toArray();
            series.add(new Series(name, Shape.ERROR_BARS, role, yAxis, x(bars), y(bars), reach, labels(bars)));
        }
        if (isKnown(points)) {
            series.add(new Series(name, shape, role, yAxis, x(points), y(points), null, labels(points)));
        }
        return series;
    }

    private static boolean isKnown(List<Point> some) {
        return some.stream().anyMatch(point -> !Double.isNaN(point.y()));
    }

    private static double[] x(List<Point> some) {
        return some.stream().mapToDouble(Point::x).toArray();
    }

    private static double[] y(List<Point> some) {
        return some.stream().mapToDouble(Point::y).toArray();
    }

    private static List<String> labels(List<Point> some) {
        return some.stream().map(Point::label).toList();
    }
}

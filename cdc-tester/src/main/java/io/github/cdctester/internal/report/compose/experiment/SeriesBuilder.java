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

    public void add(double x, double y, String label) {
        add(x, y, 0, label);
    }

    /** One with a bar that reaches so far to either side. */
    public void add(double x, double y, double reach, String label) {
        points.add(new Point(x, y, reach, label));
    }

    /** Whether there is nothing to draw. */
    public boolean isEmpty() {
        return points.stream().allMatch(point -> Double.isNaN(point.y()));
    }

    public Series build(String name, Shape shape, String role, int yAxis) {
        return new Series(
                name,
                shape,
                role,
                yAxis,
                points.stream().mapToDouble(Point::x).toArray(),
                points.stream().mapToDouble(Point::y).toArray(),
                shape == Shape.ERROR_BARS
                        ? points.stream().mapToDouble(Point::reach).toArray()
                        : null,
                points.stream().map(Point::label).toList());
    }
}

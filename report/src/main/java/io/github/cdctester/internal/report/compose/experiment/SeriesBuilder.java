// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.Trial.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Collects the points and the error bars of a series. Not thread-safe. */
public final class SeriesBuilder {

    /** @param exact the value, which may be drawn elsewhere */
    private record Point(double x, double y, double exact, String label) {}

    /** The bar is drawn around x and y. Its exact ends may be drawn elsewhere. */
    private record Bar(double x, double y, double reach, double low, double high, String label) {}

    private final List<Point> points = new ArrayList<>();
    private final List<Bar> bars = new ArrayList<>();
    private boolean isCutOff;

    public void add(double x, double y, String label) {
        points.add(new Point(x, y, y, label));
    }

    /** The bar extends from the minimum to the maximum of the runs, divided by {@code unit}. */
    public void bar(double x, Spread spread, double unit, String label) {
        double low = spread.min() / unit;
        double high = spread.max() / unit;
        bars.add(new Bar(x, (high + low) / 2, (high - low) / 2, low, high, label));
    }

    /** Adds a point of a horizontal chart that is {@code reach} wide to each side of 0. */
    void addHorizontal(double x, double y, double reach, String label) {
        isCutOff |= Math.abs(x) > reach;
        points.add(new Point(clamp(x, reach), y, x, label));
    }

    /** Adds a bar of a horizontal chart that is {@code reach} wide to each side of 0. */
    void barHorizontal(double low, double high, double y, double reach, String label) {
        isCutOff |= low < -reach || high > reach;
        double from = clamp(low, reach);
        double to = clamp(high, reach);
        bars.add(new Bar((from + to) / 2, y, (to - from) / 2, low, high, label));
    }

    private static double clamp(double value, double reach) {
        return Math.max(-reach, Math.min(reach, value));
    }

    boolean isCutOff() {
        return isCutOff;
    }

    /** The points follow the error bars, so that they are drawn above the bars. */
    public List<Series> series(String name, Shape shape, String role, int yAxis) {
        Series barSeries = new Series(
                name,
                Shape.ERROR_BARS,
                role,
                yAxis,
                numbers(bars, Bar::x),
                numbers(bars, Bar::y),
                numbers(bars, Bar::reach),
                bars.stream().map(Bar::label).toList(),
                List.of(numbers(bars, Bar::low), numbers(bars, Bar::high)));
        Series pointSeries = new Series(
                name,
                shape,
                role,
                yAxis,
                numbers(points, Point::x),
                numbers(points, Point::y),
                null,
                points.stream().map(Point::label).toList(),
                isCutOff ? List.of(numbers(points, Point::exact)) : List.of());
        return Stream.of(barSeries, pointSeries)
                .filter(series -> !Arrays.stream(series.y()).allMatch(Double::isNaN))
                .toList();
    }

    private static <T> double[] numbers(List<T> drawn, ToDoubleFunction<T> number) {
        return drawn.stream().mapToDouble(number).toArray();
    }
}

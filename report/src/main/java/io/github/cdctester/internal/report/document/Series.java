// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Data in one colour. Callers must not change the returned arrays.
 *
 * @param role determines the colour: {@code p50}, {@code p95}, {@code p99}, {@code max}, {@code bytes}, {@code events},
 *     {@code transactions}, {@code write}, {@code main}, {@code stress}, {@code probe}, {@code behind}, {@code baseline},
 *     {@code other}, {@code good}, {@code bad}, {@code grew}, {@code undelivered}, {@code unsure}, {@code noise}, {@code a},
 *     {@code b}; any other role gets the next colour of the palette
 * @param yAxis index of the chart's vertical axis: 0 or 1
 * @param weight the count of each cell for {@link Shape#HEAT}, and half the length of each bar for {@link Shape#ERROR_BARS};
 *     {@code null} for other shapes
 * @param labels one tooltip per point, or empty
 * @param exact the numbers behind the drawing, which may be cut off at the chart's edge: the lower and the upper ends of the bars
 *     of {@link Shape#ERROR_BARS}, and the values for other shapes; empty if the drawn numbers are exact
 */
@SuppressWarnings("ArrayRecordComponent") // large arrays, which are never compared
public record Series(
        String name,
        Shape shape,
        String role,
        int yAxis,
        double[] x,
        double[] y,
        double @Nullable [] weight,
        List<String> labels,
        List<double[]> exact) {

    public Series {
        x = x.clone();
        y = y.clone();
        weight = weight == null ? null : weight.clone();
        labels = List.copyOf(labels);
        exact = List.copyOf(exact);
        boolean needsWeights = shape == Shape.HEAT || shape == Shape.ERROR_BARS;
        if (x.length != y.length
                || needsWeights != (weight != null)
                || (weight != null && weight.length != x.length)
                || (!labels.isEmpty() && labels.size() != x.length)) {
            throw new IllegalArgumentException("the arrays of " + name + " differ in length, or do not fit its shape");
        }
        if (yAxis < 0) {
            throw new IllegalArgumentException("axis " + yAxis);
        }
    }

    public Series(
            String name,
            Shape shape,
            String role,
            int yAxis,
            double[] x,
            double[] y,
            double @Nullable [] weight,
            List<String> labels) {
        this(name, shape, role, yAxis, x, y, weight, labels, List.of());
    }

    public static Series of(String name, Shape shape, String role, int yAxis, double[] x, double[] y) {
        return new Series(name, shape, role, yAxis, x, y, null, List.of());
    }

    public Series withPoints(double[] newX, double[] newY) {
        return of(name, shape, role, yAxis, newX, newY);
    }

    public enum Shape {
        LINE,
        /** Each value is drawn until the next value. */
        STEP,
        /** An area, stacked on the previous stacked series of the same axis. */
        STACKED,
        SCATTER,
        SCATTER_LINE,
        BAR,
        /**
         * Cells of a grid; a higher weight gives a darker cell. x and y are the centres of the cells. The smallest distance
         * between two centres is the width of all columns, or the height of all rows. On a {@link Axis.Scale#LOG} axis, it is
         * the smallest ratio of two centres.
         */
        HEAT,
        ERROR_BARS
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Data drawn in one colour. Its arrays must not be changed.
 *
 * @param role its meaning, which determines the colour: {@code p50}, {@code p95}, {@code p99}, {@code max}, {@code bytes},
 *     {@code events}, {@code transactions}, {@code write}, {@code main}, {@code stress}, {@code probe}, {@code behind},
 *     {@code baseline}, {@code other}, {@code good}, {@code bad}, {@code grew}, {@code undelivered}, {@code unsure}, {@code noise},
 *     {@code a}, {@code b}; anything else gets the next colour of the palette
 * @param yAxis index of the chart's vertical axis: 0 or 1
 * @param weight for {@link Shape#HEAT} the count of each cell; for {@link Shape#ERROR_BARS} the length of each bar to either side;
 *     else {@code null}
 * @param labels one tooltip per point; or empty
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of numbers, which are never compared
public record Series(
        String name,
        Shape shape,
        String role,
        int yAxis,
        double[] x,
        double[] y,
        double @Nullable [] weight,
        List<String> labels) {

    public Series {
        x = x.clone();
        y = y.clone();
        weight = weight == null ? null : weight.clone();
        labels = List.copyOf(labels);
        boolean weighted = shape == Shape.HEAT || shape == Shape.ERROR_BARS;
        if (x.length != y.length
                || weighted != (weight != null)
                || (weight != null && weight.length != x.length)
                || (!labels.isEmpty() && labels.size() != x.length)) {
            throw new IllegalArgumentException("the points of " + name + " are not of one number, or not all there");
        }
        if (yAxis < 0) {
            throw new IllegalArgumentException("axis " + yAxis);
        }
    }

    /** A series of points without labels. */
    public static Series of(String name, Shape shape, String role, int yAxis, double[] x, double[] y) {
        return new Series(name, shape, role, yAxis, x, y, null, List.of());
    }

    /** The same with other points, without labels. */
    public Series at(double[] otherX, double[] otherY) {
        return of(name, shape, role, yAxis, otherX, otherY);
    }

    public enum Shape {
        /** Joined by straight lines. */
        LINE,
        /** Each value holds until the next. */
        STEP,
        /** An area above the earlier ones of the same axis. */
        STACKED,
        SCATTER,
        /** Points joined by lines. */
        SCATTER_LINE,
        BAR,
        /**
         * Cells, darker the more are in them. x and y are the middle of a cell of one grid: all columns are as wide, and all rows as
         * high as the smallest distance between two middles (on a {@link Axis.Scale#LOG} axis: the smallest ratio). Empty cells are
         * left out.
         */
        HEAT,
        /** A point with a bar of its uncertainty. */
        ERROR_BARS
    }
}

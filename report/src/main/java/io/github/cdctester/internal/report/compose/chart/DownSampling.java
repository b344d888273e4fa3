// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The points of a curve as they come, of which few are kept: of each stretch the lowest and the highest, so that no peak is lost.
 * A stretch without a value is one gap. Needs as much memory for a day as for an hour. Not thread-safe.
 *
 * @param <T> what belongs to a point, and is kept with it: curves that are drawn upon each other stay of one second
 */
public final class DownSampling<T> {

    /** Maximum points per curve: more than the pixels of a screen, and few enough for a page to send by mail. */
    public static final int MAX_POINTS = 1_200;

    /** Maximum number of points of longer runs: a page of an hour has some twenty curves, and should stay below 2 MB. */
    private static final int THINNED_POINTS = 900;

    /** A kept point; y is NaN without a value. */
    record Kept<T>(double x, double y, @Nullable T row) {}

    private final long stretch;
    private final List<Kept<T>> kept = new ArrayList<>();
    private long inStretch;
    private @Nullable Kept<T> first;
    private @Nullable Kept<T> low;
    private @Nullable Kept<T> high;

    public DownSampling(long points) {
        stretch = stretchOf(points);
    }

    private static long stretchOf(long points) {
        int stretches = THINNED_POINTS / 2;
        return points <= MAX_POINTS ? 1 : (points + stretches - 1) / stretches;
    }

    /** Returns a sentence about down-sampled curves of a number of seconds; empty if all are drawn. */
    public static String note(long seconds) {
        long stretch = stretchOf(seconds);
        return stretch == 1 ? "" : "Of every " + stretch + " seconds the lowest and the highest value are drawn.";
    }

    public void add(double x, double y, @Nullable T row) {
        Kept<T> next = new Kept<>(x, Double.isFinite(y) ? y : Double.NaN, row);
        first = first == null ? next : first;
        if (!Double.isNaN(next.y)) {
            low = low == null || y < low.y ? next : low;
            high = high == null || y > high.y ? next : high;
        }
        inStretch++;
        if (inStretch == stretch) {
            endInterval();
        }
    }

    private void endInterval() {
        Kept<T> lowest = low == null ? first : low;
        Kept<T> highest = high == null ? first : high;
        if (lowest == null || highest == null) {
            return;
        }
        kept.add(lowest.x < highest.x ? lowest : highest);
        if (lowest.x != highest.x) {
            kept.add(lowest.x < highest.x ? highest : lowest);
        }
        inStretch = 0;
        first = null;
        low = null;
        high = null;
    }

    List<Kept<T>> points() {
        endInterval();
        return kept;
    }

    public double[] x() {
        return values(Kept::x);
    }

    public double[] y() {
        return values(Kept::y);
    }

    private double[] values(ToDoubleFunction<Kept<T>> value) {
        return points().stream().mapToDouble(value).toArray();
    }

    public boolean isEmpty() {
        return points().stream().allMatch(point -> Double.isNaN(point.y));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reduces the number of points of a curve. Each interval keeps its lowest and highest point, so that no peak is lost. An
 * interval without values becomes one gap. Stores at most {@link #MAX_POINTS} points. Not thread-safe.
 *
 * @param <T> the type of data that is stored with each point
 */
public final class DownSampling<T> {

    /** More points than pixels are invisible, and a page must be small enough for an e-mail. */
    public static final int MAX_POINTS = 1_200;

    /** The page of a one-hour run has about twenty curves, and should stay below 2 MB. */
    private static final int MAX_THINNED_POINTS = 900;

    /** {@code y} is NaN for a gap. */
    record KeptPoint<T>(double x, double y, @Nullable T data) {}

    /** Statistics of all values, including values that are not kept. */
    final DoubleSummaryStatistics statistics = new DoubleSummaryStatistics();

    private final long interval;
    private final List<KeptPoint<T>> keptPoints = new ArrayList<>();
    private long pointsInInterval;
    private @Nullable KeptPoint<T> firstPoint;
    private @Nullable KeptPoint<T> lowPoint;
    private @Nullable KeptPoint<T> highPoint;

    public DownSampling(long points) {
        interval = intervalFor(points);
    }

    private static long intervalFor(long points) {
        int intervals = MAX_THINNED_POINTS / 2;
        return points <= MAX_POINTS ? 1 : (points + intervals - 1) / intervals;
    }

    public static String note(long seconds) {
        long interval = intervalFor(seconds);
        return interval == 1
                ? ""
                : "Of every " + interval + " seconds, the chart shows the lowest and the highest value.";
    }

    public void add(double x, double y, @Nullable T data) {
        KeptPoint<T> next = new KeptPoint<>(x, Double.isFinite(y) ? y : Double.NaN, data);
        firstPoint = firstPoint == null ? next : firstPoint;
        if (!Double.isNaN(next.y)) {
            lowPoint = lowPoint == null || y < lowPoint.y ? next : lowPoint;
            highPoint = highPoint == null || y > highPoint.y ? next : highPoint;
            statistics.accept(y);
        }
        pointsInInterval++;
        if (pointsInInterval == interval) {
            endInterval();
        }
    }

    private void endInterval() {
        KeptPoint<T> lowest = lowPoint == null ? firstPoint : lowPoint;
        KeptPoint<T> highest = highPoint == null ? firstPoint : highPoint;
        if (lowest == null || highest == null) {
            return;
        }
        keptPoints.add(lowest.x < highest.x ? lowest : highest);
        if (lowest.x != highest.x) {
            keptPoints.add(lowest.x < highest.x ? highest : lowest);
        }
        pointsInInterval = 0;
        firstPoint = null;
        lowPoint = null;
        highPoint = null;
    }

    List<KeptPoint<T>> points() {
        endInterval();
        return keptPoints;
    }

    public double[] x() {
        return values(KeptPoint::x);
    }

    public double[] y() {
        return values(KeptPoint::y);
    }

    private double[] values(ToDoubleFunction<KeptPoint<T>> value) {
        return points().stream().mapToDouble(value).toArray();
    }

    public boolean isEmpty() {
        return statistics.getCount() == 0;
    }
}

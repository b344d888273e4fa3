// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.List;
import java.util.Optional;

/**
 * A straight line fitted to points by least squares.
 *
 * @param slopeError standard error of the slope
 * @param mean mean of the values
 */
public record StraightLine(double slope, double slopeError, double mean) {

    private static final int MIN_POINTS = 4;

    /** In standard errors. A higher slope is probably not due to chance. */
    private static final double MIN_ERRORS_IF_LIKELY = 3;

    /** In standard errors. A higher slope is almost certainly not due to chance, even with few points. */
    private static final double MIN_ERRORS_IF_CERTAIN = 6;

    public record Point(double seconds, double value) {}

    public static Optional<StraightLine> of(List<Point> points) {
        int n = points.size();
        if (n < MIN_POINTS) {
            return Optional.empty();
        }
        double meanSeconds =
                points.stream().mapToDouble(Point::seconds).average().orElseThrow();
        double meanValue = points.stream().mapToDouble(Point::value).average().orElseThrow();
        double spread = 0;
        double product = 0;
        for (Point point : points) {
            spread += Math.pow(point.seconds() - meanSeconds, 2);
            product += (point.seconds() - meanSeconds) * (point.value() - meanValue);
        }
        double slope = product / spread;
        double squaredResiduals = 0;
        for (Point point : points) {
            squaredResiduals += Math.pow(point.value() - meanValue - slope * (point.seconds() - meanSeconds), 2);
        }
        return Optional.of(new StraightLine(slope, Math.sqrt(squaredResiduals / (n - 2) / spread), meanValue));
    }

    public boolean isRising() {
        return slope > 0 && slope > MIN_ERRORS_IF_LIKELY * slopeError;
    }

    public boolean isCertainlyRising() {
        return slope > 0 && slope > MIN_ERRORS_IF_CERTAIN * slopeError;
    }
}

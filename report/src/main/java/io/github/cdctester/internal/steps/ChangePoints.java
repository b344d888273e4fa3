// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import io.github.cdctester.internal.steps.SeriesNoise.Scatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds changes in the mean of a noisy series by seeded binary segmentation (Kovács, Bühlmann, Li and Munk 2023). The method
 * examines about n log n values. If several intervals contain a change, the narrowest interval takes precedence (Baranowski,
 * Chen and Fryzlewicz 2019).
 */
final class ChangePoints {

    static final int MIN_LEVEL_LENGTH = 3;

    /** Maximum probability of finding a change in a series without changes. */
    private static final double FALSE_ALARM_PROBABILITY = 0.001;

    /** Ratio of the interval lengths of two successive layers. */
    private static final double LENGTH_RATIO = Math.sqrt(0.5);

    private record ChangePoint(int from, int to, int change, double strength) {}

    private final Sums sums;
    private final Scatter scatter;
    /**
     * Ratio of the noise's long-run standard deviation to its standard deviation; above 1 if neighbouring values depend on each
     * other.
     */
    private final double longRunRatio;

    private final double threshold;

    ChangePoints(Sums sums, Scatter scatter, double longRunRatio) {
        this.sums = sums;
        this.scatter = scatter;
        this.longRunRatio = longRunRatio;
        long testCount = 0;
        for (Layer layer = Layer.first(sums.count()); layer.length() >= 2 * MIN_LEVEL_LENGTH; layer = layer.next()) {
            testCount += (long) layer.intervalCount() * (long) layer.length();
        }
        // Bonferroni correction for the number of tested positions, with an upper bound of the normal tail
        threshold = Math.sqrt(2 * Math.log(Math.max(2, testCount) / FALSE_ALARM_PROBABILITY));
    }

    /** Intervals of equal length that are evenly distributed over the series. */
    private record Layer(int count, double length, int intervalCount) {

        static Layer first(int count) {
            return new Layer(count, count, 1);
        }

        Layer next() {
            double shorter = length * LENGTH_RATIO;
            return new Layer(count, shorter, 2 * (int) Math.ceil(count / shorter) - 1);
        }

        int from(int interval) {
            return intervalCount == 1 ? 0 : (int) (interval * (count - length) / (intervalCount - 1));
        }

        int to(int interval) {
            return Math.min(count, (int) Math.ceil(from(interval) + length));
        }
    }

    /** Returns the index of the first value of each level except the first level, in ascending order. */
    List<Integer> find() {
        TreeSet<Integer> changes = new TreeSet<>();
        for (ChangePoint candidate : candidates()) {
            Integer existingChange = changes.higher(candidate.from());
            if (existingChange == null || existingChange >= candidate.to()) {
                changes.add(candidate.change());
            }
        }
        return pruneWeak(refinePositions(new ArrayList<>(changes)));
    }

    private List<ChangePoint> candidates() {
        List<ChangePoint> changePoints = new ArrayList<>();
        for (Layer layer = Layer.first(sums.count()); layer.length() >= 2 * MIN_LEVEL_LENGTH; layer = layer.next()) {
            for (int i = 0; i < layer.intervalCount(); i++) {
                ChangePoint best = strongest(layer.from(i), layer.to(i));
                if (best.strength() > threshold) {
                    changePoints.add(best);
                }
            }
        }
        changePoints.sort(Comparator.<ChangePoint>comparingInt(point -> point.to() - point.from())
                .thenComparing(Comparator.comparingDouble(ChangePoint::strength).reversed()));
        return changePoints;
    }

    /** Divides the interval into two levels. Returns the position with the smallest sum of squared deviations. */
    private ChangePoint strongest(int from, int to) {
        double length = to - from;
        double sumBefore = sums.sumBefore(from);
        double mean = (sums.sumBefore(to) - sumBefore) / length;
        double best = 0;
        int change = from + 1;
        for (int i = from + 1; i < to; i++) {
            double lengthBefore = i - from;
            double offset = sums.sumBefore(i) - sumBefore - lengthBefore * mean;
            double square = offset * offset / (lengthBefore * (length - lengthBefore));
            if (square > best) {
                best = square;
                change = i;
            }
        }
        return new ChangePoint(from, to, change, strength(from, change, to));
    }

    /**
     * Recomputes each position from all values between its neighbours, because the narrow interval that revealed the change is
     * too short for an exact position.
     */
    private List<Integer> refinePositions(List<Integer> changes) {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < changes.size(); i++) {
                changes.set(
                        i,
                        strongest(previousChange(changes, i), nextChange(changes, i))
                                .change());
            }
        }
        return changes;
    }

    /** Starts with the weakest change. */
    private List<Integer> pruneWeak(List<Integer> changes) {
        while (true) {
            int weakest = -1;
            double minStrength = threshold;
            for (int i = 0; i < changes.size(); i++) {
                double strength = strength(previousChange(changes, i), changes.get(i), nextChange(changes, i));
                if (strength < minStrength) {
                    minStrength = strength;
                    weakest = i;
                }
            }
            if (weakest < 0) {
                return changes;
            }
            changes.subList(weakest, weakest + 1).clear();
        }
    }

    /** Returns the difference of the two means in standard deviations of that difference. */
    private double strength(int from, int change, int to) {
        double left = change - from;
        double right = to - change;
        double variance = scatter.mean(from, change) / left + scatter.mean(change, to) / right;
        return Math.abs(sums.mean(from, change) - sums.mean(change, to)) / longRunRatio / Math.sqrt(variance);
    }

    private static int previousChange(List<Integer> changes, int i) {
        return i == 0 ? 0 : changes.get(i - 1);
    }

    private int nextChange(List<Integer> changes, int i) {
        return i == changes.size() - 1 ? sums.count() : changes.get(i + 1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import io.github.cdctester.internal.steps.SeriesNoise.Scatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Finds the steps of a series. In noisy series, a step must be too large to be due to chance (docs/dev/statistics.md). A step
 * during missing seconds is located between the neighbouring values.
 */
public final class StepFinder {

    /** In standard deviations from the median of the neighbours. A single value that is further away is an outlier. */
    private static final double MIN_SPIKE_DEVIATIONS = 4;

    /** Number of neighbours on each side of a value. */
    private static final int NEIGHBOURS = 2;

    /** Minimum size of a step between exact levels, as a share of the range of all levels. */
    private static final double MIN_STEP_SHARE = 0.01;

    private StepFinder() {}

    /**
     * @param beginSecond the last second on the old level
     * @param endSecond the first second on the new level
     */
    public record RawStep(double beginSecond, double endSecond, double from, double to) {}

    /** {@code noise} is the standard deviation of single values; 0 for exact levels. */
    public record RawSteps(double noise, List<RawStep> steps) {}

    /** @param seconds the seconds of the values, ascending; seconds may be missing */
    public static RawSteps find(double[] seconds, double[] values) {
        if (values.length < 2 * ChangePoints.MIN_LEVEL_LENGTH) {
            return new RawSteps(0, List.of());
        }
        SeriesNoise noise = SeriesNoise.of(values);
        List<Level> levels = noise.isNone() ? exactLevels(values) : noisyLevels(seconds, values, noise);
        List<RawStep> steps = new ArrayList<>();
        for (int i = 1; i < levels.size(); i++) {
            Level before = levels.get(i - 1);
            Level after = levels.get(i);
            steps.add(new RawStep(
                    seconds[before.to() - 1], seconds[after.from()], value(values, before), value(values, after)));
        }
        return new RawSteps(noise.deviation(), List.copyOf(steps));
    }

    private static List<Level> noisyLevels(double[] seconds, double[] values, SeriesNoise noise) {
        Scatter scatter = Scatter.of(values, noise);
        Sums sums = new Sums(seconds, withoutSpikes(values, noise, scatter), noise.deviation());
        return new NoisyLevels(sums, scatter, noise).find();
    }

    private static double value(double[] values, Level level) {
        return median(values, level.from(), level.to());
    }

    /**
     * Applies Hampel's filter: a value far from the median of its neighbours is replaced by that median. Edges of levels do not
     * change.
     */
    private static double[] withoutSpikes(double[] values, SeriesNoise noise, Scatter scatter) {
        double[] filtered = values.clone();
        double[] window = new double[2 * NEIGHBOURS + 1];
        for (int i = 0; i < values.length; i++) {
            // at both ends of the series, the window contains the nearest five values
            int from = Math.max(0, Math.min(i - NEIGHBOURS, values.length - window.length));
            System.arraycopy(values, from, window, 0, window.length);
            double median = medianBySorting(window);
            if (Math.abs(values[i] - median) > MIN_SPIKE_DEVIATIONS * noise.deviation() * Math.sqrt(scatter.at(i))) {
                filtered[i] = median;
            }
        }
        return filtered;
    }

    /** Sorts an odd number of values by insertion, which is fast for five values. */
    private static double medianBySorting(double[] window) {
        for (int i = 1; i < window.length; i++) {
            double value = window[i];
            int index = i;
            while (index > 0 && window[index - 1] > value) {
                window[index] = window[index - 1];
                index--;
            }
            window[index] = value;
        }
        return window[window.length / 2];
    }

    /** The values of a level. {@code to} is exclusive. */
    record Level(int from, int to) {

        int count() {
            return to - from;
        }

        /** {@code next} is a later level. */
        Level mergedWith(Level next) {
            return new Level(from, next.to);
        }
    }

    /** {@code to} is exclusive. For an even number of values, the median is the mean of the two middle values. */
    static double median(double[] values, int from, int to) {
        double[] sorted = Arrays.copyOfRange(values, from, to);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /**
     * A level is a value that occurs at least three times in succession. It differs from the previous level by more than 1 % of
     * the range of all levels. Values between levels are transitions.
     */
    private static List<Level> exactLevels(double[] values) {
        List<Level> candidates = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= values.length; i++) {
            if (i == values.length || values[i] != values[from]) {
                if (i - from >= ChangePoints.MIN_LEVEL_LENGTH) {
                    candidates.add(new Level(from, i));
                }
                from = i;
            }
        }
        DoubleSummaryStatistics range =
                candidates.stream().mapToDouble(level -> values[level.from()]).summaryStatistics();
        double minDifference = MIN_STEP_SHARE * (range.getMax() - range.getMin());
        List<Level> levels = new ArrayList<>();
        for (Level level : candidates) {
            int last = levels.size() - 1;
            if (last >= 0
                    && Math.abs(values[level.from()] - values[levels.get(last).from()]) <= minDifference) {
                levels.set(last, levels.get(last).mergedWith(level));
            } else {
                levels.add(level);
            }
        }
        return levels;
    }
}

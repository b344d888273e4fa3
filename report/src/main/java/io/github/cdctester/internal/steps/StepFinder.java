// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import io.github.cdctester.internal.steps.SeriesNoise.Scatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Finds steps. Series with exact levels have steps at each change; in noisy series, a step must be too large to be chance
 * (docs/dev/statistics.md). Missing seconds are left out: a step inside them is somewhere between the neighbouring values.
 */
public final class StepFinder {

    /** Single values further from their neighbours than this are outliers, not levels. */
    private static final double SPIKE = 4;

    private static final int NEIGHBOURS = 2;

    /** Share of the range from the lowest to the highest level: less is no separate step. */
    private static final double MIN_SHARE = 0.01;

    private StepFinder() {}

    /**
     * A step, without what happened around it.
     *
     * @param beginSecond the last second on the old level
     * @param endSecond the first second on the new level
     */
    public record FoundStep(double beginSecond, double endSecond, double from, double to) {}

    /**
     * The steps of a series.
     *
     * @param noise the standard deviation of single values; 0 if they stay on their levels
     */
    public record FoundSteps(double noise, List<FoundStep> steps) {}

    /**
     * Finds the steps of a series.
     *
     * @param seconds when the values were, ascending; any may be missing
     */
    public static FoundSteps find(double[] seconds, double[] values) {
        if (values.length < 2 * ChangePoints.MIN_LEVEL) {
            return new FoundSteps(0, List.of());
        }
        SeriesNoise noise = SeriesNoise.of(values);
        List<Level> levels = noise.isNone() ? exactLevels(values) : noisy(seconds, values, noise);
        List<FoundStep> steps = new ArrayList<>();
        for (int i = 1; i < levels.size(); i++) {
            Level before = levels.get(i - 1);
            Level after = levels.get(i);
            steps.add(new FoundStep(
                    seconds[before.to() - 1], seconds[after.from()], value(values, before), value(values, after)));
        }
        return new FoundSteps(noise.deviation(), List.copyOf(steps));
    }

    private static List<Level> noisy(double[] seconds, double[] values, SeriesNoise noise) {
        Scatter scatter = Scatter.of(values, noise);
        Sums sums = new Sums(seconds, withoutSpikes(values, noise, scatter), noise.deviation());
        return new NoisyLevels(sums, scatter, noise).find();
    }

    private static double value(double[] values, Level level) {
        return median(values, level.from(), level.to());
    }

    /** Hampel's filter: a value far from the median of its neighbours becomes that median. Edges of levels stay where they are. */
    private static double[] withoutSpikes(double[] values, SeriesNoise noise, Scatter scatter) {
        double[] kept = values.clone();
        double[] five = new double[2 * NEIGHBOURS + 1];
        for (int i = 0; i < values.length; i++) {
            int from =
                    Math.max(0, Math.min(i - NEIGHBOURS, values.length - five.length)); // at the ends the nearest five
            System.arraycopy(values, from, five, 0, five.length);
            double middle = middleOf(five);
            if (Math.abs(values[i] - middle) > SPIKE * noise.deviation() * Math.sqrt(scatter.at(i))) {
                kept[i] = middle;
            }
        }
        return kept;
    }

    /** By insertion: five values need no more. */
    private static double middleOf(double[] few) {
        for (int i = 1; i < few.length; i++) {
            double value = few[i];
            int at = i;
            while (at > 0 && few[at - 1] > value) {
                few[at] = few[at - 1];
                at--;
            }
            few[at] = value;
        }
        return few[few.length / 2];
    }

    /** Values that stay where they are. */
    record Level(int from, int to) {

        int count() {
            return to - from;
        }

        /** With all that is between. */
        Level with(Level next) {
            return new Level(from, next.to);
        }
    }

    /** The median of the values from one index up to another; of an even number the mean of the two in the middle. */
    static double median(double[] values, int from, int to) {
        double[] sorted = Arrays.copyOfRange(values, from, to);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /**
     * Finds the levels of a series with exact levels: the same value, at least three times, and further from the previous level
     * than 1 % of all levels' range. Values in between are transitions.
     */
    private static List<Level> exactLevels(double[] values) {
        List<Level> held = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= values.length; i++) {
            if (i == values.length || values[i] != values[from]) {
                if (i - from >= ChangePoints.MIN_LEVEL) {
                    held.add(new Level(from, i));
                }
                from = i;
            }
        }
        DoubleSummaryStatistics range =
                held.stream().mapToDouble(level -> values[level.from()]).summaryStatistics();
        double least = MIN_SHARE * (range.getMax() - range.getMin());
        List<Level> levels = new ArrayList<>();
        for (Level level : held) {
            int last = levels.size() - 1;
            if (last >= 0
                    && Math.abs(values[level.from()] - values[levels.get(last).from()]) <= least) {
                levels.set(last, levels.get(last).with(level));
            } else {
                levels.add(level);
            }
        }
        return levels;
    }
}

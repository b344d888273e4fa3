// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import io.github.cdctester.internal.steps.SeriesNoise.Scatter;
import io.github.cdctester.internal.steps.StepFinder.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the levels of a noisy series. It starts from the changes of the mean. A ramp appears as several stairs, which are merged if a
 * straight line between two levels fits as well.
 */
final class NoisyLevels {

    /** Penalty per stair that a line replaces. */
    private static final double STAIR_PENALTY = 4;

    /** Required advantage of a ramp over a jump. */
    private static final double RAMP_PENALTY = 12;

    /** Minimum size of a step, in standard deviations of single values. Smaller changes are ignored, even if they are significant. */
    private static final double MIN_STEP = 1.5;

    /** Maximum shift of the start or end of a ramp in one round, in values. */
    private static final int MAX_SHIFT = 1_000;

    private static final int MAX_ROUNDS = 10;

    private final Sums sums;
    private final Scatter scatter;

    /** Factor by which dependence between neighbouring values increases the variance of means. */
    private final double dependence;

    private final List<Integer> changes;

    /** {@code sums} contains the values in units of the noise's standard deviation. */
    NoisyLevels(Sums sums, Scatter scatter, SeriesNoise noise) {
        this.sums = sums;
        this.scatter = scatter;
        double longRunRatio = noise.longRunDeviation() / noise.deviation();
        dependence = longRunRatio * longRunRatio;
        changes = new ChangePoints(sums, scatter, longRunRatio).find();
    }

    List<Level> find() {
        List<Level> levels = new ArrayList<>();
        int from = 0;
        for (int change : changes) {
            levels.add(new Level(from, change));
            from = change;
        }
        levels.add(new Level(from, sums.count()));
        mergeSmallSteps(levels);
        return withRamps(levels);
    }

    private void mergeSmallSteps(List<Level> levels) {
        int i = 0;
        while (i + 1 < levels.size()) {
            double difference = mean(levels.get(i)) - mean(levels.get(i + 1));
            double variance = (variance(levels.get(i)) + variance(levels.get(i + 1))) / 2;
            if (difference * difference < MIN_STEP * MIN_STEP * variance) {
                levels.set(i, levels.get(i).mergedWith(levels.remove(i + 1)));
                i = Math.max(0, i - 1);
            } else {
                i++;
            }
        }
    }

    private List<Level> withRamps(List<Level> stairs) {
        List<Level> levels = new ArrayList<>();
        levels.add(stairs.get(0));
        int index = 0;
        while (index + 1 < stairs.size()) {
            int turn = turningPoint(stairs, index);
            int next = turn;
            Ramp ramp = jumpOrRamp(levels.get(levels.size() - 1), stairs.get(index + 1));
            while (next > index + 1) { // tries the longest ramp first
                Ramp candidate = bestRamp(
                        levels.get(levels.size() - 1),
                        stairs.get(next),
                        stairs.get(index).to(),
                        stairs.get(next).from());
                List<Level> between = stairs.subList(index + 1, next);
                double allowed = between.stream().allMatch(level -> level.count() < ChangePoints.MIN_LEVEL_LENGTH)
                        ? Double.MAX_VALUE
                        : STAIR_PENALTY * between.size() * chanceResidual(index, next, stairs);
                if (candidate.misfit()
                        <= misfit(levels.get(levels.size() - 1), stairs.subList(index + 1, next + 1)) + allowed) {
                    ramp = candidate;
                    break;
                }
                next--;
            }
            Level before = levels.get(levels.size() - 1);
            levels.set(levels.size() - 1, new Level(before.from(), ramp.last() + 1));
            levels.add(new Level(ramp.first(), stairs.get(next).to()));
            index = next;
        }
        return levels;
    }

    /** Returns the index of the last stair of a movement in one direction. */
    private int turningPoint(List<Level> stairs, int index) {
        boolean isUp = mean(stairs.get(index + 1)) > mean(stairs.get(index));
        int turn = index + 1;
        while (turn + 1 < stairs.size() && mean(stairs.get(turn + 1)) > mean(stairs.get(turn)) == isUp) {
            turn++;
        }
        return turn;
    }

    /**
     * A transition between two levels: the last index on the first level, the first index on the second level, and the sum of squared
     * residuals.
     */
    private record Ramp(int last, int first, double misfit) {}

    private Ramp jumpOrRamp(Level left, Level right) {
        Ramp jump = fit(left, right, right.from() - 1, right.from());
        Ramp ramp = bestRamp(left, right, right.from(), right.from());
        return ramp.first() > ramp.last() + 1
                        && ramp.misfit()
                                        + RAMP_PENALTY
                                                * dependence
                                                * Math.max(scatter.at(ramp.last()), scatter.at(ramp.first()))
                                < jump.misfit()
                ? ramp
                : jump;
    }

    /** Returns the ramp with the smallest misfit. Start and end are optimized alternately until neither changes. */
    private Ramp bestRamp(Level left, Level right, int begin, int end) {
        Ramp best = fit(left, right, begin - 1, end);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Ramp before = best;
            int earliest = Math.max(left.from() + ChangePoints.MIN_LEVEL_LENGTH - 1, before.last() - MAX_SHIFT);
            for (int last = earliest; last < Math.min(best.first(), before.last() + MAX_SHIFT); last++) {
                best = smallerMisfit(best, fit(left, right, last, best.first()));
            }
            int latest = Math.min(right.to() - ChangePoints.MIN_LEVEL_LENGTH, before.first() + MAX_SHIFT);
            for (int first = Math.max(best.last() + 1, before.first() - MAX_SHIFT); first <= latest; first++) {
                best = smallerMisfit(best, fit(left, right, best.last(), first));
            }
            if (best.equals(before)) {
                break;
            }
        }
        return best;
    }

    private static Ramp smallerMisfit(Ramp one, Ramp other) {
        return other.misfit() < one.misfit() ? other : one;
    }

    private Ramp fit(Level left, Level right, int last, int first) {
        double misfit = sums.aroundMean(left.from(), last + 1)
                + sums.aroundMean(first, right.to())
                + sums.aroundLine(last, sums.mean(left.from(), last + 1), first, sums.mean(first, right.to()));
        return new Ramp(last, first, misfit);
    }

    private double misfit(Level left, List<Level> stairs) {
        double misfit = sums.aroundMean(left.from(), stairs.get(0).from());
        for (Level level : stairs) {
            misfit += sums.aroundMean(level.from(), level.to());
        }
        return misfit;
    }

    /** Returns the residual that one independent value adds by chance between two stairs. */
    private double chanceResidual(int index, int next, List<Level> stairs) {
        return dependence
                * scatter.mean(stairs.get(index).to() - 1, stairs.get(next).from() + 1);
    }

    private double variance(Level level) {
        return scatter.mean(level.from(), level.to());
    }

    private double mean(Level level) {
        return sums.mean(level.from(), level.to());
    }
}

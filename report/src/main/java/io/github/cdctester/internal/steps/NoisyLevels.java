// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import io.github.cdctester.internal.steps.SeriesNoise.Scatter;
import io.github.cdctester.internal.steps.StepFinder.Level;
import java.util.ArrayList;
import java.util.List;

/** Finds the levels of a noisy series. A ramp appears as several stairs, which are merged if a straight line fits as well. */
final class NoisyLevels {

    /** Allowed increase of the misfit per replaced stair, in chance residuals of one value. */
    private static final double STAIR_PENALTY = 4;

    /** Required decrease of the misfit if a ramp replaces a jump, in variances of the noise. */
    private static final double RAMP_PENALTY = 12;

    /** In standard deviations of single values. Smaller steps are ignored, even if they are significant. */
    private static final double MIN_STEP_DEVIATIONS = 1.5;

    /** Maximum shift of the start or end of a ramp in one round, in values. */
    private static final int MAX_SHIFT = 1_000;

    private static final int MAX_ROUNDS = 10;

    private final Sums sums;
    private final Scatter scatter;

    /** Factor by which dependence between neighbouring values increases the variance of means. */
    private final double dependenceFactor;

    private final List<Integer> changes;

    /** {@code sums} contains the values in units of the noise's standard deviation. */
    NoisyLevels(Sums sums, Scatter scatter, SeriesNoise noise) {
        this.sums = sums;
        this.scatter = scatter;
        double longRunRatio = noise.longRunDeviation() / noise.deviation();
        dependenceFactor = longRunRatio * longRunRatio;
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
            if (difference * difference < MIN_STEP_DEVIATIONS * MIN_STEP_DEVIATIONS * variance) {
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
            int turningIndex = turningPoint(stairs, index);
            int next = turningIndex;
            Ramp ramp = jumpOrRamp(levels.get(levels.size() - 1), stairs.get(index + 1));
            while (next > index + 1) { // tries the longest ramp first
                Ramp candidate = bestRamp(
                        levels.get(levels.size() - 1),
                        stairs.get(next),
                        stairs.get(index).to(),
                        stairs.get(next).from());
                List<Level> mergedStairs = stairs.subList(index + 1, next);
                double allowedMisfit =
                        mergedStairs.stream().allMatch(level -> level.count() < ChangePoints.MIN_LEVEL_LENGTH)
                                ? Double.MAX_VALUE
                                : STAIR_PENALTY * mergedStairs.size() * chanceResidual(index, next, stairs);
                if (candidate.misfit()
                        <= misfit(levels.get(levels.size() - 1), stairs.subList(index + 1, next + 1)) + allowedMisfit) {
                    ramp = candidate;
                    break;
                }
                next--;
            }
            Level lastLevel = levels.get(levels.size() - 1);
            levels.set(levels.size() - 1, new Level(lastLevel.from(), ramp.last() + 1));
            levels.add(new Level(ramp.first(), stairs.get(next).to()));
            index = next;
        }
        return levels;
    }

    /** Returns the index of the last stair before the series changes its direction. */
    private int turningPoint(List<Level> stairs, int index) {
        boolean isUp = mean(stairs.get(index + 1)) > mean(stairs.get(index));
        int turningIndex = index + 1;
        while (turningIndex + 1 < stairs.size()
                && mean(stairs.get(turningIndex + 1)) > mean(stairs.get(turningIndex)) == isUp) {
            turningIndex++;
        }
        return turningIndex;
    }

    /** The last index on the first level, the first index on the second level, and the sum of squared residuals. */
    private record Ramp(int last, int first, double misfit) {}

    private Ramp jumpOrRamp(Level left, Level right) {
        Ramp jump = fit(left, right, right.from() - 1, right.from());
        Ramp ramp = bestRamp(left, right, right.from(), right.from());
        return ramp.first() > ramp.last() + 1
                        && ramp.misfit()
                                        + RAMP_PENALTY
                                                * dependenceFactor
                                                * Math.max(scatter.at(ramp.last()), scatter.at(ramp.first()))
                                < jump.misfit()
                ? ramp
                : jump;
    }

    /** Optimizes start and end alternately, in at most {@value #MAX_ROUNDS} rounds. */
    private Ramp bestRamp(Level left, Level right, int begin, int end) {
        Ramp best = fit(left, right, begin - 1, end);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Ramp previousBest = best;
            int earliest = Math.max(left.from() + ChangePoints.MIN_LEVEL_LENGTH - 1, previousBest.last() - MAX_SHIFT);
            for (int last = earliest; last < Math.min(best.first(), previousBest.last() + MAX_SHIFT); last++) {
                best = smallerMisfit(best, fit(left, right, last, best.first()));
            }
            int latest = Math.min(right.to() - ChangePoints.MIN_LEVEL_LENGTH, previousBest.first() + MAX_SHIFT);
            for (int first = Math.max(best.last() + 1, previousBest.first() - MAX_SHIFT); first <= latest; first++) {
                best = smallerMisfit(best, fit(left, right, best.last(), first));
            }
            if (best.equals(previousBest)) {
                break;
            }
        }
        return best;
    }

    private static Ramp smallerMisfit(Ramp first, Ramp second) {
        return second.misfit() < first.misfit() ? second : first;
    }

    private Ramp fit(Level left, Level right, int last, int first) {
        double misfit = sums.squaresAroundMean(left.from(), last + 1)
                + sums.squaresAroundMean(first, right.to())
                + sums.squaresAroundLine(last, sums.mean(left.from(), last + 1), first, sums.mean(first, right.to()));
        return new Ramp(last, first, misfit);
    }

    private double misfit(Level left, List<Level> stairs) {
        double misfit = sums.squaresAroundMean(left.from(), stairs.get(0).from());
        for (Level level : stairs) {
            misfit += sums.squaresAroundMean(level.from(), level.to());
        }
        return misfit;
    }

    /** Returns the squared residual that one value between two stairs adds by chance. */
    private double chanceResidual(int index, int next, List<Level> stairs) {
        return dependenceFactor
                * scatter.mean(stairs.get(index).to() - 1, stairs.get(next).from() + 1);
    }

    private double variance(Level level) {
        return scatter.mean(level.from(), level.to());
    }

    private double mean(Level level) {
        return sums.mean(level.from(), level.to());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import io.github.cdctester.internal.steps.SeriesNoise.Scatter;
import io.github.cdctester.internal.steps.StepFinder.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * The levels of a series that scatters. Changes of the mean come first; of a ramp they make stairs, which are put together again where
 * a straight line from one level to another fits as well.
 */
final class NoisyLevels {

    /** Penalty per stair that a line replaces, and the required advantage of a ramp over a jump. */
    private static final double SAVED = 4;

    private static final double RAMP = 12;

    /** In deviations of single values: smaller changes are no steps, even if they are certain. */
    private static final double MIN_STEP = 1.5;

    private static final int FARTHEST = 1_000;
    private static final int ROUNDS = 10;

    private final Sums sums;
    private final Scatter scatter;

    /** Dependent values carry less information. */
    private final double dependence;

    private final List<Integer> changes;

    /**
     * Prepares for a series.
     *
     * @param sums its values in units of the deviation
     */
    NoisyLevels(Sums sums, Scatter scatter, SeriesNoise noise) {
        this.sums = sums;
        this.scatter = scatter;
        double longRun = noise.longRun() / noise.deviation();
        dependence = longRun * longRun;
        changes = new ChangePoints(sums, scatter, longRun).find();
    }

    List<Level> find() {
        List<Level> levels = new ArrayList<>();
        int from = 0;
        for (int change : changes) {
            levels.add(new Level(from, change));
            from = change;
        }
        levels.add(new Level(from, sums.count()));
        withoutSmallSteps(levels);
        return withRamps(levels);
    }

    private void withoutSmallSteps(List<Level> levels) {
        int i = 0;
        while (i + 1 < levels.size()) {
            double difference = mean(levels.get(i)) - mean(levels.get(i + 1));
            double variance = (variance(levels.get(i)) + variance(levels.get(i + 1))) / 2;
            if (difference * difference < MIN_STEP * MIN_STEP * variance) {
                levels.set(i, levels.get(i).with(levels.remove(i + 1)));
                i = Math.max(0, i - 1);
            } else {
                i++;
            }
        }
    }

    private List<Level> withRamps(List<Level> stairs) {
        List<Level> levels = new ArrayList<>();
        levels.add(stairs.get(0));
        int at = 0;
        while (at + 1 < stairs.size()) {
            int turn = turn(stairs, at);
            int next = turn;
            Ramp ramp = jumpOrRamp(levels.get(levels.size() - 1), stairs.get(at + 1));
            while (next > at + 1) { // the longest first
                Ramp over = best(
                        levels.get(levels.size() - 1),
                        stairs.get(next),
                        stairs.get(at).to(),
                        stairs.get(next).from());
                List<Level> between = stairs.subList(at + 1, next);
                double allowed = between.stream().allMatch(level -> level.count() < ChangePoints.MIN_LEVEL)
                        ? Double.MAX_VALUE
                        : SAVED * between.size() * unit(at, next, stairs);
                if (over.misfit()
                        <= misfit(levels.get(levels.size() - 1), stairs.subList(at + 1, next + 1)) + allowed) {
                    ramp = over;
                    break;
                }
                next--;
            }
            Level before = levels.get(levels.size() - 1);
            levels.set(levels.size() - 1, new Level(before.from(), ramp.last() + 1));
            levels.add(new Level(ramp.first(), stairs.get(next).to()));
            at = next;
        }
        return levels;
    }

    /** Returns the end of a movement in one direction. */
    private int turn(List<Level> stairs, int at) {
        boolean up = mean(stairs.get(at + 1)) > mean(stairs.get(at));
        int turn = at + 1;
        while (turn + 1 < stairs.size() && mean(stairs.get(turn + 1)) > mean(stairs.get(turn)) == up) {
            turn++;
        }
        return turn;
    }

    /** From one level to another: the last index on the one, the first on the other, and what does not fit. */
    private record Ramp(int last, int first, double misfit) {}

    private Ramp jumpOrRamp(Level left, Level right) {
        Ramp jump = fit(left, right, right.from() - 1, right.from());
        Ramp ramp = best(left, right, right.from(), right.from());
        return ramp.first() > ramp.last() + 1
                        && ramp.misfit()
                                        + RAMP
                                                * dependence
                                                * Math.max(scatter.at(ramp.last()), scatter.at(ramp.first()))
                                < jump.misfit()
                ? ramp
                : jump;
    }

    /** Looks for the begin and the end in turns, until neither moves. */
    private Ramp best(Level left, Level right, int begin, int end) {
        Ramp best = fit(left, right, begin - 1, end);
        for (int round = 0; round < ROUNDS; round++) {
            Ramp before = best;
            int earliest = Math.max(left.from() + ChangePoints.MIN_LEVEL - 1, before.last() - FARTHEST);
            for (int last = earliest; last < Math.min(best.first(), before.last() + FARTHEST); last++) {
                best = better(best, fit(left, right, last, best.first()));
            }
            int latest = Math.min(right.to() - ChangePoints.MIN_LEVEL, before.first() + FARTHEST);
            for (int first = Math.max(best.last() + 1, before.first() - FARTHEST); first <= latest; first++) {
                best = better(best, fit(left, right, best.last(), first));
            }
            if (best.equals(before)) {
                break;
            }
        }
        return best;
    }

    private static Ramp better(Ramp one, Ramp other) {
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

    /** Returns the misfit between two stairs that one independent value adds by chance. */
    private double unit(int at, int next, List<Level> stairs) {
        return dependence
                * scatter.mean(stairs.get(at).to() - 1, stairs.get(next).from() + 1);
    }

    private double variance(Level level) {
        return scatter.mean(level.from(), level.to());
    }

    private double mean(Level level) {
        return sums.mean(level.from(), level.to());
    }
}

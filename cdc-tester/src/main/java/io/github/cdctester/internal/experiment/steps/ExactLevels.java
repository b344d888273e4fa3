// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.steps;

import java.util.ArrayList;
import java.util.List;

/** The levels of a series whose values stay on them: the same value, at least three times. What is between is on its way. */
final class ExactLevels {

    /** Of the distance from the lowest level to the highest: less is no step of its own. */
    private static final double SMALLEST_SHARE = 0.01;

    private final double[] values;

    ExactLevels(double[] values) {
        this.values = values;
    }

    List<Level> find() {
        List<Level> held = held();
        double lowest = held.stream().mapToDouble(this::value).min().orElse(0);
        double highest = held.stream().mapToDouble(this::value).max().orElse(0);
        double least = SMALLEST_SHARE * (highest - lowest);
        List<Level> levels = new ArrayList<>();
        for (Level level : held) {
            int last = levels.size() - 1;
            if (last >= 0 && Math.abs(value(level) - value(levels.get(last))) <= least) {
                levels.set(last, levels.get(last).with(level));
            } else {
                levels.add(level);
            }
        }
        return levels;
    }

    private double value(Level level) {
        return values[level.from()];
    }

    private List<Level> held() {
        List<Level> held = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= values.length; i++) {
            if (i == values.length || values[i] != values[from]) {
                if (i - from >= ChangePoints.SHORTEST_LEVEL) {
                    held.add(new Level(from, i));
                }
                from = i;
            }
        }
        return held;
    }
}

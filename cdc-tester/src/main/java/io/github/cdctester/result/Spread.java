// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.List;

/**
 * A number over the runs of a step.
 *
 * @param median the middle one; of an even number of runs, the mean of the two in the middle
 * @param min the lowest
 * @param max the highest
 */
public record Spread(double median, double min, double max) {

    /**
     * Looks at the numbers.
     *
     * @param values one or more
     * @return how they are spread
     */
    public static Spread of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
    }
}

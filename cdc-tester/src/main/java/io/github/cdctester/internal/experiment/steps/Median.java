// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.steps;

import java.util.Arrays;

/** The middle of values. */
final class Median {

    private Median() {}

    /** Of those from one index up to another; of an even number the mean of the two in the middle. */
    static double of(double[] values, int from, int to) {
        double[] sorted = Arrays.copyOfRange(values, from, to);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}

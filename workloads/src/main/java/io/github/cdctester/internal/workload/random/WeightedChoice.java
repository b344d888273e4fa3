// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import java.util.List;
import java.util.SplittableRandom;

/** Draws one of several values by their weights. Confined to one thread. */
public final class WeightedChoice {

    private final long[] sums;
    private final SplittableRandom random;

    /** The draws of one worker, with a weight for each choice, from 0, not all of them 0. */
    public WeightedChoice(List<Integer> weights, SplittableRandom random) {
        this.random = random;
        sums = new long[weights.size()];
        long sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += weights.get(i);
            sums[i] = sum;
        }
    }

    /** Draws one: its place in the list of weights, from 0. */
    public int next() {
        if (sums.length == 1) {
            return 0;
        }
        long draw = random.nextLong(sums[sums.length - 1]);
        int place = 0;
        while (draw >= sums[place]) {
            place++;
        }
        return place;
    }
}

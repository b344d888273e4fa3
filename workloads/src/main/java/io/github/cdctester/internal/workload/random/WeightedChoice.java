// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import java.util.List;
import java.util.SplittableRandom;

/** Draws one of several choices by weight. Confined to one thread. */
public final class WeightedChoice {

    private final long[] cumulativeWeights;
    private final SplittableRandom random;

    /** Each weight is 0 or more, and at least one weight is above 0. */
    public WeightedChoice(List<Integer> weights, SplittableRandom random) {
        this.random = random;
        cumulativeWeights = new long[weights.size()];
        long sum = 0;
        for (int i = 0; i < cumulativeWeights.length; i++) {
            sum += weights.get(i);
            cumulativeWeights[i] = sum;
        }
    }

    /** Returns an index from 0. */
    public int next() {
        if (cumulativeWeights.length == 1) {
            return 0;
        }
        long draw = random.nextLong(cumulativeWeights[cumulativeWeights.length - 1]);
        int index = 0;
        while (draw >= cumulativeWeights[index]) {
            index++;
        }
        return index;
    }
}

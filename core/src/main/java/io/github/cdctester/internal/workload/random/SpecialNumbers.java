// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import io.github.cdctester.config.RandomNumbers;
import java.util.SplittableRandom;

/**
 * sysbench 1.0's {@code special}: a share of the draws falls on a few rows around the middle, the rest is gaussian. As in
 * 1.0.20, the draw that decides also chooses the special row, so that the lowest special rows (a quarter of them with the
 * default share of 75 per cent) get none.
 */
final class SpecialNumbers implements RowNumbers {

    private final double range;
    private final int iterations;
    private final double gaussianShare;
    private final double specialRows;
    private final double firstSpecial;
    private final SplittableRandom random;

    SpecialNumbers(int tableSize, RandomNumbers.Special options, SplittableRandom random) {
        this.random = random;
        range = tableSize - 1;
        iterations = options.iterations();
        gaussianShare = (100 - options.share()) / 100.0;
        specialRows = range * options.percent() / 100;
        firstSpecial = range / 2 - range * options.percent() / 200;
    }

    @Override
    public int next() {
        double draw = random.nextDouble();
        if (draw < gaussianShare) {
            return 1 + (int) (meanOfUniform(iterations, random) * range);
        }
        return 1 + (int) Math.min(range, draw * (specialRows + 1) + firstSpecial);
    }

    /** From 0 to 1, excluded: what {@code gaussian} draws, and a share of {@code special}. */
    static double meanOfUniform(int iterations, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < iterations; i++) {
            sum += random.nextDouble();
        }
        return Math.min(sum / iterations, Math.nextDown(1.0));
    }
}

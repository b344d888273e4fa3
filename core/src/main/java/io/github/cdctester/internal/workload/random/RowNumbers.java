// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import io.github.cdctester.config.RandomNumbers;
import java.util.SplittableRandom;

/**
 * Draws row numbers from 1 to a table's size, in the distributions of sysbench's {@code sb_rand.c}. Confined to one thread, as
 * its random numbers are.
 */
@FunctionalInterface
public interface RowNumbers {

    /**
     * Draws the next row number.
     *
     * @return a number from 1 to the table's size
     */
    int next();

    /**
     * Makes the draws of one worker.
     *
     * @param options the distribution and its parameters; its seed is not used
     * @param tableSize the highest row number, from 1
     */
    static RowNumbers of(RandomNumbers options, int tableSize, SplittableRandom random) {
        return switch (options.type()) {
            case UNIFORM -> () -> 1 + random.nextInt(tableSize);
            case GAUSSIAN -> {
                int iterations = options.special().iterations();
                yield () -> 1 + (int) (SpecialNumbers.meanOfUniform(iterations, random) * tableSize);
            }
            case SPECIAL -> new SpecialNumbers(tableSize, options.special(), random);
            case PARETO -> pareto(tableSize, options.paretoH(), random);
            case ZIPFIAN -> new ZipfianNumbers(tableSize, options.zipfianExponent(), random);
        };
    }

    private static RowNumbers pareto(int tableSize, double h, SplittableRandom random) {
        double power = Math.log(h) / Math.log(1 - h);
        // with h near 1 the power is near 0, and a draw near 1 becomes 1
        return () -> 1 + (int) Math.min(tableSize - 1, tableSize * Math.pow(random.nextDouble(), power));
    }
}

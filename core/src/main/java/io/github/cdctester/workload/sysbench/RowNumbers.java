// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.RandType;
import java.util.SplittableRandom;

/** Draws row numbers from 1 to a table's size, in the distributions of sysbench's {@code sb_rand.c}. */
@FunctionalInterface
interface RowNumbers {

    /** sysbench's {@code --rand-spec-iter}. */
    int ITERATIONS = 12;

    /** sysbench's {@code --rand-spec-pct}: per cent of the rows that are special. */
    int SPECIAL_PERCENT = 1;

    /** sysbench's {@code --rand-spec-res}: per cent of the draws that are special. */
    int SPECIAL_SHARE = 75;

    /** sysbench's {@code --rand-pareto-h}. */
    double PARETO_H = 0.2;

    /** sysbench's {@code --rand-zipfian-exp}. */
    double ZIPFIAN_EXPONENT = 0.8;

    /** Draws the next row number. */
    int next();

    static RowNumbers of(RandType type, int tableSize, SplittableRandom random) {
        return switch (type) {
            case UNIFORM -> () -> 1 + random.nextInt(tableSize);
            case GAUSSIAN -> () -> gaussian(tableSize, random);
            case SPECIAL -> () -> special(tableSize, random);
            case PARETO -> pareto(tableSize, random);
            case ZIPFIAN -> new ZipfianNumbers(tableSize, ZIPFIAN_EXPONENT, random);
        };
    }

    private static int gaussian(int tableSize, SplittableRandom random) {
        int spread = Math.max(1, tableSize - 1);
        long sum = 0;
        for (int i = 0; i < ITERATIONS; i++) {
            sum += random.nextInt(spread);
        }
        return (int) (1 + sum / ITERATIONS);
    }

    private static int special(int tableSize, SplittableRandom random) {
        long spread = Math.max(1, tableSize - 1);
        long draw = random.nextLong(tableSize * (100L / (100 - SPECIAL_SHARE)));
        if (draw < spread) {
            return gaussian(tableSize, random);
        }
        long specialRows = Math.max(1, spread * SPECIAL_PERCENT / 100);
        return (int) (1 + draw % specialRows + spread / 2 - spread * SPECIAL_PERCENT / 200);
    }

    private static RowNumbers pareto(int tableSize, SplittableRandom random) {
        double power = Math.log(PARETO_H) / Math.log(1 - PARETO_H);
        return () -> 1 + (int) (tableSize * Math.pow(random.nextDouble(), power));
    }
}

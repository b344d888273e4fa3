// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;

/**
 * Distribution of random row numbers: sysbench's {@code --rand-*} options.
 *
 * @param type the distribution
 * @param seed seed of all random numbers; 0 for a new seed in each run
 * @param special parameters of {@link RandType#SPECIAL}; {@link RandType#GAUSSIAN} uses only the iterations
 * @param paretoH parameter of {@link RandType#PARETO}: between 0 and 1, both excluded; 0.2 means that about 80 % of the
 *     draws fall on 20 % of the rows
 * @param zipfianExponent exponent of {@link RandType#ZIPFIAN}, from 0 (uniform) to 100
 */
public record RandomNumbers(RandType type, long seed, Special special, double paretoH, double zipfianExponent) {

    /** sysbench 1.1's defaults. */
    public static final RandomNumbers DEFAULT = new RandomNumbers(
            Defaults.RAND_TYPE,
            0,
            new Special(Defaults.RAND_SPEC_ITER, Defaults.RAND_SPEC_PCT, Defaults.RAND_SPEC_RES),
            Defaults.RAND_PARETO_H,
            Defaults.RAND_ZIPFIAN_EXP);

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if a parameter is out of its range
     */
    public RandomNumbers {
        if (!(paretoH > 0 && paretoH < 1)) {
            throw new InvalidPlanException("randParetoH", paretoH, "a number between 0 and 1, both excluded");
        }
        if (!(zipfianExponent >= 0 && zipfianExponent <= 100)) {
            throw new InvalidPlanException("randZipfianExp", zipfianExponent, "a number from 0 to 100");
        }
    }

    /**
     * sysbench's {@code --rand-spec-*} options.
     *
     * @param iterations number of uniform draws that are averaged, 1 to 1000
     * @param specialRowsPercent percentage of rows that are special, 0 to 100
     * @param specialDrawsPercent percentage of draws that fall on special rows, 0 to 99
     */
    public record Special(int iterations, int specialRowsPercent, int specialDrawsPercent) {

        /**
         * Checks the values.
         *
         * @throws InvalidPlanException if a value is out of its range
         */
        public Special {
            check("randSpecIter", iterations, 1, 1_000);
            check("randSpecPct", specialRowsPercent, 0, 100);
            check("randSpecRes", specialDrawsPercent, 0, 99);
        }

        private static void check(String property, int value, int min, int max) {
            if (value < min || value > max) {
                throw new InvalidPlanException(property, value, "a whole number from " + min + " to " + max);
            }
        }
    }

    /** Returns a copy with another distribution. */
    public RandomNumbers type(RandType distribution) {
        return new RandomNumbers(distribution, seed, special, paretoH, zipfianExponent);
    }

    /**
     * Returns a copy with another seed.
     *
     * @param number seed of all random numbers; 0 for a new seed in each run
     */
    public RandomNumbers seed(long number) {
        return new RandomNumbers(type, number, special, paretoH, zipfianExponent);
    }

    /** The distribution of random row numbers: sysbench's {@code --rand-type}. */
    public enum RandType {
        /** Every row is equally likely. */
        UNIFORM,
        /** sysbench 1.0's default: most draws fall on a few rows in the middle of the table. */
        SPECIAL,
        /** The mean of several uniform draws: rows in the middle are more likely. */
        GAUSSIAN,
        /** Pareto: low row numbers are more likely. */
        PARETO,
        /** Zipf: low row numbers are more likely. */
        ZIPFIAN
    }
}

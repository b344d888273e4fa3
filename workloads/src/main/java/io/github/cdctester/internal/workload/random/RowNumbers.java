// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import io.github.cdctester.config.RandomNumbers;
import java.util.SplittableRandom;

/** Draws row numbers from 1 to a table's size, in the distributions of sysbench's {@code sb_rand.c}. Confined to one thread. */
@FunctionalInterface
public interface RowNumbers {

    int next();

    /**
     * @param options the distribution and its parameters; the seed is ignored
     * @param tableSize the highest row number, from 1
     */
    static RowNumbers of(RandomNumbers options, int tableSize, SplittableRandom random) {
        return switch (options.type()) {
            case UNIFORM -> () -> 1 + random.nextInt(tableSize);
            case GAUSSIAN -> {
                int iterations = options.special().iterations();
                yield () -> 1 + (int) (Special.meanOfUniform(iterations, random) * tableSize);
            }
            case SPECIAL -> new Special(tableSize, options.special(), random);
            case PARETO -> pareto(tableSize, options.paretoH(), random);
            case ZIPFIAN -> new Zipfian(tableSize, options.zipfianExponent(), random);
        };
    }

    private static RowNumbers pareto(int tableSize, double h, SplittableRandom random) {
        double exponent = Math.log(h) / Math.log(1 - h);
        // if h is near 1, the exponent is near 0, and a draw near 1 becomes 1
        return () -> 1 + (int) Math.min(tableSize - 1, tableSize * Math.pow(random.nextDouble(), exponent));
    }

    /**
     * Sysbench 1.0.20's {@code special} distribution: some draws hit a few rows around the middle; others are gaussian. The same
     * draw decides whether the row is special, and selects it. Therefore only gaussian draws hit the lowest special rows: a quarter
     * of them with the default share of 75 %.
     */
    final class Special implements RowNumbers {

        private final double range;
        private final int iterations;
        private final double gaussianShare;
        private final double specialRows;
        private final double firstSpecialRow;
        private final SplittableRandom random;

        Special(int tableSize, RandomNumbers.Special options, SplittableRandom random) {
            this.random = random;
            range = tableSize - 1;
            iterations = options.iterations();
            gaussianShare = (100 - options.specialDrawsPercent()) / 100.0;
            specialRows = range * options.specialRowsPercent() / 100;
            firstSpecialRow = range / 2 - range * options.specialRowsPercent() / 200;
        }

        @Override
        public int next() {
            double draw = random.nextDouble();
            if (draw < gaussianShare) {
                return 1 + (int) (meanOfUniform(iterations, random) * range);
            }
            return 1 + (int) Math.min(range, draw * (specialRows + 1) + firstSpecialRow);
        }

        /** Returns a number from 0 (inclusive) to 1 (exclusive). */
        static double meanOfUniform(int iterations, SplittableRandom random) {
            double sum = 0;
            for (int i = 0; i < iterations; i++) {
                sum += random.nextDouble();
            }
            return Math.min(sum / iterations, Math.nextDown(1.0));
        }
    }

    /**
     * Rejection-inversion, in constant time and memory. Source: W. Hörmann and G. Derflinger, "Rejection-inversion to generate
     * variates from monotone discrete distributions", 1996.
     */
    final class Zipfian implements RowNumbers {

        private final int size;
        private final double exponent;
        private final SplittableRandom random;
        private final double integralOfFirst;
        private final double integralOfLast;
        private final double acceptanceThreshold;

        Zipfian(int size, double exponent, SplittableRandom random) {
            this.size = size;
            this.exponent = exponent;
            this.random = random;
            integralOfFirst = integral(1.5) - 1;
            integralOfLast = integral(size + 0.5);
            acceptanceThreshold = 2 - inverse(integral(2.5) - weight(2));
        }

        @Override
        public int next() {
            while (true) {
                double draw = integralOfLast + random.nextDouble() * (integralOfFirst - integralOfLast);
                double x = inverse(draw);
                int number = (int) Math.min(size, Math.max(1, Math.round(x)));
                if (number - x <= acceptanceThreshold || draw >= integral(number + 0.5) - weight(number)) {
                    return number;
                }
            }
        }

        private double weight(double x) {
            return Math.pow(x, -exponent);
        }

        /** Integral of {@link #weight}. For an exponent of 1, this is the logarithm. */
        private double integral(double x) {
            double log = Math.log(x);
            double scaled = (1 - exponent) * log;
            return scaled == 0 ? log : log * Math.expm1(scaled) / scaled;
        }

        private double inverse(double y) {
            double scaled = Math.max(-1, y * (1 - exponent));
            return Math.exp(scaled == 0 ? y : y * Math.log1p(scaled) / scaled);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import java.util.SplittableRandom;

/**
 * Zipf-distributed numbers in constant time and memory: rejection-inversion, W. Hörmann and G. Derflinger,
 * "Rejection-inversion to generate variates from monotone discrete distributions", 1996.
 */
final class ZipfianNumbers implements RowNumbers {

    private final int size;
    private final double exponent;
    private final SplittableRandom random;
    private final double integralOfFirst;
    private final double integralOfLast;
    private final double acceptAtOnce;

    ZipfianNumbers(int size, double exponent, SplittableRandom random) {
        this.size = size;
        this.exponent = exponent;
        this.random = random;
        integralOfFirst = integral(1.5) - 1;
        integralOfLast = integral(size + 0.5);
        acceptAtOnce = 2 - inverse(integral(2.5) - weight(2));
    }

    @Override
    public int next() {
        while (true) {
            double draw = integralOfLast + random.nextDouble() * (integralOfFirst - integralOfLast);
            double x = inverse(draw);
            int number = (int) Math.min(size, Math.max(1, Math.round(x)));
            if (number - x <= acceptAtOnce || draw >= integral(number + 0.5) - weight(number)) {
                return number;
            }
        }
    }

    private double weight(double x) {
        return Math.pow(x, -exponent);
    }

    /** The integral of {@link #weight}; an exponent of 1, where it is the logarithm, is no special case. */
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

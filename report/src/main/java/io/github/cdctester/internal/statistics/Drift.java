// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import io.github.cdctester.internal.statistics.NoiseModel.OwnNoise;
import java.util.Arrays;
import java.util.List;

/**
 * The difference of the last nights from the nights before; a night is a few repeats of one measurement. The noise is the variation
 * between nights: repeats of one night share its conditions, and give only a lower limit of the noise. docs/dev/statistics.md describes
 * the method, and its error rates.
 *
 * <p>Sources: T. L. Lai, "Sequential changepoint detection in quality control and dynamical systems", J. R. Statist. Soc. B 57
 * (1995), compares the means of the last few observations with earlier ones (the window-limited scheme). J. M. Lucas and R. B.
 * Crosier, "Robust CUSUM", Commun. Statist. Theory Meth. 11 (1982), require that one observation alone does not raise the alarm.
 * The statistic is Student's t with the variance of the nights before.
 *
 * @param evidence from the nights before to the last ones, each limited to a few standard deviations
 * @param seen the same without that limit
 * @param mildest the smallest change of the last nights in that direction, as the logarithm of its ratio to the nights before
 */
public record Drift(Difference evidence, Difference seen, double mildest) {

    /** With fewer degrees of freedom the noise is not known. */
    private static final int MIN_DEGREES = 4;

    /** Limit of a night's deviation, in standard deviations; thus at least two nights are needed for a finding. */
    private static final double MAX_OF_ONE_NIGHT = 3;

    /** Earlier nights this many standard deviations from the others do not count for the noise. */
    private static final double FOREIGN = 4;

    /** From the median of distances to the standard deviation, of a normal distribution. */
    private static final double OF_MEDIAN_DISTANCE = 1.4826;

    /**
     * Returns true if there are enough nights.
     *
     * @param levels nights before, each list between two changes that were accepted
     */
    public static boolean isKnown(List<List<Repeats>> levels) {
        return !levels.isEmpty()
                && !levels.get(levels.size() - 1).isEmpty()
                && levels.stream().mapToInt(level -> level.size() - 1).sum() >= MIN_DEGREES;
    }

    /**
     * Compares one night.
     *
     * @param levels nights before, each list between two accepted changes, the latest last: earlier lists contribute only to the
     *     noise; {@linkplain #isKnown known} ones
     */
    public static Drift ofOne(List<List<Repeats>> levels, Repeats night) {
        return of(levels, List.of(night), Double.POSITIVE_INFINITY);
    }

    /** Compares the last nights, of which none counts for more than {@value #MAX_OF_ONE_NIGHT} standard deviations. */
    public static Drift ofLast(List<List<Repeats>> levels, List<Repeats> last) {
        return of(levels, last, MAX_OF_ONE_NIGHT);
    }

    private static Drift of(List<List<Repeats>> levels, List<Repeats> last, double most) {
        double squares = 0;
        int degrees = 0;
        double[] level = {};
        double mean = 0;
        for (List<Repeats> nights : levels) {
            level = withoutForeign(nights.stream().mapToDouble(Repeats::logMean).toArray());
            double middle = Arrays.stream(level).average().orElse(0);
            squares += Arrays.stream(level)
                    .map(night -> (night - middle) * (night - middle))
                    .sum();
            degrees += Math.max(0, level.length - 1);
            mean = middle;
        }
        double variance = Math.max(squares / Math.max(1, degrees), within(levels));
        double mostAway = most * Math.sqrt(variance);
        double center = mean;
        double shift = last.stream()
                .mapToDouble(night -> Math.max(-mostAway, Math.min(mostAway, night.logMean() - center)))
                .average()
                .orElseThrow();
        double side = Math.signum(shift);
        double mildest = side
                * last.stream()
                        .mapToDouble(night -> side * (night.logMean() - center))
                        .min()
                        .orElseThrow();
        double error = Math.sqrt(variance * (1.0 / level.length + 1.0 / last.size()));
        double asItWas = last.stream().mapToDouble(Repeats::logMean).average().orElseThrow() - center;
        int known = Math.max(1, degrees);
        return new Drift(new Difference(shift, error, known), new Difference(asItWas, error, known), mildest);
    }

    /** Returns the least variance of the nights' means, from their repeats. */
    private static double within(List<List<Repeats>> levels) {
        double squares = 0;
        int degrees = 0;
        int repeats = 0;
        int nights = 0;
        for (Repeats night : levels.stream().flatMap(List::stream).toList()) {
            repeats += night.count();
            nights++;
            if (night.hasNoise()) {
                squares += (night.count() - 1) * night.logVariance();
                degrees += night.count() - 1;
            }
        }
        double ofMeans = degrees == 0 ? 0 : squares / degrees * nights / repeats;
        return Math.max(OwnNoise.MIN_VARIANCE, ofMeans);
    }

    private static double[] withoutForeign(double[] nights) {
        if (nights.length <= MIN_DEGREES) {
            return nights;
        }
        double middle = median(nights);
        double most = FOREIGN
                * OF_MEDIAN_DISTANCE
                * median(Arrays.stream(nights)
                        .map(night -> Math.abs(night - middle))
                        .toArray());
        return Arrays.stream(nights)
                .filter(night -> Math.abs(night - middle) <= most)
                .toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}

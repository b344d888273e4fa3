// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * The difference between the latest nights and the earlier nights. A night is a few repeats of one measurement. The noise is
 * the variation between nights. Repeats of one night have the same conditions, so they give only a lower limit of the noise.
 * docs/dev/statistics.md describes the method and its error rates.
 * <p>Sources: T. L. Lai, "Sequential changepoint detection in quality control and dynamical systems", J. R. Statist. Soc. B 57
 * (1995): the window-limited scheme. J. M. Lucas and R. B. Crosier, "Robust CUSUM", Commun. Statist. Theory Meth. 11 (1982): a
 * single observation does not raise the alarm. The statistic is Student's t with the variance of the earlier nights.
 *
 * @param evidence {@link #ofLatestNights} limits the deviation of each night to a few standard deviations
 * @param unlimited the difference without this limit
 * @param smallestShift the smallest change among the latest nights in the direction of {@code evidence}, as the logarithm of
 *     the ratio to the earlier nights
 */
public record Drift(Difference evidence, Difference unlimited, double smallestShift) {

    private static final int MIN_DEGREES_OF_FREEDOM = 4;

    /** In standard deviations. With this limit, a finding needs at least two nights. */
    private static final double MAX_DEVIATIONS_OF_ONE_NIGHT = 3;

    /** In standard deviations from the median. Earlier nights that are further away are ignored. */
    private static final double MIN_OUTLIER_DEVIATIONS = 4;

    /** Ratio of the standard deviation to the median distance from the median, for a normal distribution. */
    private static final double DEVIATION_PER_MEDIAN_DISTANCE = 1.4826;

    /**
     * Returns true if there are enough nights to estimate the noise.
     *
     * @param levels each list contains the earlier nights between two accepted changes
     */
    public static boolean isKnown(List<List<Repeats>> levels) {
        return !levels.isEmpty()
                && !levels.get(levels.size() - 1).isEmpty()
                && levels.stream().mapToInt(level -> level.size() - 1).sum() >= MIN_DEGREES_OF_FREEDOM;
    }

    /**
     * The night's deviation is not limited.
     *
     * @param levels the earlier nights, which must be {@linkplain #isKnown sufficient}; each list contains the nights between
     *     two accepted changes. The night is compared with the last list; other lists contribute only to the noise
     */
    public static Drift ofNight(List<List<Repeats>> levels, Repeats night) {
        return of(levels, List.of(night), Double.POSITIVE_INFINITY);
    }

    /** The deviation of each night is limited to {@value #MAX_DEVIATIONS_OF_ONE_NIGHT} standard deviations. */
    public static Drift ofLatestNights(List<List<Repeats>> levels, List<Repeats> latest) {
        return of(levels, latest, MAX_DEVIATIONS_OF_ONE_NIGHT);
    }

    private static Drift of(List<List<Repeats>> levels, List<Repeats> latest, double maxDeviations) {
        double sumOfSquares = 0;
        int degrees = 0;
        double[] logMeans = {};
        double mean = 0;
        for (List<Repeats> nights : levels) {
            logMeans = withoutOutliers(
                    nights.stream().mapToDouble(Repeats::logMean).toArray());
            double levelMean = Arrays.stream(logMeans).average().orElse(0);
            sumOfSquares += Arrays.stream(logMeans)
                    .map(night -> (night - levelMean) * (night - levelMean))
                    .sum();
            degrees += Math.max(0, logMeans.length - 1);
            mean = levelMean;
        }
        double variance = Math.max(sumOfSquares / Math.max(1, degrees), varianceWithinNights(levels));
        double maxDeviation = maxDeviations * Math.sqrt(variance);
        double center = mean;
        double shift = latest.stream()
                .mapToDouble(night -> Math.max(-maxDeviation, Math.min(maxDeviation, night.logMean() - center)))
                .average()
                .orElseThrow();
        double direction = Math.signum(shift);
        double smallestShift = direction
                * latest.stream()
                        .mapToDouble(night -> direction * (night.logMean() - center))
                        .min()
                        .orElseThrow();
        double error = Math.sqrt(variance * (1.0 / logMeans.length + 1.0 / latest.size()));
        double unlimitedShift =
                latest.stream().mapToDouble(Repeats::logMean).average().orElseThrow() - center;
        int degreesOfFreedom = Math.max(1, degrees);
        return new Drift(
                new Difference(shift, error, degreesOfFreedom),
                new Difference(unlimitedShift, error, degreesOfFreedom),
                smallestShift);
    }

    /** Returns the minimum variance of the nights' means, estimated from the repeats within nights. */
    private static double varianceWithinNights(List<List<Repeats>> levels) {
        double sumOfSquares = 0;
        int degrees = 0;
        int repeats = 0;
        int nights = 0;
        for (Repeats night : levels.stream().flatMap(List::stream).toList()) {
            repeats += night.count();
            nights++;
            if (night.hasNoise()) {
                sumOfSquares += (night.count() - 1) * night.logVariance();
                degrees += night.count() - 1;
            }
        }
        double varianceOfMeans = degrees == 0 ? 0 : sumOfSquares / degrees * nights / repeats;
        return Math.max(NoiseModel.MIN_VARIANCE, varianceOfMeans);
    }

    private static double[] withoutOutliers(double[] nights) {
        if (nights.length <= MIN_DEGREES_OF_FREEDOM) {
            return nights;
        }
        double median = median(nights);
        double maxDistance = MIN_OUTLIER_DEVIATIONS
                * DEVIATION_PER_MEDIAN_DISTANCE
                * median(Arrays.stream(nights)
                        .map(night -> Math.abs(night - median))
                        .toArray());
        return Arrays.stream(nights)
                .filter(night -> Math.abs(night - median) <= maxDistance)
                .toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int halfLength = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[halfLength] : (sorted[halfLength - 1] + sorted[halfLength]) / 2;
    }
}

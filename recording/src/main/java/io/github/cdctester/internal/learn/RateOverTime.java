// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Counts transactions per second, by the log's clock. Statistics exclude the incomplete first and last second. */
final class RateOverTime {

    /** Limit of 48 days. Later transactions are counted in the last second. */
    private static final int MAX_SECONDS = 1 << 22;

    private static final int MAX_PARTS = 600;
    private static final int MIN_PARTS = 5;

    private int[] counts = new int[64];
    private long firstSecond = -1;
    private int lastIndex;

    void add(long second) {
        firstSecond = firstSecond < 0 ? second : firstSecond;
        int index = (int) Math.max(
                0, Math.min(MAX_SECONDS - 1, second - firstSecond)); // timestamps in the log are not strictly ascending
        if (index >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(index + 1, 2 * counts.length));
        }
        counts[index]++;
        lastIndex = Math.max(lastIndex, index);
    }

    private IntStream completeSeconds() {
        return Arrays.stream(counts, Math.min(1, lastIndex), lastIndex);
    }

    /** If no complete second has transactions, returns the rate from the first to the last one, which is above 0. */
    double mean() {
        double mean = completeSeconds().average().orElse(0);
        return mean > 0 ? mean : (double) Arrays.stream(counts).sum() / Math.max(1, lastIndex);
    }

    /** Variance of the counts per second, divided by their mean: 1 for independent arrivals, 0 if unknown. */
    double dispersion() {
        double mean = completeSeconds().average().orElse(0);
        long seconds = completeSeconds().count();
        double squares = completeSeconds()
                .mapToDouble(count -> (count - mean) * (count - mean))
                .sum();
        return seconds < 2 || mean == 0 ? 0 : squares / (seconds - 1) / mean;
    }

    /** {@code CONSTANT} requires a dispersion below 0.5, and more than three standard deviations below 1. */
    Arrivals arrivals() {
        // the cube root of a chi-squared variable divided by its degrees of freedom is approximately normally
        // distributed (Wilson and Hilferty, 1931)
        double variance = 2.0 / (9 * Math.max(1, completeSeconds().count() - 1));
        boolean isEven =
                completeSeconds().sum() > 0 && Math.cbrt(dispersion()) < 1 - variance - 3 * Math.sqrt(variance);
        return isEven && dispersion() < 0.5 ? Arrivals.CONSTANT : Arrivals.POISSON;
    }

    /**
     * Adds a profile if the rate varies more than by chance. The profile excludes the random variation of independent transactions,
     * because a replay adds it.
     */
    Rate rate() {
        Rate.Steady mean = Rate.perSecond(Math.max(0.001, mean()));
        int[] seconds = completeSeconds().toArray();
        int secondsPerPart = Math.max(1, (seconds.length + MAX_PARTS - 1) / MAX_PARTS);
        double[] parts = new double[seconds.length / secondsPerPart];
        if (parts.length < MIN_PARTS) {
            return mean;
        }
        for (int i = 0; i < parts.length * secondsPerPart; i++) {
            parts[i / secondsPerPart] += (double) seconds[i] / secondsPerPart;
        }
        double average = Arrays.stream(parts).average().orElse(0);
        double squares = Arrays.stream(parts)
                .map(part -> (part - average) * (part - average))
                .sum();
        double dispersion = squares / (parts.length - 1) / average;
        double chanceDispersion = 1.0 / secondsPerPart;
        // with independent arrivals, the dispersion has a standard deviation of √(2 / (n − 1)) around 1
        // (Cox and Lewis, 1966, 6.2)
        if (!(dispersion > chanceDispersion * (1 + 3 * Math.sqrt(2.0 / (parts.length - 1))))) {
            return mean;
        }
        double variationShare = Math.sqrt((dispersion - chanceDispersion) / dispersion);
        List<Double> heights = Arrays.stream(parts)
                .mapToObj(part -> Math.round(1_000 * (1 + variationShare * (part / average - 1))) / 1_000.0)
                .toList();
        return mean.profile(heights, Duration.ofSeconds(secondsPerPart));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Transactions a second by the log's own seconds. The first and the last second are left out, as only a part of them was seen. */
final class RateOverTime {

    /** More than 48 days; later transactions are in the last second. */
    private static final int MAX_SECONDS = 1 << 22;

    private static final int MAX_PARTS = 600;
    private static final int MIN_PARTS = 5;

    private int[] counts = new int[64];
    private long first = -1;
    private int last;

    void add(long second) {
        first = first < 0 ? second : first;
        int at = (int) Math.max(0, Math.min(MAX_SECONDS - 1, second - first)); // servers commit a little out of order
        if (at >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(at + 1, 2 * counts.length));
        }
        counts[at]++;
        last = Math.max(last, at);
    }

    private IntStream whole() {
        return Arrays.stream(counts, Math.min(1, last), last);
    }

    /** Transactions a second; of a stretch without a whole second, all of them. */
    double mean() {
        return whole().average().orElse(Arrays.stream(counts).sum());
    }

    /**
     * The index of dispersion of the seconds, variance by mean: 1 if transactions arrive independently; 0 if unknown.
     */
    double dispersion() {
        double mean = mean();
        long seconds = whole().count();
        double squares =
                whole().mapToDouble(count -> (count - mean) * (count - mean)).sum();
        return seconds < 2 || mean == 0 ? 0 : squares / (seconds - 1) / mean;
    }

    /** Returns constant arrivals if the seconds are more even than independent starts, by three standard deviations. */
    Arrivals arrivals() {
        // the cube root of a mean of squares is about normal (Wilson and Hilferty, 1931)
        double spread = 2.0 / (9 * Math.max(1, whole().count() - 1));
        boolean isEven = whole().sum() > 0 && Math.cbrt(dispersion()) < 1 - spread - 3 * Math.sqrt(spread);
        return isEven && dispersion() < 0.5 ? Arrivals.CONSTANT : Arrivals.POISSON;
    }

    /**
     * The rate, with a profile of at most {@value #MAX_PARTS} parts if the seconds differ by more than chance. Independent
     * transactions cause additional differences when they are written (a dispersion of 1 per second): the profile's are reduced
     * by them.
     */
    Rate course() {
        Rate.Steady mean = Rate.perSecond(Math.max(0.001, mean()));
        int[] seconds = whole().toArray();
        int each = Math.max(1, (seconds.length + MAX_PARTS - 1) / MAX_PARTS);
        double[] parts = new double[seconds.length / each];
        if (parts.length < MIN_PARTS) {
            return mean;
        }
        for (int i = 0; i < parts.length * each; i++) {
            parts[i / each] += (double) seconds[i] / each;
        }
        double average = Arrays.stream(parts).average().orElse(0);
        double squares = Arrays.stream(parts)
                .map(part -> (part - average) * (part - average))
                .sum();
        double dispersion = squares / (parts.length - 1) / average;
        double chance = 1.0 / each;
        // a dispersion that is 1 by nature spreads by √(2 / (n − 1)) around it (Cox and Lewis, 1966, 6.2)
        if (!(dispersion > chance * (1 + 3 * Math.sqrt(2.0 / (parts.length - 1))))) {
            return mean;
        }
        double kept = Math.sqrt((dispersion - chance) / dispersion);
        List<Double> heights = Arrays.stream(parts)
                .mapToObj(part -> Math.round(1_000 * (1 + kept * (part / average - 1))) / 1_000.0)
                .toList();
        return mean.profile(heights, Duration.ofSeconds(each));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Transactions a second by the log's own seconds. The first and the last second are left out, as only a part of them was seen. */
final class RateOverTime {

    /** More than 48 days; what comes later is in the last one. */
    private static final int MOST_SECONDS = 1 << 22;

    private int[] counts = new int[64];
    private long first = -1;
    private int last;

    void add(long second) {
        first = first < 0 ? second : first;
        int at = (int) Math.max(0, Math.min(MOST_SECONDS - 1, second - first)); // servers commit a little out of order
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

    /** The index of dispersion of the seconds, variance by mean: 1 where transactions come independently; 0 where that is not known. */
    double dispersion() {
        double mean = mean();
        long seconds = whole().count();
        double squares =
                whole().mapToDouble(count -> (count - mean) * (count - mean)).sum();
        return seconds < 2 || mean == 0 ? 0 : squares / (seconds - 1) / mean;
    }
}

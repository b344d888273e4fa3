// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * The seconds of one run, put together into a few long stretches. What happens in one second goes on in the next, so seconds are
 * no repeats; stretches that are long enough nearly are.
 */
public final class Batches {

    /** So many stretches. */
    public static final int COUNT = 10;

    /** So long is each at least. */
    public static final int LEAST_SECONDS = 3;

    private Batches() {}

    /**
     * Divides a run.
     *
     * @param seconds its seconds in order
     * @param <T> a second
     * @return {@value #COUNT} stretches of the same length, without the first few seconds where they do not divide; none where
     *     there are too few
     */
    public static <T> List<List<T>> of(List<T> seconds) {
        int length = seconds.size() / COUNT;
        if (length < LEAST_SECONDS) {
            return List.of();
        }
        int first = seconds.size() - length * COUNT;
        List<List<T>> batches = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            batches.add(seconds.subList(first + i * length, first + (i + 1) * length));
        }
        return batches;
    }
}

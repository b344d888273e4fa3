// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The buckets of duration histograms: five per decade from 100 µs to 1,000 s. All runs use the same buckets, because only equal
 * buckets can be added across machines.
 */
public final class DurationBuckets {

    /** Preferred numbers: R5 of ISO 3, rounded to two digits. */
    private static final List<BigDecimal> DECADE = List.of(
            new BigDecimal("1.0"),
            new BigDecimal("1.6"),
            new BigDecimal("2.5"),
            new BigDecimal("4.0"),
            new BigDecimal("6.3"));

    private static final int LOWEST_DECADE = -4;
    private static final int HIGHEST_DECADE = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private DurationBuckets() {}

    /** Highest value of each bucket in s, ascending. Longer durations are in no bucket. */
    public static List<BigDecimal> seconds() {
        return IntStream.rangeClosed(LOWEST_DECADE, HIGHEST_DECADE)
                .boxed()
                .flatMap(decade -> DECADE.stream().map(step -> step.scaleByPowerOfTen(decade)))
                .filter(bound -> bound.compareTo(BigDecimal.TEN.pow(HIGHEST_DECADE)) <= 0)
                .toList();
    }

    public static double[] nanos() {
        double[] nanos = new double[seconds().size()];
        Arrays.setAll(nanos, i -> Math.rint(seconds().get(i).doubleValue() * NANOS_PER_SECOND));
        return nanos;
    }
}

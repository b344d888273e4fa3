// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import io.github.cdctester.internal.meter.DurationBuckets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/** How many durations were in which bucket, since the process started. */
final class BucketCounts {

    private final double[] bounds = DurationBuckets.nanos();

    /** One more than there are bounds: the last is for what is longer than all of them. */
    private final AtomicLongArray counts = new AtomicLongArray(bounds.length + 1);

    void count(long nanos) {
        int found = Arrays.binarySearch(bounds, nanos);
        counts.incrementAndGet(found >= 0 ? found : -found - 1);
    }

    /** So many were no longer than each bound; the last value is how many there were. */
    long[] upTo() {
        long[] sums = new long[counts.length()];
        long sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += counts.get(i);
            sums[i] = sum;
        }
        return sums;
    }
}

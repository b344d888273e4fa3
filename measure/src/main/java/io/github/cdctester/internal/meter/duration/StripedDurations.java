// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import java.util.Arrays;

/**
 * Records durations from many threads, with about one recorder per core: the cores would compete for the memory of a single
 * recorder.
 */
public final class StripedDurations {

    /** Limits the memory: a histogram has up to 200 kB, and each recorder has two. */
    private static final int MAX_STRIPES = 16;

    private final DurationRecorder[] stripes;
    private final int mask;

    /** {@code siblings} recorders are used by the same threads, and share the maximum number of stripes. */
    public StripedDurations(int siblings) {
        int maxStripes = Integer.highestOneBit(Math.max(1, MAX_STRIPES / siblings));
        int cores = Math.min(maxStripes, Runtime.getRuntime().availableProcessors());
        stripes = new DurationRecorder[Integer.highestOneBit(2 * cores - 1)]; // rounded up to a power of two
        Arrays.setAll(stripes, stripe -> new DurationRecorder());
        mask = stripes.length - 1;
    }

    public void record(long micros) {
        // workers start one after the other, so their ids are spread evenly
        stripes[(int) Thread.currentThread().getId() & mask].record(micros);
    }

    /** Returns the durations since the last call. For one reading thread. */
    public Distribution take() {
        Distribution sum = Distribution.EMPTY;
        for (DurationRecorder stripe : stripes) {
            sum = sum.plus(stripe.take());
        }
        return sum;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import java.util.Arrays;

/**
 * A recorder for very many writing threads. One for all of them would be a handful of memory words that every transaction of
 * every core changes; so there is one for each core, and the threads are spread over them by their numbers.
 */
public final class StripedDurations {

    /** More would cost memory: a histogram has up to 200 kB, and each recorder has two. */
    private static final int MAX_STRIPES = 16;

    private final DurationRecorder[] stripes;
    private final int mask;

    public StripedDurations() {
        this(1);
    }

    /** Creates one of several recorders for the same threads; together they have as many stripes as a single recorder. */
    public StripedDurations(int siblings) {
        int most = Integer.highestOneBit(Math.max(1, MAX_STRIPES / siblings));
        int cores = Math.min(most, Runtime.getRuntime().availableProcessors());
        stripes = new DurationRecorder[cores == 1 ? 1 : Math.min(most, Integer.highestOneBit(cores - 1) << 1)];
        Arrays.setAll(stripes, stripe -> new DurationRecorder());
        mask = stripes.length - 1;
    }

    public void record(long micros) {
        // workers are started one after the other, so that their numbers are spread evenly
        stripes[(int) Thread.currentThread().getId() & mask].record(micros);
    }

    /** Returns the durations since the last call. For one reading thread. */
    public Distribution take() {
        Distribution all = Distribution.EMPTY;
        for (DurationRecorder stripe : stripes) {
            all = all.plus(stripe.take());
        }
        return all;
    }
}

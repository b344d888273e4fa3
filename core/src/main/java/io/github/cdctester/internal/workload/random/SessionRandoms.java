// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import java.util.SplittableRandom;

/** Where the sessions of a workload have their random numbers from: each its own, all of them from one seed. */
public final class SessionRandoms {

    private final SplittableRandom source;

    /**
     * Creates them.
     *
     * @param source as {@link #source} makes it; left to this object from now on
     */
    public SessionRandoms(SplittableRandom source) {
        this.source = source;
    }

    /**
     * Makes the source, from which may be drawn what all sessions share.
     *
     * @param seed the user's; 0 for other numbers in each run
     * @return random numbers
     */
    public static SplittableRandom source(long seed) {
        return seed == 0 ? new SplittableRandom() : new SplittableRandom(seed);
    }

    /**
     * Gives the next session its own; for any thread.
     *
     * @return random numbers for one thread
     */
    public synchronized SplittableRandom next() {
        return source.split();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.writer;

import io.github.cdctester.config.LoadSpec;

/**
 * Says when the n-th transaction is meant to start: at {@code origin + n / rate} in an open loop, at once in a closed
 * one. The schedule never waits for the server and never skips; who is late is late, and that is measured.
 */
final class Pacer {

    /** There is no schedule: start when ready. */
    static final long NOW = Long.MIN_VALUE;

    private final double nanosBetweenStarts;
    private volatile long originNanos;

    Pacer(LoadSpec load) {
        nanosBetweenStarts =
                load instanceof LoadSpec.OpenLoop open ? 1e9 / open.rate().perSecond() : 0;
    }

    boolean isOpenLoop() {
        return nanosBetweenStarts > 0;
    }

    void start(long nowNanos) {
        originNanos = nowNanos;
    }

    /** Moves the rest of the schedule, after a pause that the tester itself made. */
    void shift(long nanos) {
        long moved = originNanos + nanos; // only the conducting thread writes it
        originNanos = moved;
    }

    long intendedStartNanos(long number) {
        return isOpenLoop() ? originNanos + (long) (number * nanosBetweenStarts) : NOW;
    }

    /** How many transactions were meant to have started before a moment. */
    long scheduledBefore(long nanos) {
        return isOpenLoop() ? Math.max(0, (long) Math.ceil((nanos - originNanos) / nanosBetweenStarts)) : 0;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.NamedLoad;

/**
 * The time in which a load writes, by the run's clock.
 *
 * @param untilNanos end of the load; {@link #OPEN} if it ends with the measured part
 */
record LoadInterval(long fromNanos, long untilNanos) {

    /** No time limit. */
    static final long OPEN = Long.MAX_VALUE;

    static LoadInterval of(NamedLoad load, long windowNanos) {
        long fromNanos = windowNanos + load.start().toNanos();
        return new LoadInterval(
                fromNanos,
                load.length().isZero() ? OPEN : fromNanos + load.length().toNanos());
    }

    LoadInterval extendedBy(long nanos) {
        return untilNanos == OPEN ? this : new LoadInterval(fromNanos, untilNanos + nanos);
    }

    boolean hasBegun(long nowNanos) {
        return nowNanos - fromNanos >= 0;
    }

    boolean isOver(long nowNanos) {
        return untilNanos != OPEN && nowNanos - untilNanos >= 0;
    }

    /** Returns the earlier of this end and the end of the measured part; {@link #OPEN} if neither is known. */
    long endWithin(long windowEndNanos) {
        if (untilNanos == OPEN || windowEndNanos == OPEN) {
            return windowEndNanos == OPEN ? untilNanos : windowEndNanos;
        }
        return untilNanos - windowEndNanos < 0 ? untilNanos : windowEndNanos;
    }

    /** Returns the ns until the start or the end, whichever is next; {@link #OPEN} if both are past. */
    long nanosToNext(long nowNanos) {
        if (!hasBegun(nowNanos)) {
            return fromNanos - nowNanos;
        }
        return untilNanos == OPEN || isOver(nowNanos) ? OPEN : untilNanos - nowNanos;
    }
}

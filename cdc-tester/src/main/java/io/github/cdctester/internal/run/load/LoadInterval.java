// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.NamedLoad;

/** The time in which a load writes, by the run's clock. Without a time limit, its end is {@link #OPEN}. */
record LoadInterval(long fromNanos, long untilNanos) {

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

    /** Returns {@link #OPEN} if neither end is known. */
    long endWithin(long windowEndNanos) {
        if (untilNanos == OPEN || windowEndNanos == OPEN) {
            return windowEndNanos == OPEN ? untilNanos : windowEndNanos;
        }
        return untilNanos - windowEndNanos < 0 ? untilNanos : windowEndNanos;
    }

    /** Returns {@link #OPEN} if start and end are past. */
    long nanosToNext(long nowNanos) {
        if (!hasBegun(nowNanos)) {
            return fromNanos - nowNanos;
        }
        return untilNanos == OPEN || isOver(nowNanos) ? OPEN : untilNanos - nowNanos;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.NamedLoad;

/**
 * When a load writes, by the run's clock.
 *
 * @param untilNanos when it ends; {@link #OPEN} with the measured part
 */
record LoadInterval(long fromNanos, long untilNanos) {

    /** No end of its own. */
    static final long OPEN = Long.MAX_VALUE;

    static LoadInterval of(NamedLoad load, long windowNanos) {
        long from = windowNanos + load.start().toNanos();
        return new LoadInterval(
                from, load.length().isZero() ? OPEN : from + load.length().toNanos());
    }

    boolean hasBegun(long nowNanos) {
        return nowNanos - fromNanos >= 0;
    }

    boolean isOver(long nowNanos) {
        return untilNanos != OPEN && nowNanos - untilNanos >= 0;
    }

    /** Its end, or that of the measured part where that comes before it; {@link #OPEN} where neither is known. */
    long endWithin(long windowEndNanos) {
        if (untilNanos == OPEN || windowEndNanos == OPEN) {
            return windowEndNanos == OPEN ? untilNanos : windowEndNanos;
        }
        return untilNanos - windowEndNanos < 0 ? untilNanos : windowEndNanos;
    }

    /** How long until it begins or ends, whichever is next; {@link #OPEN} where neither is to come. */
    long nanosToNext(long nowNanos) {
        if (!hasBegun(nowNanos)) {
            return fromNanos - nowNanos;
        }
        return untilNanos == OPEN || isOver(nowNanos) ? OPEN : untilNanos - nowNanos;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Numbers of which each is given once, in all processes together: of n processes each gives every n-th. For any thread. */
public final class StridedNumbers implements LongSupplier {

    private final AtomicLong next;
    private final int step;

    /** Begins. */
    public StridedNumbers(long first, SharedNumbers share) {
        next = new AtomicLong(first + share.index());
        step = share.of();
    }

    @Override
    public long getAsLong() {
        return next.getAndAdd(step);
    }
}

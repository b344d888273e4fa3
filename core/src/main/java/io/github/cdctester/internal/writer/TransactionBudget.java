// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.concurrent.atomic.AtomicLong;

/** Says whether one more transaction may be made. */
final class TransactionBudget {

    private static final long UNLIMITED = Long.MAX_VALUE;

    private final AtomicLong left = new AtomicLong();
    private volatile long limit = UNLIMITED;

    /** Asked just before a transaction is made: whether it still may be. */
    boolean use() {
        return limit == UNLIMITED || left.getAndDecrement() > 0;
    }

    /** Allows so many more from here on; for a moment in which no worker is on its way. */
    void limitTo(long more) {
        left.set(more);
        limit = more;
    }
}

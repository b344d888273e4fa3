// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.internal.time.Backoff;

/** Counts the consecutive errors of one worker's transaction. Reports the time of the errors if there are at least five. */
public final class Refusals {

    /** Fewer errors may be conflicts with other transactions. */
    private static final int MIN_REFUSALS = 5;

    private final LoadContext context;
    private final Backoff backoff = new Backoff();
    private long firstErrorNanos;

    public Refusals(LoadContext context) {
        this.context = context;
    }

    /** Returns the pause before the next attempt, in ns. */
    public long add() {
        if (backoff.failures() == 0) {
            firstErrorNanos = context.clock().nanoTime();
        }
        return backoff.recordFailure();
    }

    public void end() {
        if (backoff.failures() == 0) {
            return;
        }
        if (backoff.failures() >= MIN_REFUSALS) {
            context.sink().transactionRefused(firstErrorNanos, context.clock().nanoTime());
        }
        backoff.recordSuccess();
    }
}

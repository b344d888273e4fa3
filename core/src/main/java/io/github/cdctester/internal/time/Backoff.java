// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

/** Pauses between retries: none before the first retry, then 1 ms, doubled each time up to 1 s. Not thread-safe. */
public final class Backoff {

    private static final long FIRST_NANOS = 1_000_000;
    private static final long MAX_NANOS = 1_000_000_000;
    private static final int MAX_DOUBLINGS = 10;

    private int failures;

    /** Returns the pause before the next retry, in ns. */
    public long recordFailure() {
        failures++;
        return failures == 1 ? 0 : Math.min(MAX_NANOS, FIRST_NANOS << Math.min(failures - 2, MAX_DOUBLINGS));
    }

    /** Counts since the last success. */
    public int failures() {
        return failures;
    }

    public void recordSuccess() {
        failures = 0;
    }
}

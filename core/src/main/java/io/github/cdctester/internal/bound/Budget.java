// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

/** Limits the estimated memory that this process uses for the data of a peer. Not thread-safe. */
public final class Budget {

    private long remaining;
    private boolean exceeded;

    public Budget(long bytes) {
        remaining = bytes;
    }

    /** Takes bytes from the budget if enough remain; otherwise returns false and takes nothing. */
    public boolean take(long bytes) {
        if (bytes > remaining) {
            exceeded = true;
            return false;
        }
        remaining -= bytes;
        return true;
    }

    /** Returns true if {@link #take} has returned false. */
    public boolean isExceeded() {
        return exceeded;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

/** Limits the estimated memory that this process uses for the data of a peer. Not thread-safe. */
public final class Budget {

    private long remainingBytes;
    private boolean isExceeded;

    public Budget(long bytes) {
        remainingBytes = bytes;
    }

    /** Takes bytes from the budget if enough remain; otherwise returns false and takes nothing. */
    public boolean take(long bytes) {
        if (bytes > remainingBytes) {
            isExceeded = true;
            return false;
        }
        remainingBytes -= bytes;
        return true;
    }

    /** Returns true if {@link #take} has returned false. */
    public boolean isExceeded() {
        return isExceeded;
    }
}

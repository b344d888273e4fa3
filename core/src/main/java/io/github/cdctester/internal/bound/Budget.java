// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

/** Limits the estimated memory for the data of a peer. Not thread-safe. */
public final class Budget {

    private long remainingBytes;
    private boolean isExceeded;

    public Budget(long bytes) {
        remainingBytes = bytes;
    }

    /** Returns false and takes nothing if too few bytes remain. */
    public boolean take(long bytes) {
        if (bytes > remainingBytes) {
            isExceeded = true;
            return false;
        }
        remainingBytes -= bytes;
        return true;
    }

    public boolean isExceeded() {
        return isExceeded;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import java.util.SplittableRandom;

/** A kind of fault in a random run. */
enum FaultKind {
    /** No fault. */
    NONE,
    /** Transactions are dropped, repeated and swapped. */
    CHANGES,
    /** Connections are closed after a number of bytes. */
    CUTS,
    /** Connections are reset after a number of bytes. */
    RESETS,
    /** All connections are reset at certain transactions. */
    RESETS_AT_TRANSACTIONS,
    /** The server's dump thread is killed at certain transactions. */
    KILLED_DUMPS,
    /** The stream stalls and soon continues. */
    PAUSES,
    /** The stream stalls forever. */
    STALL;

    /** Draws a kind of fault; half of the draws are {@link #CHANGES}. */
    static FaultKind of(SplittableRandom random) {
        return random.nextBoolean() ? CHANGES : values()[random.nextInt(values().length)];
    }
}

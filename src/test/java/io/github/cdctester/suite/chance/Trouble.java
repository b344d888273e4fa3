// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import java.util.SplittableRandom;

/** Faults of a run. */
enum Trouble {
    /** No fault. */
    NONE,
    /** Transactions are dropped, repeated and swapped. */
    LIES,
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

    /** Draws a kind of fault; half of the draws are {@code LIES}. */
    static Trouble of(SplittableRandom random) {
        return random.nextBoolean() ? LIES : values()[random.nextInt(values().length)];
    }
}

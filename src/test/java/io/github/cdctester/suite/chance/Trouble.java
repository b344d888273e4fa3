// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import java.util.SplittableRandom;

/** Faults of a run. */
enum Trouble {
    /** Nothing does. */
    NONE,
    /** Transactions are dropped, repeated and swapped. */
    LIES,
    /** Connections end after so many bytes, in order. */
    CUTS,
    /** Connections end after so many bytes, with a reset. */
    RESETS,
    /** All connections are reset at certain transactions. */
    RESETS_AT_TRANSACTIONS,
    /** The server's dump thread is killed at certain transactions. */
    KILLED_DUMPS,
    /** The stream stops, and continues soon. */
    PAUSES,
    /** The stream stops, and does not continue. */
    STALL;

    /** Half of them are lies. */
    static Trouble of(SplittableRandom random) {
        return random.nextBoolean() ? LIES : values()[random.nextInt(values().length)];
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import java.util.SplittableRandom;

enum FaultKind {
    NONE,
    CHANGES,
    /** Connections are closed after a random number of bytes. */
    CUTS,
    /** Connections are reset after a random number of bytes. */
    RESETS,
    /** All connections are reset at random transactions. */
    RESETS_AT_TRANSACTIONS,
    /** The server's dump threads are killed at random transactions. */
    KILLED_DUMPS,
    /** The stream pauses for a short time at random transactions. */
    PAUSES,
    /** The stream stalls at a random transaction and does not continue. */
    STALL;

    /** More than half of the results are {@link #CHANGES}. */
    static FaultKind of(SplittableRandom random) {
        return random.nextBoolean() ? CHANGES : values()[random.nextInt(values().length)];
    }
}

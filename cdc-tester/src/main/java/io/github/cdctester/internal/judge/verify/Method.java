// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

/**
 * How a stream is checked, and why so.
 *
 * @param kind the way
 * @param reason why this one, or why none
 */
public record Method(Kind kind, String reason) {

    /** The ways. */
    public enum Kind {
        /** Each commit's GTID is looked for. */
        EXACT,
        /** Transactions are counted on both sides. */
        COUNTS,
        /** The numbers in the stream follow each other. */
        CONTINUITY,
        /** Not at all. */
        NONE
    }
}

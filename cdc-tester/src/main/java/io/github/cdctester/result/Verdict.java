// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * Whether the stream carried what was committed.
 *
 * @param status the answer
 * @param method how it was found: {@code none} where nothing was compared
 * @param committed transactions that the write side committed and that changed rows, or {@code null} where somebody else
 *     wrote
 * @param observed transactions in the stream, without heartbeats
 * @param missing committed but not seen; {@code null} where not checked
 * @param duplicated seen more than once; {@code null} where not checked
 * @param outOfOrder seen in another order; {@code null} where not checked
 * @param unknownOutcome commits that were not acknowledged; {@code null} where somebody else wrote
 * @param firstOffender the first transaction that is wrong, or {@code null}
 */
public record Verdict(
        Status status,
        String method,
        @Nullable Long committed,
        long observed,
        @Nullable Long missing,
        @Nullable Long duplicated,
        @Nullable Long outOfOrder,
        @Nullable Long unknownOutcome,
        @Nullable String firstOffender) {

    /** The answers. */
    public enum Status {
        /** Everything arrived, once and in order. */
        LOSSLESS,
        /** Something is missing. */
        LOST,
        /** Something arrived twice. */
        DUPLICATED,
        /** Something arrived in another order. */
        REORDERED,
        /** The end of the stream had not arrived when waiting for it ended. */
        BEHIND,
        /** Nothing was compared. */
        NOT_CHECKED
    }

    /**
     * The verdict of a run that compares nothing.
     *
     * @param behind whether the end of the stream is missing
     * @param committed transactions that the write side committed and that changed rows, or {@code null}
     * @param observed transactions in the stream, without heartbeats
     * @param unknownOutcome commits that were not acknowledged, or {@code null}
     * @return {@link Status#BEHIND} or {@link Status#NOT_CHECKED}
     */
    public static Verdict notChecked(
            boolean behind, @Nullable Long committed, long observed, @Nullable Long unknownOutcome) {
        Status status = behind ? Status.BEHIND : Status.NOT_CHECKED;
        return new Verdict(status, "none", committed, observed, null, null, null, unknownOutcome, null);
    }
}

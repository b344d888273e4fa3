// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import org.jspecify.annotations.Nullable;

/**
 * The evidence for a verdict on one stream.
 *
 * @param committed number of transactions that the write side committed; {@code null} if other clients wrote
 * @param unknownOutcome number of commits without an acknowledgement; {@code null} if other clients wrote
 * @param observed number of transactions in the stream, without heartbeats
 * @param hasGtids whether the log contains GTIDs
 * @param heartbeats number of heartbeats in the stream
 * @param isOwnLog whether the stream comes from the server that the run writes to
 * @param incompleteReason why the stream did not reach the end of the log; {@code null} if it did
 * @param rows rows by table and kind; {@code null} if they were not counted
 */
public record Evidence(
        @Nullable Long committed,
        @Nullable Long unknownOutcome,
        long observed,
        StreamFindings findings,
        boolean hasGtids,
        long heartbeats,
        boolean isOwnLog,
        @Nullable String incompleteReason,
        @Nullable RowComparison rows) {

    /** Adds the evidence from another part of the same log. */
    public Evidence plus(Evidence other) {
        return new Evidence(
                committed,
                unknownOutcome,
                observed + other.observed,
                findings.plus(other.findings),
                hasGtids && other.hasGtids,
                heartbeats + other.heartbeats,
                isOwnLog && other.isOwnLog,
                incompleteReason == null ? other.incompleteReason : incompleteReason,
                rows == null || other.rows == null ? null : rows.plus(other.rows));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import org.jspecify.annotations.Nullable;

/**
 * The evidence for a verdict on one stream.
 *
 * @param committed {@code null} if other clients wrote
 * @param unknownOutcome commits without an acknowledgement; {@code null} if other clients wrote
 * @param observed transactions in the stream, without heartbeats
 * @param hasGtids true if the log contains GTIDs
 * @param isOwnLog true if the run writes to the stream's server
 * @param incompleteReason {@code null} if the stream reached the end of the log
 * @param rows {@code null} if rows were not counted
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

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import org.jspecify.annotations.Nullable;

/**
 * The evidence for a verdict on one stream.
 *
 * @param committed transactions that the write side committed, or {@code null} if other clients wrote
 * @param unknownOutcome commits that were not acknowledged, or {@code null} if other clients wrote
 * @param observed transactions in the stream, without heartbeats
 * @param ownLog whether the stream is the log of the written server, so that its positions are valid there
 * @param incomplete why the end of the stream was not seen, or {@code null} if it was
 * @param rows rows by table and kind, or {@code null} if they were not counted
 */
public record Evidence(
        @Nullable Long committed,
        @Nullable Long unknownOutcome,
        long observed,
        StreamFindings findings,
        boolean gtids,
        long heartbeats,
        boolean ownLog,
        @Nullable String incomplete,
        @Nullable RowComparison rows) {

    /** Adds the evidence of another part of the same log. */
    public Evidence plus(Evidence part) {
        return new Evidence(
                committed,
                unknownOutcome,
                observed + part.observed,
                findings.plus(part.findings),
                gtids && part.gtids,
                heartbeats + part.heartbeats,
                ownLog && part.ownLog,
                incomplete == null ? part.incomplete : incomplete,
                rows == null || part.rows == null ? null : rows.plus(part.rows));
    }
}

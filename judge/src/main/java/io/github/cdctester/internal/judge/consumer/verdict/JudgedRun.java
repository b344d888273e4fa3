// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import org.jspecify.annotations.Nullable;

/**
 * Facts about a run with judged consumers.
 *
 * @param logged transactions that the write side committed and that changed rows; {@code null} if other clients wrote
 * @param unknownOutcome commits that were not acknowledged; {@code null} if other clients wrote
 * @param wholeLog whether the log contains only this run's transactions and heartbeats, as determined without GTIDs
 * @param untrackedReason why the GTIDs of commits are unknown; {@code null} if they are known
 * @param failureReason why the run failed; {@code null} if it did not fail
 * @param seconds duration of the measured part
 */
public record JudgedRun(
        @Nullable Long logged,
        @Nullable Long unknownOutcome,
        boolean wholeLog,
        @Nullable String untrackedReason,
        @Nullable String failureReason,
        double seconds) {}

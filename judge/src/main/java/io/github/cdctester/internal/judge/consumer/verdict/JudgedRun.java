// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import org.jspecify.annotations.Nullable;

/**
 * Facts about a run with judged consumers.
 *
 * @param logged commits of the write side that changed rows; {@code null} if other clients wrote
 * @param unknownOutcome commits that were not acknowledged; {@code null} if other clients wrote
 * @param wholeLog true if the log contains only this run's transactions and heartbeats, as determined without GTIDs
 * @param untrackedReason why the GTIDs of commits are unknown; {@code null} if they are known
 * @param failureReason {@code null} if the run did not fail
 * @param seconds duration of the measured part
 */
public record JudgedRun(
        @Nullable Long logged,
        @Nullable Long unknownOutcome,
        boolean wholeLog,
        @Nullable String untrackedReason,
        @Nullable String failureReason,
        double seconds) {}

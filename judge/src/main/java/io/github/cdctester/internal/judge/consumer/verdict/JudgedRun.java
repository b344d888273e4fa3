// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import org.jspecify.annotations.Nullable;

/**
 * How a run went whose consumers are judged.
 *
 * @param logged transactions that the write side committed and that changed rows; {@code null} if other clients wrote
 * @param unknownOutcome commits that were not acknowledged; {@code null} if other clients wrote
 * @param wholeLog whether the log has, beside heartbeats, exactly this run's transactions, where GTIDs do not tell
 * @param notTracked why the GTIDs of commits are not known; {@code null} where they are
 * @param broke why the run broke; {@code null} if it did not
 * @param seconds how long the measured part was
 */
public record JudgedRun(
        @Nullable Long logged,
        @Nullable Long unknownOutcome,
        boolean wholeLog,
        @Nullable String notTracked,
        @Nullable String broke,
        double seconds) {}

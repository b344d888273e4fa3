// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

/**
 * A node's part of filling tables.
 *
 * @param step the step of filling, from 0
 * @param pieces this node's number of pieces, from 1
 */
public record FillAssignment(
        SharedPlan plan,
        String load,
        int allThreads,
        int step,
        int allPieces,
        String common,
        int firstPiece,
        int pieces,
        int threads) {}

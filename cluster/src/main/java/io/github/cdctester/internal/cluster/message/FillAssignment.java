// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

/**
 * A node's part of filling tables.
 *
 * @param load the name of the load whose tables are filled
 * @param allThreads the threads of all nodes
 * @param step the step of filling, from 0
 * @param allPieces the pieces of the step, over all nodes
 * @param common the value that all rows share
 * @param firstPiece this node's first piece
 * @param pieces this node's number of pieces, from 1
 * @param threads this node's threads
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

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import java.util.Map;

/**
 * A node's part of filling tables.
 *
 * @param plan the plan, as result.json shows it
 * @param password of the endpoint that is written to
 * @param driverProperties of that endpoint, those that result.json does not show included
 * @param load the name of the load in the plan whose tables they are
 * @param allThreads how many fill them, on all nodes together
 * @param step which step of filling them, from 0
 * @param allPieces how many pieces the step has
 * @param common what all rows have in common
 * @param firstPiece the first piece of this node
 * @param pieces how many it has, from 1
 * @param threads how many fill them here
 */
public record FillPart(
        String plan,
        String password,
        Map<String, String> driverProperties,
        String load,
        int allThreads,
        int step,
        int allPieces,
        String common,
        int firstPiece,
        int pieces,
        int threads) {

    @Override
    public String toString() {
        return "FillPart[" + load + ", step " + step + ", " + pieces + " pieces from " + firstPiece + " of " + allPieces
                + ", " + threads + " threads]";
    }
}

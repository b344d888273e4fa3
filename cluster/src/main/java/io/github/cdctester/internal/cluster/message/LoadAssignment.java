// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node's part of a load.
 *
 * @param plan the plan, as result.json shows it
 * @param password of the endpoint that is written to
 * @param driverProperties of that endpoint, those that result.json does not show included
 * @param load the load's name in the plan
 * @param threads how many workers are on this node
 * @param firstWorker the number of the first one
 * @param index which node this is, from 0
 * @param nodes how many have a part of the load
 * @param countsRows whether the rows of commits are counted
 * @param follows whether the GTIDs of commits are wanted
 * @param numbers what its workers have in common with those of other nodes; {@code null} where they have nothing
 */
public record LoadPart(
        String plan,
        String password,
        Map<String, String> driverProperties,
        String load,
        int threads,
        int firstWorker,
        int index,
        int nodes,
        boolean countsRows,
        boolean follows,
        @Nullable SharedNumbers numbers) {

    @Override
    public String toString() {
        return "LoadPart[" + load + ", " + threads + " workers from " + firstWorker + ", " + index + " of " + nodes
                + "]";
    }
}

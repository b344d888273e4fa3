// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.workload.SharedNumbers;
import org.jspecify.annotations.Nullable;

/**
 * A node's part of a load.
 *
 * @param index this node's number among those with a part of the load, from 0
 * @param numbers the number sequences that are divided among nodes; {@code null} for a workload without them
 */
public record LoadAssignment(
        SharedPlan plan,
        String load,
        int threads,
        int firstWorker,
        int index,
        int nodes,
        boolean countsRows,
        boolean tracksCommits,
        @Nullable SharedNumbers numbers) {}

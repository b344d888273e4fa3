// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.TableWorkload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The nodes that use the existing rows of each workload: the nodes of its first pool, because only they have its counters. All
 * phases with the workload use the same division, because each node keeps its counters. If none of these nodes is left, a late
 * node starts with the remaining rows.
 */
final class RowNodes {

    /**
     * Nodes among which existing rows are divided.
     *
     * @param isFirst false if the nodes must read the tables again, because other nodes have used rows
     */
    private record Division(List<RemoteNode> nodes, boolean isFirst) {

        boolean isLost() {
            return nodes.stream().noneMatch(RemoteNode::isAlive);
        }
    }

    private final Map<WorkloadSpec, Division> divisions = new HashMap<>();

    private static boolean usesRows(WorkerPool.Spec spec) {
        return spec.workload() instanceof TableWorkload shared && shared.numbersExistingRows();
    }

    /**
     * Returns the nodes of a new pool: all {@code candidates}, or the living ones that can use the workload's existing rows.
     *
     * @throws RunFailedException if no candidate can use the rows
     */
    synchronized List<RemoteNode> nodesOf(WorkerPool.Spec spec, List<RemoteNode> candidates) {
        if (!usesRows(spec)) {
            return candidates;
        }
        List<RemoteNode> aliveNodes =
                candidates.stream().filter(RemoteNode::isAlive).toList();
        divisions.computeIfAbsent(spec.load().workload(), workload -> new Division(aliveNodes, true));
        List<RemoteNode> nodes =
                aliveNodes.stream().filter(node -> canWork(spec, node)).toList();
        if (nodes.isEmpty()) {
            throw new RunFailedException("no worker is left that has begun "
                    + spec.workload().name() + ": workers that join late cannot continue it");
        }
        return nodes;
    }

    /**
     * Returns true if the node can work on the load. If all nodes that use the workload's existing rows are lost, the given node
     * replaces them.
     */
    synchronized boolean canWork(WorkerPool.Spec spec, RemoteNode node) {
        Division division = divisions.get(spec.load().workload());
        if (division == null || division.nodes.contains(node)) {
            return true;
        }
        if (!division.isLost() || !(spec.workload() instanceof TableWorkload shared && shared.canBeTakenOver())) {
            return false;
        }
        divisions.put(spec.load().workload(), new Division(List.of(node), false));
        return true;
    }

    /** Adds the node's part of the existing rows to its numbers. */
    synchronized SharedNumbers withRows(SharedNumbers part, WorkerPool.Spec spec, RemoteNode node) {
        Division division = Objects.requireNonNull(divisions.get(spec.load().workload()));
        SharedNumbers divided = part.withExistingRows(division.nodes.indexOf(node), division.nodes.size());
        return division.isFirst
                ? divided
                : divided.withValuesFromTables(
                        ((TableWorkload) spec.workload()).numbersForNewStart().valuesFromTables());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import io.github.cdctester.internal.run.pod.NodeEstimate;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Notes about worker nodes that may have limited the run, or that differ from each other. */
public final class NodeNotes {

    /**
     * Minimum distance of a late node's p99 start delay from the nodes' median. It must also reach {@link #LATE_FACTOR} times the median.
     */
    private static final double LATE_MILLIS = 10;

    private static final double LATE_FACTOR = 4;

    private NodeNotes() {}

    public static List<Note> of(List<NodeSummary> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        List<Note> notes = new ArrayList<>();
        addBusyNodes(nodes, notes);
        addLateNodes(nodes, notes);
        addDifference(Code.NODES_JAVA_DIFFERS, "versions", nodes, NodeSummary::java, notes);
        addDifference(Code.NODES_DRIVER_DIFFERS, "drivers", nodes, NodeSummary::jdbcDriver, notes);
        return notes;
    }

    private static void addBusyNodes(List<NodeSummary> nodes, List<Note> notes) {
        List<NodeSummary> busyNodes = nodes.stream()
                .filter(node -> cpuPercent(node) >= NodeEstimate.BUSY_PERCENT)
                .toList();
        busyNodes.stream()
                .max(Comparator.comparingDouble(NodeNotes::cpuPercent))
                .ifPresent(busiest -> notes.add(Note.of(Code.NODES_BUSY)
                        .with("busy", busyNodes.size())
                        .with("nodes", nodes.size())
                        .with("limitPercent", NodeEstimate.BUSY_PERCENT)
                        .with("node", busiest.address())
                        .with("cpuPercent", cpuPercent(busiest))
                        .with("busiestCpuPercent", busiest.busiestCpuPercent())));
    }

    private static double cpuPercent(NodeSummary node) {
        return orZero(node.cpuPercent());
    }

    private static double orZero(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static void addLateNodes(List<NodeSummary> nodes, List<Note> notes) {
        double[] delays = nodes.stream()
                .filter(node -> node.startDelay().count() > 0)
                .mapToDouble(node -> orZero(node.startDelay().p99Millis()))
                .sorted()
                .toArray();
        if (delays.length < 2) {
            return;
        }
        double median = delays[(delays.length - 1) / 2];
        double threshold = Math.max(median + LATE_MILLIS, median * LATE_FACTOR);
        long lateNodes =
                Arrays.stream(delays).filter(delay -> delay >= threshold).count();
        if (lateNodes > 0) {
            NodeSummary latestNode = nodes.stream()
                    .max(Comparator.comparingDouble(
                            node -> orZero(node.startDelay().p99Millis())))
                    .orElseThrow();
            notes.add(Note.of(Code.NODES_BEHIND)
                    .with("behind", lateNodes)
                    .with("nodes", nodes.size())
                    .with("node", latestNode.address())
                    .with("startDelayP99Millis", latestNode.startDelay().p99Millis())
                    .with("medianMillis", median));
        }
    }

    private static void addDifference(
            Code code,
            String argument,
            List<NodeSummary> nodes,
            Function<NodeSummary, String> property,
            List<Note> notes) {
        Set<String> values = new LinkedHashSet<>();
        nodes.stream().map(property).filter(text -> !text.isEmpty()).forEach(values::add);
        if (values.size() > 1) {
            notes.add(Note.of(code, argument, values));
        }
    }
}

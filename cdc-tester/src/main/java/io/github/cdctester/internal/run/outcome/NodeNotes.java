// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

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

/** Creates notes on worker nodes that may have limited the run, or that differ from each other. */
final class NodeNotes {

    /** Share of all processors from which threads wait for each other. {@code docs/machines.md} uses the same limit. */
    private static final double BUSY_PERCENT = 70;

    /** A node is late if its p99 start delay exceeds the nodes' median by this time, and the median times {@link #LATE_TIMES}. */
    private static final double LATE_MILLIS = 10;

    private static final double LATE_TIMES = 4;

    private NodeNotes() {}

    static List<Note> of(List<NodeSummary> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        List<Note> notes = new ArrayList<>();
        busy(nodes, notes);
        addLateNodes(nodes, notes);
        differing(Code.NODES_JAVA_DIFFERS, "versions", nodes, NodeSummary::java, notes);
        differing(Code.NODES_DRIVER_DIFFERS, "drivers", nodes, NodeSummary::jdbcDriver, notes);
        return notes;
    }

    private static void busy(List<NodeSummary> nodes, List<Note> notes) {
        List<NodeSummary> busy =
                nodes.stream().filter(node -> cpu(node) >= BUSY_PERCENT).toList();
        busy.stream()
                .max(Comparator.comparingDouble(NodeNotes::cpu))
                .ifPresent(most -> notes.add(Note.of(Code.NODES_BUSY)
                        .with("busy", busy.size())
                        .with("nodes", nodes.size())
                        .with("limitPercent", BUSY_PERCENT)
                        .with("node", most.address())
                        .with("cpuPercent", cpu(most))
                        .with("busiestCpuPercent", most.busiestCpuPercent())));
    }

    private static double cpu(NodeSummary node) {
        return known(node.cpuPercent());
    }

    private static double known(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static void addLateNodes(List<NodeSummary> nodes, List<Note> notes) {
        double[] all = nodes.stream()
                .filter(node -> node.startDelay().count() > 0)
                .mapToDouble(node -> known(node.startDelay().p99Millis()))
                .sorted()
                .toArray();
        if (all.length < 2) {
            return;
        }
        double usual = all[(all.length - 1) / 2];
        double bound = Math.max(usual + LATE_MILLIS, usual * LATE_TIMES);
        long late = Arrays.stream(all).filter(delay -> delay >= bound).count();
        if (late > 0) {
            NodeSummary latest = nodes.stream()
                    .max(Comparator.comparingDouble(
                            node -> known(node.startDelay().p99Millis())))
                    .orElseThrow();
            notes.add(Note.of(Code.NODES_BEHIND)
                    .with("behind", late)
                    .with("nodes", nodes.size())
                    .with("node", latest.address())
                    .with("startDelayP99Millis", latest.startDelay().p99Millis())
                    .with("medianMillis", usual));
        }
    }

    private static void differing(
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

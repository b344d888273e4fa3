// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.result.NodeSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says where worker nodes may have been the limit, or differ from each other. */
final class NodeNotes {

    /** From that share of all processors on, threads wait for one another: docs/scaling.md counts nodes by it. */
    private static final double BUSY_PERCENT = 70;

    /** So much later than the others at the median, and that many times: what a machine that keeps up does not show. */
    private static final double LATE_MILLIS = 10;

    private static final double LATE_TIMES = 4;

    private NodeNotes() {}

    static List<String> of(List<NodeSummary> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        List<String> notes = new ArrayList<>();
        busy(nodes, notes);
        behind(nodes, notes);
        different("run on different Java versions", nodes, NodeSummary::java, notes);
        different("write by different drivers", nodes, NodeSummary::jdbcDriver, notes);
        return notes;
    }

    private static void busy(List<NodeSummary> nodes, List<String> notes) {
        List<NodeSummary> busy =
                nodes.stream().filter(node -> cpu(node) >= BUSY_PERCENT).toList();
        busy.stream()
                .max(Comparator.comparingDouble(NodeNotes::cpu))
                .ifPresent(most -> notes.add(String.format(
                        Locale.ROOT,
                        "%d of %d worker node%s used %.0f %% of %s processors or more, most of all %s with %.0f %% (%.0f %% in its"
                                + " busiest second): latencies and delays may be %s own",
                        busy.size(),
                        nodes.size(),
                        nodes.size() == 1 ? "" : "s",
                        BUSY_PERCENT,
                        busy.size() == 1 ? "its" : "their",
                        most.address(),
                        cpu(most),
                        most.busiestCpuPercent(),
                        busy.size() == 1 ? "its" : "their")));
    }

    private static double cpu(NodeSummary node) {
        return known(node.cpuPercent());
    }

    private static double known(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static void behind(List<NodeSummary> nodes, List<String> notes) {
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
            notes.add(String.format(
                    Locale.ROOT,
                    "%d of %d worker nodes fell behind their schedule, most of all %s with a start delay of %.1f ms at p99, where"
                            + " the median of all nodes is %.1f ms: it was slower than they are, or its way to the server is longer",
                    late,
                    nodes.size(),
                    latest.address(),
                    latest.startDelay().p99Millis(),
                    usual));
        }
    }

    private static void different(
            String how, List<NodeSummary> nodes, Function<NodeSummary, String> what, List<String> notes) {
        Set<String> found = new LinkedHashSet<>();
        nodes.stream().map(what).filter(text -> !text.isEmpty()).forEach(found::add);
        if (found.size() > 1) {
            notes.add("worker nodes " + how + ": " + String.join(", ", found));
        }
    }
}

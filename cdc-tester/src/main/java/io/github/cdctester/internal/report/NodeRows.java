// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.NodeSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The part of the table that has a row a worker node: which of them was the limit, if one was. Nothing without any. */
public final class NodeRows {

    /** The table's columns. */
    public static final List<String> HEADS = List.of(
            "worker node",
            "threads",
            "TPS",
            "latency p99 ms",
            "start delay p99 ms",
            "CPU %",
            "busiest second %",
            "GC ms");

    private static final int NAME = 21;

    /** More would hide the rest of the table. */
    private static final int MOST = 12;

    private NodeRows() {}

    static List<String> of(Summary summary) {
        List<NodeSummary> nodes = summary.tester().nodes();
        List<String> lines = new ArrayList<>();
        if (nodes.isEmpty()) {
            return lines;
        }
        lines.add("");
        lines.add(line(List.of("worker node", "threads", "TPS", "lat p99", "delay p99", "CPU %", "max", "GC ms")));
        slowestFirst(nodes, MOST).forEach(node -> lines.add(line(cells(node, summary.seconds()))));
        if (nodes.size() > MOST) {
            lines.add("the " + MOST + " of " + nodes.size() + " with the longest latency; result.json has all");
        }
        return lines;
    }

    private static String line(List<String> cells) {
        return String.format(
                Locale.ROOT,
                "%-" + NAME + "s %7s %9s %9s %9s %5s %5s %6s",
                cells.get(0).length() <= NAME
                        ? cells.get(0)
                        : "…" + cells.get(0).substring(cells.get(0).length() - NAME + 1),
                cells.get(1),
                cells.get(2),
                cells.get(3),
                cells.get(4),
                cells.get(5),
                cells.get(6),
                cells.get(7));
    }

    /**
     * Leaves out those that are of the least interest, where there are too many.
     *
     * @param most how many at most
     * @return all in their order, or those with the longest latency at first
     */
    public static List<NodeSummary> slowestFirst(List<NodeSummary> nodes, int most) {
        return nodes.size() <= most
                ? nodes
                : nodes.stream()
                        .sorted(Comparator.comparingDouble((NodeSummary node) ->
                                        known(node.latency().p99Millis()))
                                .reversed())
                        .limit(most)
                        .toList();
    }

    private static double known(@Nullable Double value) {
        return value == null ? Double.POSITIVE_INFINITY : value; // lost
    }

    /** A node's row, by {@link #HEADS}. */
    public static List<String> cells(NodeSummary node, double seconds) {
        boolean wrote = node.threads() > 0;
        return List.of(
                node.address() + (node.lost() == null ? "" : " (lost)"),
                wrote ? String.valueOf(node.threads()) : "-",
                wrote && seconds > 0 ? String.format(Locale.ROOT, "%.1f", node.transactions() / seconds) : "-",
                number("%.3f", node.latency().carried().p99Millis()),
                number("%.3f", node.startDelay().carried().p99Millis()),
                number("%.0f", node.cpuPercent()),
                number("%.0f", node.busiestCpuPercent()),
                String.valueOf(node.gcPauseMillis()));
    }

    private static String number(String format, @Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, format, value);
    }
}

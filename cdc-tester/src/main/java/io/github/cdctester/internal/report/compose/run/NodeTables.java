// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.NodeSummary;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each worker node did, and whether one of them was the limit. */
final class NodeTables {

    /** More would hide the rest. */
    private static final int MOST = 50;

    private static final List<Column> DID = List.of(
            Column.text("node", "worker node"),
            Column.count("threads", "threads"),
            Column.number("tps", "TPS", Unit.NONE, 1),
            Column.millis("latency", "lat p99"),
            Column.millis("startDelay", "delay p99"),
            Column.number("cpu", "CPU", Unit.PERCENT, 0),
            Column.number("busiest", "max", Unit.PERCENT, 0),
            Column.number("gc", "GC", Unit.MILLIS, 0),
            Column.number("heap", "heap", Unit.MEGABYTES, 1).onPage());

    private static final List<Column> IS = List.of(
            Column.text("node", "worker node"),
            Column.millis("clock", "clock"),
            Column.millis("uncertainty", "±"),
            Column.count("processors", "processors"),
            Column.text("java", "Java"),
            Column.text("driver", "driver"),
            Column.text("streams", "streams"));

    private NodeTables() {}

    static List<Block> of(Summary summary) {
        List<NodeSummary> nodes = summary.tester().nodes();
        List<NodeSummary> shown = nodes.size() <= MOST
                ? nodes
                : nodes.stream()
                        .sorted(Comparator.comparingDouble((NodeSummary node) ->
                                        infinite(node.latency().p99Millis()))
                                .reversed())
                        .limit(MOST)
                        .toList();
        String note = shown.size() < nodes.size()
                ? "The " + MOST + " of " + nodes.size() + " with the longest latency; result.json has all."
                : null;
        return List.of(
                new Table(
                        "nodes",
                        "What each node did",
                        note,
                        DID,
                        shown.stream().map(node -> did(node, summary.seconds())).toList(),
                        Detail.ESSENTIAL),
                new Table(
                        "node-facts",
                        "What each node is",
                        null,
                        IS,
                        shown.stream().map(NodeTables::is).toList(),
                        Detail.PAGE));
    }

    /** A node that was lost told no latency. */
    private static double infinite(@Nullable Double value) {
        return value == null ? Double.POSITIVE_INFINITY : value;
    }

    private static Row did(NodeSummary node, double seconds) {
        boolean wrote = node.threads() > 0;
        return Row.of(
                node.address() + (node.lost() == null ? "" : " (lost)"),
                wrote ? node.threads() : null,
                wrote && seconds > 0 ? node.transactions() / seconds : null,
                node.latency().carried().p99Millis(),
                node.startDelay().carried().p99Millis(),
                node.cpuPercent(),
                node.busiestCpuPercent(),
                node.gcPauseMillis(),
                node.maxHeapBytes());
    }

    private static Row is(NodeSummary node) {
        return Row.of(
                node.address(),
                node.clock().offsetMicros() / 1e3,
                node.clock().uncertaintyMicros() / 1e3,
                node.processors(),
                node.java(),
                node.jdbcDriver(),
                String.join(", ", node.streams()));
    }
}

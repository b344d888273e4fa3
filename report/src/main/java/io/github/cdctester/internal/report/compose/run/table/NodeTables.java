// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tables of the work of each worker node, which show whether a node was the bottleneck. */
public final class NodeTables {

    private static final int MAX_NODES = 50;

    private static final TableBuilder<NodeSummary> PROPERTIES = new TableBuilder<NodeSummary>()
            .add(Column.text("node", "worker node"), NodeSummary::address)
            .add(Column.millis("clock", "clock"), node -> knownMillis(node.clock(), ClockSummary::offsetMicros))
            .add(Column.millis("uncertainty", "±"), node -> knownMillis(node.clock(), ClockSummary::uncertaintyMicros))
            .add(Column.count("processors", "processors"), NodeSummary::processors)
            .add(Column.text("java", "Java"), NodeSummary::java)
            .add(Column.text("client", "client"), NodeTables::clients)
            .add(Column.text("driver", "driver"), NodeSummary::jdbcDriver)
            .add(Column.text("streams", "streams"), node -> String.join(", ", node.streams()));

    private NodeTables() {}

    private static @Nullable Double knownMillis(ClockSummary clock, ToLongFunction<ClockSummary> micros) {
        return clock.uncertaintyMicros() < 0 ? null : (Double) (micros.applyAsLong(clock) / 1e3);
    }

    private static String clients(NodeSummary node) {
        return node.clients().stream()
                .map(loadClient -> loadClient.client() == Client.NATIVE ? "native" : "JDBC")
                .distinct()
                .collect(Collectors.joining(", "));
    }

    public static List<Block> of(Summary summary) {
        List<NodeSummary> nodes = summary.tester().nodes();
        List<NodeSummary> displayedNodes = nodes.size() <= MAX_NODES
                ? nodes
                : nodes.stream()
                        .sorted(Comparator.comparing(
                                node -> node.latency().p99Millis(), // nodes without latency (lost) come first
                                Comparator.nullsFirst(Comparator.reverseOrder())))
                        .limit(MAX_NODES)
                        .toList();
        String note = displayedNodes.size() < nodes.size()
                ? "The " + MAX_NODES + " of " + nodes.size() + " with the longest latency; result.json has all."
                : null;
        return List.of(
                workColumns(summary.seconds())
                        .buildFirst(MAX_NODES, "nodes", "Work of each node", displayedNodes, Detail.ESSENTIAL)
                        .withNote(note),
                PROPERTIES.buildFirst(MAX_NODES, "node-facts", "Properties of each node", displayedNodes, Detail.PAGE));
    }

    private static TableBuilder<NodeSummary> workColumns(double seconds) {
        return new TableBuilder<NodeSummary>()
                .add(
                        Column.text("node", "worker node"),
                        node -> node.address() + (node.lost() == null ? "" : " (lost)"))
                .add(Column.count("threads", "threads"), node -> node.threads() > 0 ? node.threads() : null)
                .add(
                        Column.decimal("tps", "TPS", 1),
                        node -> node.threads() > 0 && seconds > 0 ? node.transactions() / seconds : null)
                .addDuration(Column.millis("latency", "lat p99"), NodeSummary::latency, DurationSummary::p99Millis)
                .addDuration(
                        Column.millis("startDelay", "delay p99"), NodeSummary::startDelay, DurationSummary::p99Millis)
                .add(Column.number("cpu", "CPU", Unit.PERCENT, 0), NodeSummary::cpuPercent)
                .add(Column.number("busiest", "max", Unit.PERCENT, 0), NodeSummary::busiestCpuPercent)
                .add(Column.number("gc", "GC", Unit.MILLIS, 0), NodeSummary::gcPauseMillis)
                .add(Column.number("heap", "heap", Unit.MEGABYTES, 1).onPage(), NodeSummary::maxHeapBytes);
    }
}

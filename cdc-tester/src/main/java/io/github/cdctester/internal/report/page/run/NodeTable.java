// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.NodeRows;
import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.NodeSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The worker nodes of a run. */
final class NodeTable {

    private static final double MB = 1e6;

    private NodeTable() {}

    /** Nothing where one process did all. */
    static Optional<Section> of(Summary summary) {
        List<NodeSummary> nodes = summary.tester().nodes();
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        List<NodeSummary> shown = NodeRows.slowestFirst(nodes, RunTables.MOST_ROWS);
        String note = shown.size() < nodes.size()
                ? "The " + shown.size() + " with the longest latency; result.json has all."
                : null;
        List<String> heads = new ArrayList<>(NodeRows.HEADS);
        heads.add("heap MB");
        return Optional.of(new Section(
                "nodes",
                "Worker nodes",
                "CPU is the share of all processors that the node's process used: above 70 %, latencies may be the"
                        + " node's own. The clock is the node's time of day against the coordinator's.",
                List.of(
                        TextCells.table(
                                "What each did",
                                note,
                                heads,
                                shown.stream()
                                        .map(node -> did(node, summary.seconds()))
                                        .toList()),
                        TextCells.table(
                                "What each is",
                                null,
                                List.of("worker node", "clock ms", "± ms", "processors", "Java", "driver", "streams"),
                                shown.stream().map(NodeTable::is).toList()))));
    }

    private static Row did(NodeSummary node, double seconds) {
        List<String> texts = NodeRows.cells(node, seconds);
        List<Cell> cells = new ArrayList<>();
        cells.add(Cells.text(texts.get(0)));
        texts.subList(1, texts.size()).forEach(text -> cells.add(Cells.number(text)));
        cells.add(Cells.number(RunWords.one(node.maxHeapBytes() / MB)));
        return Cells.row(cells.toArray(Cell[]::new));
    }

    private static Row is(NodeSummary node) {
        return Cells.row(
                Cells.text(node.address()),
                Cells.millis(node.clock().offsetMicros() / 1e3),
                Cells.millis(node.clock().uncertaintyMicros() / 1e3),
                Cells.number(node.processors()),
                Cells.text(node.java()),
                Cells.text(node.jdbcDriver()),
                Cells.text(String.join(", ", node.streams())));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.MatrixColumns.Block;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.MatrixResult;
import java.util.List;

/** A matrix as tables: the summary, and for each workload one with all values. Where one is too wide, it is folded. */
public final class MatrixTables {

    private static final String BETWEEN = "  ";

    private final MatrixResult matrix;
    private final int width;
    private final TableText text = new TableText();

    private MatrixTables(MatrixResult matrix, int width) {
        this.matrix = matrix;
        this.width = width;
    }

    /** Renders it. */
    public static String of(MatrixResult matrix, int width) {
        return new MatrixTables(matrix, width).render();
    }

    private String render() {
        MatrixText words = new MatrixText(matrix);
        MatrixColumns columns = new MatrixColumns(matrix);
        text.entry("matrix", words.title());
        words.head().forEach(line -> text.entry(line.label(), line.words()));
        table(words.summaryTitle(), columns.summary(), 2);
        for (String workload : matrix.workloads()) {
            table(words.fullTitle(workload), columns.full(workload), 1);
            for (String probe : columns.probes()) {
                table(words.probeTitle(workload, probe), columns.probe(workload, probe), 1);
            }
        }
        text.line("");
        words.foot().forEach(line -> text.entry(line.label(), line.words()));
        return text.toString();
    }

    /** As many columns beside each other as there is room for; those that belong together stay so. */
    private void table(String title, Block block, int together) {
        text.line("");
        text.line("%s", PlainText.line(title));
        int first = 1;
        while (first < block.heads().size()) {
            int end = Math.min(block.heads().size(), first + together);
            while (end < block.heads().size() && width(block, first, end + together) <= width) {
                end = Math.min(block.heads().size(), end + together);
            }
            part(block, first, end);
            first = end;
        }
    }

    private static int width(Block block, int first, int end) {
        int sum = width(block, 0);
        for (int column = first; column < Math.min(end, block.heads().size()); column++) {
            sum += BETWEEN.length() + width(block, column);
        }
        return sum;
    }

    private static int width(Block block, int column) {
        int longest = block.heads().get(column).length();
        for (List<List<String>> row : block.rows()) {
            for (String line : row.get(column)) {
                longest = Math.max(longest, line.length());
            }
        }
        return longest;
    }

    private void part(Block block, int first, int end) {
        text.line("");
        StringBuilder head = new StringBuilder(padded(block.heads().get(0), width(block, 0), false));
        for (int column = first; column < end; column++) {
            head.append(BETWEEN).append(padded(block.heads().get(column), width(block, column), true));
        }
        text.line("%s", head);
        for (List<List<String>> row : block.rows()) {
            for (int line = 0; line < row.get(0).size(); line++) {
                StringBuilder cells = new StringBuilder(padded(row.get(0).get(line), width(block, 0), false));
                for (int column = first; column < end; column++) {
                    cells.append(BETWEEN).append(padded(row.get(column).get(line), width(block, column), true));
                }
                text.line("%s", cells);
            }
        }
    }

    private static String padded(String cell, int length, boolean right) {
        String blanks = " ".repeat(Math.max(0, length - cell.length()));
        return right ? blanks + cell : cell + blanks;
    }
}

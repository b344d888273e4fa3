// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.MatrixColumns.Block;
import io.github.cdctester.result.MatrixResult;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** matrix.md: the tables of a matrix in Markdown. */
final class MatrixMarkdown implements Format<MatrixResult> {

    @Override
    public void write(MatrixResult matrix, Writer out) throws IOException {
        MatrixText words = new MatrixText(matrix);
        MatrixColumns columns = new MatrixColumns(matrix);
        StringBuilder text = new StringBuilder("# ")
                .append(SweepMarkdown.plain(words.title()))
                .append("\n\n");
        words.head().forEach(line -> text.append(SweepMarkdown.item(line)));
        table(words.summaryTitle(), columns.summary(), text);
        for (String workload : matrix.workloads()) {
            table(words.fullTitle(workload), columns.full(workload), text);
            for (String probe : columns.probes()) {
                table(words.probeTitle(workload, probe), columns.probe(workload, probe), text);
            }
        }
        text.append('\n');
        words.foot().forEach(line -> text.append(SweepMarkdown.item(line)));
        out.write(text.toString());
    }

    private static void table(String title, Block block, StringBuilder text) {
        text.append("\n## ").append(SweepMarkdown.plain(title)).append("\n\n");
        List<String> rules = new ArrayList<>(Collections.nCopies(block.heads().size(), "---:"));
        rules.set(0, "---");
        text.append(SweepMarkdown.row(block.heads()))
                .append(rules.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
        for (List<List<String>> row : block.rows()) {
            for (int line = 0; line < row.get(0).size(); line++) {
                int at = line;
                text.append(SweepMarkdown.row(
                        row.stream().map(cell -> cell.get(at).strip()).toList()));
            }
        }
    }
}

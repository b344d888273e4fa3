// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.MatrixColumns.Block;
import io.github.cdctester.internal.report.render.Markdown;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A matrix in Markdown: matrix.md, its tables; and its summary. */
public final class MatrixMarkdown implements Format<MatrixResult> {

    @Override
    public void write(MatrixResult matrix, Writer out) throws IOException {
        MatrixText words = new MatrixText(matrix);
        Markdown text = new Markdown().title(words.title());
        words.head().forEach(line -> text.item(line.label(), line.words()));
        table(words.summaryTitle(), new MatrixColumns(matrix).summary(), text);
        fullTables(matrix, words, text);
        words.foot().forEach(line -> text.item(line.label(), line.words()));
        out.write(text.toString());
    }

    /** The answer and the short table; the others are folded. */
    static Markdown summary(MatrixResult matrix) {
        MatrixText words = new MatrixText(matrix);
        Markdown text = new Markdown().title(words.title());
        SummaryLimits limits = new SummaryLimits();
        limits.add("tables", matrix.checks());
        long done = matrix.cells().stream()
                .filter(cell -> cell.status() == CellResult.Status.DONE)
                .count();
        long held = matrix.cells().stream()
                .filter(cell -> cell.status() == CellResult.Status.DONE && cell.held())
                .count();
        text.paragraph(
                SummaryLimits.answer(matrix.interrupted(), matrix.hasFailed(), matrix.isHeld(), true),
                done + " of " + matrix.cells().size() + " cells done; verdict and limits held in " + held + " of "
                        + done + (limits.hasAny() ? "; " + limits.counts() : ""));
        table(words.summaryTitle(), new MatrixColumns(matrix).summary(), text);
        limits.broken(text);
        List<SweepText.Line> doubts = SummaryLimits.doubts(words.foot());
        words.foot().stream()
                .filter(line -> !doubts.contains(line))
                .forEach(line -> text.item(line.label(), line.words()));
        matrix.cells().stream()
                .filter(cell -> cell.status() == CellResult.Status.DONE && !cell.held())
                .forEach(cell -> text.item("not held", words.name(cell) + ": " + cell.verdict()));
        SummaryLimits.distrust(text, doubts);
        return text.folded("Server, settings, and the table of each workload", inside -> {
            words.head().forEach(line -> inside.item(line.label(), line.words()));
            fullTables(matrix, words, inside);
        });
    }

    private static void fullTables(MatrixResult matrix, MatrixText words, Markdown text) {
        MatrixColumns columns = new MatrixColumns(matrix);
        for (String workload : matrix.workloads()) {
            table(words.fullTitle(workload), columns.full(workload), text);
            for (String probe : columns.probes()) {
                table(words.probeTitle(workload, probe), columns.probe(workload, probe), text);
            }
        }
    }

    private static void table(String title, Block block, Markdown text) {
        List<String> rules = new ArrayList<>(Collections.nCopies(block.heads().size(), Markdown.NUMBER));
        rules.set(0, Markdown.TEXT);
        List<List<String>> rows = new ArrayList<>();
        for (List<List<String>> row : block.rows()) {
            for (int line = 0; line < row.get(0).size(); line++) {
                int at = line;
                rows.add(row.stream().map(cell -> cell.get(at).strip()).toList());
            }
        }
        text.heading(title).table(block.heads(), rules, rows);
    }
}

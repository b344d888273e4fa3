// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.MatrixColumns;
import io.github.cdctester.internal.report.MatrixText;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.MatrixResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The page of a matrix: what each setting costs, with the noise beside it, in the form of a published experiment. */
public final class MatrixPage {

    private MatrixPage() {}

    /**
     * Composes the page.
     *
     * @param matrix what there is of the matrix: also without a cell that has ended
     */
    public static Document of(MatrixResult matrix) {
        MatrixText words = new MatrixText(matrix);
        MatrixColumns columns = new MatrixColumns(matrix);
        MatrixCells cells = new MatrixCells(matrix);
        MatrixBlocks blocks = new MatrixBlocks(matrix, columns, cells);
        MatrixCharts charts = new MatrixCharts(matrix, columns, cells);
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("summary", words.summaryTitle(), null, List.of(charts.summary(), blocks.summary())));
        for (int i = 0; i < matrix.workloads().size(); i++) {
            String workload = matrix.workloads().get(i);
            List<Block> ofWorkload = new ArrayList<>(List.of(
                    charts.queries(workload, "qps-" + (i + 1)), blocks.full(workload, words.fullTitle(workload))));
            List<String> probes = columns.probes();
            for (int probe = 0; probe < probes.size(); probe++) {
                String name = probes.get(probe);
                ofWorkload.add(charts.probe(workload, name, "probe-" + (i + 1) + "-" + (probe + 1)));
                ofWorkload.add(blocks.probe(workload, name, words.probeTitle(workload, name)));
            }
            sections.add(new Section("workload-" + (i + 1), workload, null, ofWorkload));
        }
        sections.add(new Section("cells", "The cells", null, List.of(charts.drift(), blocks.cells())));
        sections.add(new Section("about", "What was done, and how to read it", null, blocks.about(words)));
        return new Document(
                "Matrix: " + words.plain(),
                Origin.subtitle(words.head(), matrix.startedAt()),
                MatrixAnswer.of(matrix, columns, cells),
                sections,
                List.of(
                        new Download(
                                "matrix.csv",
                                "a row for each workload, value and setting",
                                "text/csv",
                                Formats.MATRIX_CSV.of(matrix)),
                        new Download(
                                "matrix.md",
                                "the tables for a document",
                                "text/markdown",
                                Formats.MATRIX_MARKDOWN.of(matrix))),
                Origin.footer(Stream.of(), "matrix.json"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.render.CsvRenderer;
import io.github.cdctester.internal.report.render.MarkdownRenderer;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.RunResult.ServerSummary;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A matrix: the cost of each setting, with its noise, in the form of a published experiment. */
public final class MatrixComposer {

    private static final int MAX_REMARKS = 20;

    private final MatrixResult matrix;
    private final MatrixCells cells;
    private final MatrixTables tables;

    private MatrixComposer(MatrixResult matrix) {
        this.matrix = matrix;
        cells = new MatrixCells(matrix);
        tables = new MatrixTables(cells);
    }

    public static Document of(MatrixResult matrix) {
        return new MatrixComposer(matrix).document();
    }

    /** The values of each combination, as matrix.csv has them. */
    public static Table values(MatrixResult matrix) {
        return MatrixTables.values(matrix);
    }

    /** Returns the tables for a user's own document. */
    public static String markdown(MatrixResult matrix) {
        MatrixComposer composer = new MatrixComposer(matrix);
        List<Block> blocks = new ArrayList<>(List.of(composer.method(), composer.tables.summary()));
        for (String workload : matrix.workloads()) {
            blocks.addAll(composer.tables(workload));
        }
        blocks.add(composer.wrong());
        blocks.add(composer.notes(Severity.HIGH));
        return MarkdownRenderer.render(composer.title(), blocks);
    }

    private String title() {
        return "Matrix: " + String.join(", ", matrix.workloads()) + ", "
                + PlainText.counted(matrix.settings().size(), "setting") + ", " + matrix.axis() + " "
                + String.join(", ", matrix.values()) + "; " + PlainText.counted(matrix.repeats(), "run")
                + " each";
    }

    private Document document() {
        MatrixCharts charts = new MatrixCharts(cells);
        List<Section> sections = new ArrayList<>();
        sections.add(new Section(
                "summary", tables.summaryTitle(), null, List.of(charts.summary(), tables.summary(), wrong())));
        for (int i = 0; i < matrix.workloads().size(); i++) {
            String workload = matrix.workloads().get(i);
            List<Block> blocks =
                    new ArrayList<>(List.of(charts.queries(workload, "qps-" + (i + 1)), tables.full(workload)));
            for (int probe = 0; probe < cells.probes().size(); probe++) {
                String name = cells.probes().get(probe);
                blocks.add(charts.probe(workload, name, "probe-" + (i + 1) + "-" + (probe + 1)));
                blocks.add(tables.probe(workload, name));
            }
            sections.add(new Section("workload-" + (i + 1), workload, null, blocks));
        }
        Table remarkable = tables.remarkable();
        sections.add(new Section(
                "cells",
                "Cells",
                null,
                remarkable.rows().isEmpty() ? List.of(charts.drift()) : List.of(charts.drift(), remarkable)));
        sections.add(new Section(
                "about", "How it was measured", null, List.of(order(), noise(), method(), notes(Severity.INFO))));
        return new Document(
                title(),
                subtitle(),
                new MatrixHeadline(cells).headline(),
                sections,
                suites(),
                List.of(
                        new Download(
                                "matrix.csv",
                                "a row per workload, value and setting",
                                "text/csv",
                                CsvRenderer.render(values(matrix))),
                        new Download("matrix.md", "the tables for a document", "text/markdown", markdown(matrix))),
                Provenance.footer(List.of(), "matrix.json"));
    }

    private String subtitle() {
        ServerSummary server = matrix.server();
        return (server == null ? "" : Provenance.server(server, matrix.address()) + ", ")
                + Provenance.begun(matrix.startedAt())
                + (matrix.interrupted() ? " (interrupted)" : "");
    }

    private List<Block> tables(String workload) {
        List<Block> blocks = new ArrayList<>(List.of(tables.full(workload)));
        cells.probes().forEach(probe -> blocks.add(tables.probe(workload, probe)));
        return blocks;
    }

    private Prose order() {
        return new Prose("Each of the " + PlainText.counted(matrix.repeats(), "repeat")
                + " runs all combinations once, in random order (seed " + matrix.seed()
                + "), before the next repeat begins: a drift over hours affects all settings alike.");
    }

    private Prose noise() {
        return new Prose(
                matrix.repeats() == 1
                        ? "With one run of each combination the noise is not known: no difference here can be told from"
                                + " chance."
                        : "The noise is the scatter of the repeats on a logarithmic scale, pooled over a workload's cells"
                                + " unless it differs between them. The confidence intervals hold simultaneously: in 95 of 100"
                                + " matrices of equal settings, every interval contains 0. "
                                + MatrixCells.NOISE
                                + " (within noise) does not mean that there is no difference: more repeats may show one.");
    }

    /** The cells, the settings, and how a reduction is made. */
    private Facts method() {
        Facts.Builder facts = new Facts.Builder();
        facts.add(
                "cells",
                String.format(
                        Locale.ROOT,
                        "%d of %d done, in random order (seed %d); measured %s s, warm-up %s",
                        cells.count(Status.DONE),
                        matrix.cells().size(),
                        matrix.seed(),
                        seconds(matrix.seconds()),
                        matrix.warmUp()));
        for (SettingSummary setting : matrix.settings()) {
            facts.add(
                    "setting",
                    setting.name() + ": "
                            + (setting.what().isEmpty() ? "the server as it is" : String.join("; ", setting.what())));
        }
        if (cells.hasIntervals()) {
            facts.add(
                    "reduced",
                    "1 - QPS / QPS of " + matrix.baseline()
                            + "; QPS is the geometric mean of the runs. ± is the distance to the end of the"
                            + " confidence interval that is nearer to 0, with 95 % for all comparisons together (Holm). "
                            + MatrixCells.NOISE + ": within noise");
        } else if (matrix.repeats() == 1) {
            facts.add("reduced", "with one run each the noise is not known: no difference can be called real");
        }
        return facts.build(Detail.SUMMARY);
    }

    private static String seconds(double seconds) {
        return seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds);
    }

    /** Returns missing and failed cells, and remarks about cells. */
    private Facts wrong() {
        Facts.Builder facts = new Facts.Builder();
        long missing = cells.count(Status.MISSING);
        if (missing > 0) {
            facts.add("missing", missing + " of " + matrix.cells().size() + " cells: rerun to resume");
        }
        for (CellResult cell : matrix.cells()) {
            if (cell.status() == Status.FAILED) {
                facts.add("failed", cells.name(cell) + ": " + cell.reason(), Tone.BAD);
            } else if (cell.status() == Status.DONE && !cell.held()) {
                facts.add("not held", cells.name(cell) + ": " + cell.verdict(), Tone.BAD);
            }
        }
        facts.add("failed", matrix.failure(), Tone.BAD);
        List<String> remarks = matrix.cells().stream()
                .flatMap(cell -> cell.remarks().stream().map(remark -> cells.name(cell) + ": " + remark.text()))
                .toList();
        remarks.stream().limit(MAX_REMARKS).forEach(remark -> facts.add("remark", remark));
        if (remarks.size() > MAX_REMARKS) {
            facts.add("remark", remarks.size() - MAX_REMARKS + " more are in matrix.json");
        }
        return facts.build(Detail.ESSENTIAL);
    }

    private Facts notes(Severity worst) {
        Facts.Builder facts = new Facts.Builder();
        matrix.notes().stream()
                .filter(note -> note.severity().compareTo(worst) >= 0)
                .map(Note::text)
                .forEach(text -> facts.add("note", text));
        return facts.build(Detail.SUMMARY);
    }

    private List<TestSuite> suites() {
        List<TestSuite> suites = new ArrayList<>(List.of(TestSuites.around(matrix)));
        for (CellResult cell : matrix.cells()) {
            String name = cells.name(cell);
            String place = TestSuites.place(MatrixResult.KIND, cell.folder());
            Instant startedAt = cell.startedAt() == null ? matrix.startedAt() : cell.startedAt();
            suites.add(
                    cell.status() == Status.DONE
                            ? new TestSuite(name, place, startedAt, cell.seconds(), cases(cell))
                            : TestSuites.without(
                                    name, place, startedAt, cell.status() == Status.MISSING, cell.reason()));
        }
        return suites;
    }

    /** The run, its verdict and each of its limits; in the cell's folder there is more to read. */
    private static List<TestCase> cases(CellResult cell) {
        List<TestCase> cases =
                new ArrayList<>(List.of(TestCase.passed("run", "run").in(cell.seconds())));
        String headline = String.valueOf(cell.verdict());
        if (cell.verdictStatus() != null && cell.verdictStatus().isBad()) {
            String more = "; more is in " + cell.folder() + "/result.json";
            cases.add(TestCase.of(Outcome.FAILURE, "verdict", "verdict", headline + more));
        } else if (cell.verdictStatus() == Verdict.Status.NOT_CHECKED) {
            cases.add(TestCase.of(Outcome.SKIPPED, "verdict", "verdict", headline));
        } else {
            cases.add(TestCase.passed("verdict", "verdict"));
        }
        cell.checks().forEach(check -> cases.add(TestSuites.limit(check)));
        return cases;
    }
}

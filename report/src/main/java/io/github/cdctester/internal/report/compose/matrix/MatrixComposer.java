// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.compose.experiment.ExperimentComposer;
import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.ServerSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Composes the document of a matrix, in the form of a published experiment. */
public final class MatrixComposer extends ExperimentComposer<MatrixResult> {

    private static final int MAX_REMARKS = 20;

    private final MatrixCells cells;
    private final MatrixTables tables;
    private final Optional<Table> consumers;

    public MatrixComposer(MatrixResult matrix) {
        super(matrix);
        cells = new MatrixCells(matrix);
        tables = new MatrixTables(cells);
        consumers = MatrixConsumers.table(matrix);
    }

    @Override
    protected String suiteName(Trial trial) {
        return cells.name(cells.cell(trial));
    }

    @Override
    public Optional<Table> values() {
        return Optional.of(MatrixTables.values(result));
    }

    @Override
    protected List<Block> markdownBlocks() {
        List<Block> blocks = new ArrayList<>(List.of(method()));
        if (cells.comparesSettings()) {
            blocks.add(tables.summary());
        }
        consumers.ifPresent(blocks::add);
        for (String load : result.loads()) {
            if (cells.comparesSettings()) {
                blocks.add(tables.queriesTable(load));
            }
            cells.probes().forEach(probe -> blocks.add(tables.probe(load, probe)));
        }
        blocks.add(problems());
        blocks.add(notes(Severity.HIGH));
        return blocks;
    }

    @Override
    protected Headline headline() {
        return new MatrixHeadline(cells).headline();
    }

    @Override
    protected String title() {
        return "Matrix: " + String.join(", ", result.workloads()) + ", "
                + PlainText.withNoun(result.settings().size(), "setting") + ", "
                + (result.consumers().isEmpty() ? "" : String.join(", ", result.consumers()) + ", ") + result.axis()
                + " "
                + String.join(", ", result.values()) + "; " + PlainText.withNoun(result.repeats(), "run")
                + " each";
    }

    @Override
    protected List<Section> sections() {
        MatrixCharts charts = new MatrixCharts(cells);
        List<Section> sections = new ArrayList<>();
        List<Block> summary = cells.comparesSettings()
                ? List.of(charts.summary(), tables.summary(), problems())
                : List.of(problems());
        sections.add(new Section("summary", tables.summaryTitle(), null, summary));
        consumers.ifPresent(
                table -> sections.add(new Section("consumers", MatrixConsumers.TITLE, null, List.of(table))));
        for (int i = 0; i < result.loads().size(); i++) {
            String load = result.loads().get(i);
            List<Block> blocks =
                    new ArrayList<>(List.of(charts.queries(load, "qps-" + (i + 1)), tables.queriesTable(load)));
            for (int probeIndex = 0; probeIndex < cells.probes().size(); probeIndex++) {
                String name = cells.probes().get(probeIndex);
                blocks.add(charts.probe(load, name, "probe-" + (i + 1) + "-" + (probeIndex + 1)));
                blocks.add(tables.probe(load, name));
            }
            sections.add(new Section("workload-" + (i + 1), load, null, blocks));
        }
        Table remarks = tables.remarks();
        sections.add(new Section(
                "cells",
                "Cells",
                null,
                remarks.rows().isEmpty() ? List.of(charts.drift()) : List.of(charts.drift(), remarks)));
        sections.add(new Section(
                "about", "How it was measured", null, List.of(order(), noise(), method(), notes(Severity.INFO))));
        return sections;
    }

    @Override
    protected String subtitle() {
        ServerSummary server = result.server();
        return (server == null ? "" : Provenance.serverText(server, result.address()) + ", ")
                + Provenance.startText(result.startedAt());
    }

    private Prose order() {
        return new Prose("Each of the " + PlainText.withNoun(result.repeats(), "repeat")
                + " runs all combinations once, in random order (seed " + result.seed()
                + "), before the next repeat begins: a drift over hours affects all settings alike."
                + (result.consumers().isEmpty()
                        ? ""
                        : " At each place the consumers run one after the other; the first of a repeat is the"
                                + " last of the next."));
    }

    private Prose noise() {
        return new Prose(
                result.repeats() == 1
                        ? "With one run of each combination the noise is not known: no difference can be"
                                + " distinguished from chance."
                        : "The noise is the scatter of the repeats on a logarithmic scale, pooled over a workload's cells"
                                + " unless it differs between them. The confidence intervals hold simultaneously: in 95 of 100"
                                + " matrices of equal settings, every interval contains 0. "
                                + MatrixCells.NOISE_SIGN
                                + " (within noise) does not mean that there is no difference: more repeats may show one.");
    }

    private Facts method() {
        Facts.Builder facts = new Facts.Builder();
        facts.add(
                "cells",
                String.format(
                        Locale.ROOT,
                        "%d of %d done, in random order (seed %d); measured %s s, warm-up %s",
                        cells.count(Status.DONE),
                        result.cells().size(),
                        result.seed(),
                        seconds(result.seconds()),
                        result.warmUp()));
        for (SettingSummary setting : result.settings()) {
            facts.add(
                    "setting",
                    setting.name() + ": "
                            + (setting.what().isEmpty() ? "the server as it is" : String.join("; ", setting.what())));
        }
        if (cells.hasIntervals()) {
            facts.add(
                    "reduced",
                    "1 - QPS / QPS of " + result.baseline()
                            + "; QPS is the geometric mean of the runs. ± is the distance to the end of the"
                            + " confidence interval on the side of 0, with 95 % for all comparisons together (Holm). "
                            + MatrixCells.NOISE_SIGN + ": within noise");
        } else if (result.repeats() == 1) {
            facts.add("reduced", "with one run each the noise is not known: no difference can be called real");
        }
        return facts.build(Detail.SUMMARY);
    }

    private static String seconds(double seconds) {
        return seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds);
    }

    private Facts problems() {
        Facts.Builder facts = new Facts.Builder();
        long missing = cells.count(Status.MISSING);
        if (missing > 0) {
            facts.add("missing", missing + " of " + result.cells().size() + " cells: rerun to resume");
        }
        for (CellResult cell : result.cells()) {
            if (cell.trial().status() == Status.FAILED) {
                facts.add("failed", cells.name(cell) + ": " + cell.trial().reason(), Tone.BAD);
            } else if (cell.trial().status() == Status.DONE && !cell.held()) {
                facts.add("not held", cells.name(cell) + ": " + MatrixCells.verdictText(cell), Tone.BAD);
            }
        }
        facts.add("failed", result.failure(), Tone.BAD);
        List<String> remarks = result.cells().stream()
                .flatMap(cell -> cell.trial().remarks().stream().map(remark -> cells.name(cell) + ": " + remark.text()))
                .toList();
        remarks.stream().limit(MAX_REMARKS).forEach(remark -> facts.add("remark", remark));
        if (remarks.size() > MAX_REMARKS) {
            facts.add("remark", remarks.size() - MAX_REMARKS + " more are in matrix.json");
        }
        return facts.build(Detail.ESSENTIAL);
    }

    private Facts notes(Severity mostSevere) {
        Facts.Builder facts = new Facts.Builder();
        result.notes().stream()
                .filter(note -> note.severity().compareTo(mostSevere) >= 0)
                .map(Note::text)
                .forEach(text -> facts.add("note", text));
        return facts.build(Detail.SUMMARY);
    }

    @Override
    protected TestSuite suite(Trial trial, String packageName) {
        CellResult cell = cells.cell(trial);
        Instant startedAt = cell.startedAt() == null ? result.startedAt() : cell.startedAt();
        return trial.status() == Status.DONE
                ? new TestSuite(suiteName(trial), packageName, startedAt, cell.seconds(), cases(cell))
                : TestSuites.suiteWithoutResult(
                        suiteName(trial), packageName, startedAt, trial.status() == Status.MISSING, trial.reason());
    }

    private static List<TestCase> cases(CellResult cell) {
        List<TestCase> cases =
                new ArrayList<>(List.of(TestCase.passed("run", "run").withSeconds(cell.seconds())));
        String headline = String.valueOf(cell.verdict());
        if (cell.verdictStatus() != null && cell.verdictStatus().isBad()) {
            String pointer = "; more is in " + cell.trial().folder() + "/result.json";
            cases.add(TestCase.of(Outcome.FAILURE, "verdict", "verdict", headline + pointer));
        } else if (cell.verdictStatus() == Verdict.Status.NOT_CHECKED) {
            cases.add(TestCase.of(Outcome.SKIPPED, "verdict", "verdict", headline));
        } else {
            cases.add(TestCase.passed("verdict", "verdict"));
        }
        cell.consumerVerdicts().forEach((name, status) -> cases.add(consumerCase(cell, name, status)));
        cell.trial().checks().forEach(check -> cases.add(TestSuites.limit(check)));
        return cases;
    }

    /** A consumer that passed may have repeats that are allowed. */
    private static TestCase consumerCase(CellResult cell, String consumer, Verdict.Status status) {
        String test = "verdict of consumer " + consumer;
        boolean isHeld = cell.held() || cell.heldConsumers().contains(consumer);
        if (!isHeld && status != Verdict.Status.LOSSLESS) { // old files do not list passed consumers
            return TestCase.of(Outcome.FAILURE, test, "verdict", status.name());
        }
        return status == Verdict.Status.NOT_CHECKED
                ? TestCase.of(Outcome.SKIPPED, test, "verdict", status.name())
                : TestCase.passed(test, "verdict");
    }
}

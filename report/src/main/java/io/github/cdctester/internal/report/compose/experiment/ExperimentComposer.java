// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.report.render.CsvRenderer;
import io.github.cdctester.internal.report.render.MarkdownRenderer;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Composes the document of an experiment. A subclass for each kind of experiment adds the title, headline and sections. */
public abstract class ExperimentComposer<R extends ExperimentResult> {

    protected final R result;
    protected final Provenance provenance;

    protected ExperimentComposer(R result) {
        this.result = result;
        provenance = new Provenance(result.trials().stream().map(Trial::result), result.startedAt());
    }

    protected abstract String title();

    /** Returns text such as {@code threads 64, run 2}. */
    protected abstract String suiteName(Trial trial);

    protected abstract Headline headline();

    protected abstract List<Section> sections();

    protected String subtitle() {
        return provenance.subtitle();
    }

    /** Returns empty if this kind of experiment has no CSV file. The table's note is the label of the download. */
    public Optional<Table> values() {
        return Optional.empty();
    }

    /** The Markdown file is offered next to the CSV file. */
    protected List<Block> markdownBlocks() {
        return List.of();
    }

    public final String markdown() {
        return MarkdownRenderer.render(title(), markdownBlocks());
    }

    public final Document document() {
        return new Document(
                title(),
                subtitle() + (result.interrupted() ? " (interrupted)" : ""),
                headline(),
                sections(),
                suites(),
                values().map(this::downloads).orElse(List.of()),
                provenance.footer(result.kind() + ".json"));
    }

    private List<Download> downloads(Table values) {
        return List.of(
                new Download(
                        result.kind() + ".csv", String.valueOf(values.note()), "text/csv", CsvRenderer.render(values)),
                new Download(result.kind() + ".md", "the tables for a document", "text/markdown", markdown()));
    }

    private List<TestSuite> suites() {
        List<TestCase> experimentCases = new ArrayList<>(TestSuites.experimentCases(result));
        addCases(experimentCases);
        List<TestSuite> suites = new ArrayList<>();
        suites.add(new TestSuite(
                result.kind(), TestSuites.packageName(result.kind(), ""), result.startedAt(), 0, experimentCases));
        result.trials()
                .forEach(trial -> suites.add(suite(trial, TestSuites.packageName(result.kind(), trial.folder()))));
        return suites;
    }

    protected void addCases(List<TestCase> cases) {}

    protected TestSuite suite(Trial trial, String packageName) {
        RunResult run = trial.result();
        return run == null
                ? TestSuites.suiteWithoutResult(
                        suiteName(trial),
                        packageName,
                        result.startedAt(),
                        trial.status() == Status.SKIPPED,
                        reason(trial))
                : new TestSuite(
                        suiteName(trial),
                        packageName,
                        run.startedAt(),
                        run.summary().seconds(),
                        cases(run, trial.status() == Status.DONE ? null : String.valueOf(reason(trial))));
    }

    protected @Nullable String reason(Trial trial) {
        return trial.reason();
    }

    /** {@code incompleteReason} is null if the trial completed. */
    protected List<TestCase> cases(RunResult run, @Nullable String incompleteReason) {
        return TestSuites.cases(run, incompleteReason, run.verdict().status().isBad());
    }

    /** The first part may be empty. */
    public static String joined(String first, String second) {
        return first.isEmpty()
                ? second
                : first + "; " + second.substring(0, 1).toLowerCase(Locale.ROOT) + second.substring(1);
    }
}

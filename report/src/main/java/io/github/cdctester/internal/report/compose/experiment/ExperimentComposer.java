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

/**
 * Composes the document of an experiment: a kind of experiment adds its title, headline and sections.
 *
 * @param <R> the result of the kind
 */
public abstract class ExperimentComposer<R extends ExperimentResult> {

    protected final R result;
    protected final Provenance provenance;

    protected ExperimentComposer(R result) {
        this.result = result;
        provenance = new Provenance(result.trials().stream().map(Trial::result), result.startedAt());
    }

    protected abstract String title();

    /** Returns the name of a trial's test suite, such as {@code threads 64, run 2}. */
    protected abstract String suite(Trial trial);

    protected abstract Headline headline();

    protected abstract List<Section> sections();

    /** Returns the server, when the experiment started, and how often each step ran. */
    protected String subtitle() {
        return provenance.subtitle();
    }

    /** Returns the table of the CSV file, whose note is the label of the file; empty if the kind has none. */
    public Optional<Table> values() {
        return Optional.empty();
    }

    /** Returns the tables of the Markdown file, which goes with the CSV file. */
    protected List<Block> essence() {
        return List.of();
    }

    public final String markdown() {
        return MarkdownRenderer.render(title(), essence());
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
        List<TestCase> around = new ArrayList<>(TestSuites.around(result));
        addCases(around);
        List<TestSuite> suites = new ArrayList<>();
        suites.add(new TestSuite(result.kind(), TestSuites.place(result.kind(), ""), result.startedAt(), 0, around));
        result.trials().forEach(trial -> suites.add(suite(trial, TestSuites.place(result.kind(), trial.folder()))));
        return suites;
    }

    /** Adds the cases of the experiment as a whole that only this kind has. */
    protected void addCases(List<TestCase> cases) {}

    protected TestSuite suite(Trial trial, String place) {
        RunResult run = trial.result();
        return run == null
                ? TestSuites.without(
                        suite(trial), place, result.startedAt(), trial.status() == Status.SKIPPED, reason(trial))
                : new TestSuite(
                        suite(trial),
                        place,
                        run.startedAt(),
                        run.summary().seconds(),
                        cases(run, trial.status() == Status.DONE ? null : String.valueOf(reason(trial))));
    }

    /** Returns the message of a trial that did not run to its end. */
    protected @Nullable String reason(Trial trial) {
        return trial.reason();
    }

    /**
     * Returns the cases of a trial.
     *
     * @param broke why it did not run to its end; {@code null} if it did
     */
    protected List<TestCase> cases(RunResult run, @Nullable String broke) {
        return TestSuites.cases(run, broke);
    }

    /** Joins two parts of a headline, of which the first may be empty. */
    public static String joined(String first, String second) {
        return first.isEmpty()
                ? second
                : first + "; " + second.substring(0, 1).toLowerCase(Locale.ROOT) + second.substring(1);
    }
}

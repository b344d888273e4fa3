// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.internal.report.FindMaxTable;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.HdrLog;
import io.github.cdctester.internal.report.JUnitSuites;
import io.github.cdctester.internal.report.MatrixCsv;
import io.github.cdctester.internal.report.MatrixMarkdown;
import io.github.cdctester.internal.report.MatrixTables;
import io.github.cdctester.internal.report.NoResult;
import io.github.cdctester.internal.report.ResultJson;
import io.github.cdctester.internal.report.SamplesCsv;
import io.github.cdctester.internal.report.StoredSamples;
import io.github.cdctester.internal.report.SummaryMarkdown;
import io.github.cdctester.internal.report.SweepCsv;
import io.github.cdctester.internal.report.SweepMarkdown;
import io.github.cdctester.internal.report.SweepTable;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.compose.comparison.ComparisonComposer;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.report.page.run.RunComposer;
import io.github.cdctester.internal.report.render.JUnitRenderer;
import io.github.cdctester.internal.report.render.MarkdownRenderer;
import io.github.cdctester.internal.report.render.TextRenderer;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** All forms of a result, and which of them are files of its directory. */
public final class Formats {

    private static final int WIDTH = TextRenderer.DEFAULT_WIDTH;

    /** The width of a pipe or a file: one table, however wide. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** What a plan that was killed has left: plain text that fits 80 columns. */
    public static final Format<UnfinishedRun> UNFINISHED_TABLE =
            (run, out) -> out.write(TextRenderer.render(RunComposer.of(run, List.of(), "", Detail.SUMMARY), WIDTH));

    /** The records of a result, name for name. */
    public static final Format<Record> JSON = ResultJson.WHOLE;

    /** The table at the end of a run: plain text that fits 80 columns. */
    public static final Format<RunResult> TABLE =
            (run, out) -> out.write(TextRenderer.render(RunComposer.of(run, Detail.SUMMARY), WIDTH));

    /** A row a second. */
    public static final Format<RunResult> SAMPLES_CSV = new SamplesCsv();

    /** The same of a run that was killed. */
    public static final Format<StoredSamples> STORED_SAMPLES_CSV =
            (stored, out) -> SamplesCsv.write(stored.rows(), out);

    /** Every delay and latency, second by second, as HdrHistogram's tools read it. */
    public static final Format<RunResult> HISTOGRAM_LOG = new HdrLog();

    /** A row a step. */
    public static final Format<SweepResult> SWEEP_CSV = new SweepCsv();

    /** The table of a sweep for a document. */
    public static final Format<SweepResult> SWEEP_MARKDOWN = new SweepMarkdown();

    /** The answer of a search for the highest rate, and a row a trial: plain text that fits 80 columns. */
    public static final Format<FindMaxResult> FIND_MAX_TABLE =
            (result, out) -> out.write(new FindMaxTable(result).render());

    /** Two results beside each other: plain text. */
    public static final Format<Comparison> COMPARISON_TABLE =
            (comparison, out) -> out.write(TextRenderer.render(ComparisonComposer.of(comparison), UNLIMITED));

    /** What came of a plan: plain text that fits 80 columns. */
    public static final Format<PlanResult> PLAN_TABLE =
            (plan, out) -> out.write(TextRenderer.render(RunComposer.of(plan, Detail.SUMMARY), WIDTH));

    /** What a result of any kind says, for a pull request. */
    public static final Format<Record> SUMMARY = Formats::summary;

    /** The verdicts and the limits of a result of any kind, or of a {@link NoResult}, as tests: JUnit's XML, for CI. */
    public static final Format<Record> JUNIT = (result, out) -> JUnitRenderer.write(suites(result), out);

    private static final String SUMMARY_FILE = "summary.md";

    /** The file that the parts of a plan have in common. */
    public static final Named<PlanResult> FILE_OF_A_PLAN = new Named<>("plan.json", ResultJson.WITHOUT_SAMPLES);

    /** Beside those of all of it as one run, whose summary it takes the place of. */
    public static final Named<PlanResult> SUMMARY_OF_A_PLAN = new Named<>(SUMMARY_FILE, SUMMARY);

    /** A row a workload, value and setting. */
    public static final Format<MatrixResult> MATRIX_CSV = new MatrixCsv();

    /** The tables of a matrix for a document. */
    public static final Format<MatrixResult> MATRIX_MARKDOWN = new MatrixMarkdown();

    /** The files of a run; the first is the result. */
    public static final List<Named<RunResult>> FILES_OF_A_RUN = List.of(
            new Named<>("result.json", JSON),
            new Named<>("samples.csv", SAMPLES_CSV),
            new Named<>("histograms.hlog", HISTOGRAM_LOG),
            new Named<>(SUMMARY_FILE, SUMMARY));

    /** The files of a sweep, likewise. */
    public static final List<Named<SweepResult>> FILES_OF_A_SWEEP = List.of(
            new Named<>("sweep.json", JSON),
            new Named<>("sweep.md", SWEEP_MARKDOWN),
            new Named<>("sweep.csv", SWEEP_CSV),
            new Named<>(SUMMARY_FILE, SUMMARY));

    /** The files of a search for the highest rate. */
    public static final List<Named<FindMaxResult>> FILES_OF_FIND_MAX =
            List.of(new Named<>("find-max.json", JSON), new Named<>(SUMMARY_FILE, SUMMARY));

    /** The files of a comparison. */
    public static final List<Named<Comparison>> FILES_OF_A_COMPARISON =
            List.of(new Named<>("compare.json", JSON), new Named<>(SUMMARY_FILE, SUMMARY));

    /** The files of a matrix, likewise. */
    public static final List<Named<MatrixResult>> FILES_OF_A_MATRIX = List.of(
            new Named<>("matrix.json", JSON),
            new Named<>("matrix.md", MATRIX_MARKDOWN),
            new Named<>("matrix.csv", MATRIX_CSV),
            new Named<>(SUMMARY_FILE, SUMMARY));

    private Formats() {}

    private static void summary(Record result, Writer out) throws IOException {
        if (result instanceof RunResult run) {
            out.write(MarkdownRenderer.render(RunComposer.of(run, Detail.SUMMARY)));
        } else if (result instanceof PlanResult plan) {
            out.write(MarkdownRenderer.render(RunComposer.of(plan, Detail.SUMMARY)));
        } else {
            new SummaryMarkdown().write(result, out);
        }
    }

    private static List<TestSuite> suites(Record result) {
        if (result instanceof RunResult run) {
            return RunComposer.of(run, Detail.SUMMARY).suites();
        } else if (result instanceof PlanResult plan) {
            return RunComposer.of(plan, Detail.SUMMARY).suites();
        } else if (result instanceof NoResult none) {
            return RunComposer.withoutResult(none.command(), none.at(), none.reason());
        }
        return JUnitSuites.of(result);
    }

    /**
     * The table at the end of a sweep.
     *
     * @param width columns of the terminal, or {@link #UNLIMITED}
     */
    public static Format<SweepResult> sweepTable(int width) {
        return (sweep, out) -> out.write(SweepTable.of(sweep, width));
    }

    /**
     * The tables at the end of a matrix.
     *
     * @param width columns of the terminal, or {@link #UNLIMITED}
     */
    public static Format<MatrixResult> matrixTables(int width) {
        return (matrix, out) -> out.write(MatrixTables.of(matrix, width));
    }

    /**
     * A form that is a file.
     *
     * @param fileName its name
     * @param format its form
     * @param <T> what is written
     */
    public record Named<T>(String fileName, Format<? super T> format) {}
}

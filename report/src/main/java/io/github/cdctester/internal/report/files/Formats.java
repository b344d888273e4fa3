// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.HdrLog;
import io.github.cdctester.internal.report.LostCsv;
import io.github.cdctester.internal.report.NoResult;
import io.github.cdctester.internal.report.ResultJson;
import io.github.cdctester.internal.report.SamplesCsv;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.compose.comparison.ComparisonComposer;
import io.github.cdctester.internal.report.compose.matrix.MatrixComposer;
import io.github.cdctester.internal.report.compose.run.RunComposer;
import io.github.cdctester.internal.report.compose.sweep.SweepComposer;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.report.html.HtmlReport;
import io.github.cdctester.internal.report.render.CsvRenderer;
import io.github.cdctester.internal.report.render.JUnitRenderer;
import io.github.cdctester.internal.report.render.MarkdownRenderer;
import io.github.cdctester.internal.report.render.TextRenderer;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult;
import java.util.ArrayList;
import java.util.List;

/** All forms of a result, and which of them are files of its directory. */
public final class Formats {

    /** The width of a pipe or a file: one table, however wide. */
    public static final int UNLIMITED = TextRenderer.UNLIMITED;

    /** The name of the page in a result's directory. */
    public static final String PAGE = "report.html";

    /** The records of a result, name for name. A run that writes no JSON loads none of Jackson's classes. */
    public static final Format<Record> JSON = (result, out) -> ResultJson.WHOLE.write(result, out);

    /** The outcome as plain text of 80 columns. */
    public static final Format<Record> TABLE = text(TextRenderer.DEFAULT_WIDTH);

    /** A result of any kind for a pull request. */
    public static final Format<Record> SUMMARY =
            (result, out) -> out.write(MarkdownRenderer.render(Documents.of(result, Detail.SUMMARY)));

    /** The verdicts and the limits of a result of any kind, or of a {@link NoResult}, as tests: JUnit's XML, for CI. */
    public static final Format<Record> JUNIT = (result, out) -> JUnitRenderer.write(suites(result), out);

    public static final Format<Record> HTML = (result, out) -> HtmlReport.write(Documents.page(result), out);

    /** The page as a file of a result's directory. */
    public static final Named<Record> REPORT = new Named<>(PAGE, HTML);

    public static final Format<RunResult> SAMPLES_CSV = new SamplesCsv();

    /** Every delay and latency, second by second, as HdrHistogram's tools read it. */
    public static final Format<RunResult> HISTOGRAM_LOG = new HdrLog();

    /** One row per step. */
    public static final Format<SweepResult> SWEEP_CSV =
            (sweep, out) -> CsvRenderer.write(SweepComposer.values(sweep), out);

    /** The table of a sweep for a document. */
    public static final Format<SweepResult> SWEEP_MARKDOWN = (sweep, out) -> out.write(SweepComposer.markdown(sweep));

    /** One row per workload, value and setting. */
    public static final Format<MatrixResult> MATRIX_CSV =
            (matrix, out) -> CsvRenderer.write(MatrixComposer.values(matrix), out);

    /** The tables of a matrix for a document. */
    public static final Format<MatrixResult> MATRIX_MARKDOWN =
            (matrix, out) -> out.write(MatrixComposer.markdown(matrix));

    private static final String SUMMARY_FILE = "summary.md";

    private Formats() {}

    /**
     * Returns a result as plain text.
     *
     * @param width columns of the terminal, or {@link #UNLIMITED}
     */
    public static Format<Record> text(int width) {
        return (result, out) -> out.write(TextRenderer.render(Documents.of(result, Detail.SUMMARY), width));
    }

    /** A comparison's page with the seconds of its runs, where each side has one. */
    public static Format<Record> html(Comparison comparison, List<RunResult> before, List<RunResult> after) {
        return (any, out) -> HtmlReport.write(ComparisonComposer.of(comparison, before, after), out);
    }

    /** Returns the page of an unfinished run, with its seconds. */
    public static Format<UnfinishedRun> html(List<SampleRow> seconds) {
        return (run, out) -> HtmlReport.write(Documents.page(run, seconds, ""), out);
    }

    private static List<TestSuite> suites(Record result) {
        if (result instanceof NoResult none) {
            return RunComposer.withoutResult(none.command(), none.at(), none.reason());
        }
        return Documents.of(result, Detail.SUMMARY).suites();
    }

    /** The files of a result but for its page; the first is the result. */
    static List<Named<Record>> files(Record result) {
        Named<Record> summary = new Named<>(SUMMARY_FILE, SUMMARY);
        if (result instanceof RunResult run) {
            List<Named<Record>> files = new ArrayList<>(List.of(
                    new Named<>("result.json", JSON),
                    new Named<>("samples.csv", (any, out) -> SAMPLES_CSV.write(run, out)),
                    new Named<>("histograms.hlog", (any, out) -> HISTOGRAM_LOG.write(run, out)),
                    summary));
            if (!LostCsv.list(run).isEmpty()) {
                files.add(new Named<>(LostCsv.NAME, (any, out) -> new LostCsv().write(run, out)));
            }
            return files;
        } else if (result instanceof PlanResult plan) {
            List<Named<Record>> files =
                    new ArrayList<>(List.of(new Named<>("plan.json", ResultJson.withoutSamples()), summary));
            if (!plan.scaling().isEmpty()) {
                files.add(new Named<>(
                        RunComposer.SCALING_CSV, (any, out) -> CsvRenderer.write(RunComposer.scaling(plan), out)));
            }
            return files;
        } else if (result instanceof SweepResult sweep) {
            return List.of(
                    new Named<>("sweep.json", JSON),
                    new Named<>("sweep.md", (any, out) -> SWEEP_MARKDOWN.write(sweep, out)),
                    new Named<>("sweep.csv", (any, out) -> SWEEP_CSV.write(sweep, out)),
                    summary);
        } else if (result instanceof MatrixResult matrix) {
            return List.of(
                    new Named<>("matrix.json", JSON),
                    new Named<>("matrix.md", (any, out) -> MATRIX_MARKDOWN.write(matrix, out)),
                    new Named<>("matrix.csv", (any, out) -> MATRIX_CSV.write(matrix, out)),
                    summary);
        }
        return List.of(new Named<>(result instanceof FindMaxResult ? "find-max.json" : "compare.json", JSON), summary);
    }

    /** A form that is a file. */
    public record Named<T>(String fileName, Format<? super T> format) {}
}

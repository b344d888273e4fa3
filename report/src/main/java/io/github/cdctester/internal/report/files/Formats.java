// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.internal.report.CommandFailure;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.HdrLog;
import io.github.cdctester.internal.report.LostCsv;
import io.github.cdctester.internal.report.ResultJson;
import io.github.cdctester.internal.report.SamplesCsv;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.compose.comparison.ComparisonComposer;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.run.RunComposer;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.html.HtmlReport;
import io.github.cdctester.internal.report.render.CsvRenderer;
import io.github.cdctester.internal.report.render.JUnitRenderer;
import io.github.cdctester.internal.report.render.MarkdownRenderer;
import io.github.cdctester.internal.report.render.TextRenderer;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public final class Formats {

    /** For output to pipes and files. Tables are not divided. */
    public static final int UNLIMITED_WIDTH = TextRenderer.UNLIMITED;

    public static final String PAGE_FILE = "report.html";

    /** Contains the samples. The lambda delays loading Jackson's classes until JSON is written. */
    public static final Format<Result> JSON = (result, out) -> ResultJson.WITH_SAMPLES.write(result, out);

    public static final Format<Result> TABLE = text(TextRenderer.DEFAULT_WIDTH);

    public static final Format<Result> SUMMARY =
            (result, out) -> out.write(MarkdownRenderer.render(Documents.of(result, Detail.SUMMARY)));

    /** Verdicts and limits as tests in JUnit's XML, for CI. */
    public static final Format<Result> JUNIT = (result, out) ->
            JUnitRenderer.write(Documents.of(result, Detail.SUMMARY).suites(), out);

    /** Contains a single failed test, for a command that has no result. */
    public static final Format<CommandFailure> JUNIT_WITHOUT_RESULT = (failure, out) ->
            JUnitRenderer.write(RunComposer.withoutResult(failure.command(), failure.at(), failure.reason()), out);

    public static final Format<Result> HTML = (result, out) -> HtmlReport.write(Documents.page(result), out);

    public static final NamedFormat<Result> REPORT = new NamedFormat<>(PAGE_FILE, HTML);

    public static final Format<RunResult> SAMPLES_CSV = new SamplesCsv();

    /** Delays and latencies of each second, in the format of HdrHistogram's tools. */
    public static final Format<RunResult> HISTOGRAM_LOG = new HdrLog();

    /** One row per step or combination. Fails if the kind of experiment has no such table. */
    public static final Format<ExperimentResult> CSV = (result, out) ->
            CsvRenderer.write(Documents.composer(result).values().orElseThrow(), out);

    public static final Format<ExperimentResult> MARKDOWN =
            (result, out) -> out.write(Documents.composer(result).markdown());

    private static final String SUMMARY_FILE = "summary.md";

    private Formats() {}

    /** The failure of the command is a failed test. */
    public static Format<Result> junit(CommandFailure failure) {
        return (result, out) -> JUnitRenderer.write(
                TestSuites.withFailure(
                        Documents.of(result, Detail.SUMMARY).suites(),
                        failure.command(),
                        failure.at(),
                        failure.reason()),
                out);
    }

    /** Returns JUnit XML that another process has written, with the failure of a command as a further failed test. */
    public static Format<CommandFailure> junitWithFailure(String document) {
        return (failure, out) -> JUnitRenderer.writeWithAdded(
                document, TestSuites.withFailure(List.of(), failure.command(), failure.at(), failure.reason()), out);
    }

    /** {@code width} is the number of columns of the terminal, or {@link #UNLIMITED_WIDTH}. */
    public static Format<Result> text(int width) {
        return (result, out) -> out.write(TextRenderer.render(Documents.of(result, Detail.SUMMARY), width));
    }

    /** With one run per side and no steps, the page shows both runs second by second. */
    public static Format<Result> html(Comparison comparison, List<RunResult> before, List<RunResult> after) {
        return (any, out) -> HtmlReport.write(ComparisonComposer.of(comparison, before, after), out);
    }

    public static Format<UnfinishedRun> html(List<SampleRow> seconds) {
        return (run, out) -> HtmlReport.write(Documents.page(run, seconds, ""), out);
    }

    public static Format<UnfinishedRun> unfinishedText(int width) {
        return (run, out) -> out.write(TextRenderer.render(RunComposer.of(run, List.of(), "", Detail.SUMMARY), width));
    }

    static List<NamedFormat<Result>> files(Result result) {
        NamedFormat<Result> summary = new NamedFormat<>(SUMMARY_FILE, SUMMARY);
        if (result instanceof RunResult run) {
            List<NamedFormat<Result>> files = new ArrayList<>(List.of(
                    new NamedFormat<>("result.json", JSON),
                    new NamedFormat<>("samples.csv", (any, out) -> SAMPLES_CSV.write(run, out)),
                    new NamedFormat<>("histograms.hlog", (any, out) -> HISTOGRAM_LOG.write(run, out)),
                    summary));
            if (!LostCsv.list(run).isEmpty()) {
                files.add(new NamedFormat<>(LostCsv.FILE_NAME, (any, out) -> new LostCsv().write(run, out)));
            }
            return files;
        } else if (result instanceof PlanResult plan) {
            List<NamedFormat<Result>> files =
                    new ArrayList<>(List.of(new NamedFormat<>("plan.json", ResultJson.withoutSamples()), summary));
            if (!plan.scaling().isEmpty()) {
                files.add(new NamedFormat<>(
                        RunComposer.SCALING_CSV, (any, out) -> CsvRenderer.write(RunComposer.scaling(plan), out)));
            }
            return files;
        } else if (result instanceof ExperimentResult experiment) {
            List<NamedFormat<Result>> files =
                    new ArrayList<>(List.of(new NamedFormat<>(experiment.kind() + ".json", JSON)));
            if (Documents.composer(experiment).values().isPresent()) {
                files.add(new NamedFormat<>(experiment.kind() + ".md", (any, out) -> MARKDOWN.write(experiment, out)));
                files.add(new NamedFormat<>(experiment.kind() + ".csv", (any, out) -> CSV.write(experiment, out)));
            }
            files.add(summary);
            return files;
        }
        return List.of(new NamedFormat<>("compare.json", JSON), summary);
    }

    /** Returns the file that only some results of this kind have. An earlier result in the same directory may have left it. */
    static Optional<String> optionalFile(Result result) {
        return result instanceof RunResult
                ? Optional.of(LostCsv.FILE_NAME)
                : result instanceof PlanResult ? Optional.of(RunComposer.SCALING_CSV) : Optional.empty();
    }

    public record NamedFormat<T>(String fileName, Format<? super T> format) {}
}

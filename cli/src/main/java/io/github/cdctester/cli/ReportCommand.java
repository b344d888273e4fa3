// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.value.JUnitFile;
import io.github.cdctester.cli.options.value.LocationConverters;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.ComparedRuns;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.plan.UnfinishedPlan;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.ResultJson;
import io.github.cdctester.internal.report.ResultPaths;
import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.NamedFile;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.steps.RunScaling;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        description = "Shows a stored result again.",
        footer = {
            "Examples:",
            "  cdc-tester report results/tpcc",
            "  cdc-tester report results/tpcc --html",
            "  cdc-tester report results/tpcc --markdown=summary.md"
        })
final class ReportCommand extends AbstractCommand {

    @Parameters(
            paramLabel = "RESULT",
            description = "Result's file, such as result.json, or its directory; also of a plan that was killed")
    private Path path;

    private static final class OutputForm {
        @Option(names = "--json", description = "Print the result as JSON")
        private boolean json;

        @Option(
                names = "--markdown",
                paramLabel = "FILE",
                arity = "0..1",
                fallbackValue = STANDARD_OUTPUT,
                converter = LocationConverters.OptionalName.class,
                description = "Print a summary in Markdown, or write it to FILE")
        private @Nullable Path markdown;

        @Option(
                names = "--html",
                paramLabel = "FILE",
                arity = "0..1",
                fallbackValue = NEXT_TO_RESULT,
                converter = LocationConverters.OptionalName.class,
                description = "Write the page with charts (default: report.html next to the result)")
        private @Nullable Path html;

        @Option(
                names = "--elasticity-csv",
                paramLabel = "PROBE",
                description = "Write elasticity.csv of a plan next to the result, with this probe's values")
        private @Nullable String elasticityProbe;
    }

    /** Value of {@code --html} without a file name. */
    private static final String NEXT_TO_RESULT = "";

    /** Value of {@code --markdown} without a file name. */
    private static final String STANDARD_OUTPUT = "";

    @ArgGroup
    private @Nullable OutputForm form;

    @Option(
            names = "--price",
            paramLabel = "PROBE=PRICE",
            description = "Price of a probe's capacity in a plan, such as pcu=0.0625/PCU-hour; repeatable")
    private Map<String, String> prices = new LinkedHashMap<>();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write JUnit XML, with a test case for each verdict and limit")
    private @Nullable JUnitFile junit;

    @Override
    public Integer call() {
        Optional<UnfinishedPlan.UnfinishedSamples> unfinishedSamples = UnfinishedPlan.find(path, prices);
        if (unfinishedSamples.isPresent()) {
            show(unfinishedSamples.get());
            return Failures.DONE;
        }
        Path file = ResultPaths.single("RESULT", path);
        StoredResult storedResult = StoredResult.read(file);
        if (form != null && form.elasticityProbe != null) {
            writeElasticityCsv(storedResult, file, form.elasticityProbe);
        } else {
            boolean writesHtml = form != null && form.html != null;
            boolean needsSamples = (writesHtml || !prices.isEmpty()) && storedResult.isOfType(PlanResult.class);
            if (!prices.isEmpty() && !needsSamples) {
                throw new InvalidPlanException("RESULT", path, "a plan's result with --price");
            }
            Result result = !needsSamples
                    ? storedResult.result()
                    : prices.isEmpty() ? storedResult.plan(file) : pricedPlan(storedResult.plan(file));
            show(
                    result,
                    writesHtml && result instanceof Comparison comparison
                            ? ComparedRuns.pageFormat(comparison, file, this::error)
                            : Formats.HTML,
                    file);
        }
        return Failures.DONE;
    }

    /** Without samples, each cost would be 0. */
    private PlanResult pricedPlan(PlanResult plan) {
        if (plan.whole().samples().isEmpty()) {
            throw new InvalidPlanException(
                    "RESULT", path, "a plan's result with the result.json of the same run next to it, for --price");
        }
        return RunScaling.priced(plan, prices);
    }

    private void show(UnfinishedPlan.UnfinishedSamples unfinished) {
        if (junit != null || form != null && (form.markdown != null || form.elasticityProbe != null)) {
            throw new InvalidPlanException(
                    "RESULT", path, "a result that is complete for Markdown, JUnit's XML and elasticity.csv");
        }
        if (form != null && form.html != null) {
            Path samples = Files.isDirectory(path) ? path.resolve(SampleFile.FILE_NAME) : path;
            writePage(unfinished.run(), Formats.html(unfinished.seconds()), pagePath(samples, form.html));
            return;
        }
        Format<? super UnfinishedRun> text =
                form != null && form.json ? ResultJson.WITH_SAMPLES : Formats.unfinishedText(width());
        text.print(unfinished.run(), spec.commandLine().getOut());
        spec.commandLine().getOut().flush();
    }

    private void show(Result result, Format<Result> page, Path file) {
        PrintWriter out = spec.commandLine().getOut();
        Path markdown = form == null ? null : form.markdown;
        if (form != null && form.html != null) {
            writePage(result, page, pagePath(file, form.html));
        } else if (form != null && form.json) {
            Formats.JSON.print(result, out);
        } else if (markdown == null) {
            Formats.text(width()).print(result, out);
        } else if (markdown.toString().equals(STANDARD_OUTPUT)) {
            Formats.SUMMARY.print(result, out);
        } else {
            ResultFiles.write(markdown, Formats.SUMMARY, result);
        }
        out.flush();
        writeJUnit(result);
    }

    private void writeJUnit(Result result) {
        if (junit != null) {
            junit.write(result);
        }
    }

    private static Path pagePath(Path result, Path html) {
        if (html.toString().equals(NEXT_TO_RESULT)) {
            return result.toAbsolutePath().resolveSibling(Formats.PAGE_FILE);
        }
        return Files.isDirectory(html) ? html.resolve(Formats.PAGE_FILE) : html;
    }

    private <R> void writePage(R result, Format<? super R> page, Path pagePath) {
        if (form != null && pagePath.equals(form.html)) {
            ResultFiles.write("--html", pagePath, page, result);
            if (!NamedFile.isStream(pagePath)) { // it may be the standard output
                println(PlainText.line(pagePath.toString()));
            }
            return;
        }
        Path absolutePath = pagePath.toAbsolutePath();
        Path directory = Objects.requireNonNull(absolutePath.getParent(), "an absolute path of a file has a parent");
        String name = absolutePath.getFileName().toString();
        ResultFiles.in("--html", directory).write(new Formats.NamedFormat<>(name, page), result);
        println(PlainText.line(pagePath.toString()));
    }

    private void writeElasticityCsv(StoredResult storedResult, Path file, String probe) {
        if (!storedResult.isOfType(PlanResult.class)) {
            throw new InvalidPlanException("RESULT", path, "a plan's result with --elasticity-csv");
        }
        prices.forEach((name, price) -> {
            throw new InvalidPlanException("price", name + "=" + price, "left out with --elasticity-csv");
        });
        PlanResult plan = storedResult.plan(file);
        Set<String> probes = plan.whole().samples().stream()
                .flatMap(second -> second.probes().keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!probes.contains(probe)) {
            throw new InvalidPlanException(
                    "--elasticity-csv",
                    probe,
                    probes.isEmpty()
                            ? "left out: this result has no values of probes"
                            : "one of the probes " + NearNames.oneOf(probe, probes));
        }
        println(PlainText.line(
                ResultFiles.inDirectoryOf(file).writeElasticity(plan, probe).toString()));
        writeJUnit(plan);
    }

    private int width() {
        try (Screen screen = Screen.open(spec.commandLine().getOut(), Screen.DisplayMode.PLAIN, false)) {
            return screen.width().orElse(Formats.UNLIMITED_WIDTH);
        }
    }
}

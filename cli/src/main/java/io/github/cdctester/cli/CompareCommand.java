// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.cli.options.value.JUnitFile;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.OutDirectory;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.compare.Allowance;
import io.github.cdctester.internal.compare.ComparedSide;
import io.github.cdctester.internal.compare.ComparisonSpec;
import io.github.cdctester.internal.compare.PublishedRows;
import io.github.cdctester.internal.compare.SideBySide;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.OutputLock;
import io.github.cdctester.result.Comparison;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        description = "Compares two results, and separates changes from noise.",
        footer = {
            "Examples:",
            "  cdc-tester compare results/before results/after",
            "  cdc-tester compare before after --allow='delay.p99 +10%%'",
            "  cdc-tester compare results/oltp_insert --published=polardb-x/oltp_insert"
        })
final class CompareCommand extends AbstractCommand {

    private static final String PUBLISHED = "--published";
    private static final String PUBLISHED_PROBE = "--published-probe";

    @Parameters(
            index = "0",
            paramLabel = "A",
            description = "Baseline: a result's file or directory, or a directory of several repeats")
    private Path before;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "B",
            description = "Result of the same kind to compare with it")
    private @Nullable Path after;

    @Option(
            names = PUBLISHED,
            paramLabel = "NAME",
            description = "Show a publication's rows next to A, such as polardb-x/oltp_insert; nothing is judged")
    private @Nullable String published;

    @Option(
            names = PUBLISHED_PROBE,
            paramLabel = "QUANTITY=SERIES",
            description = "Probe that measures a quantity of --published, such as pcu=capacity; repeatable")
    private Map<String, String> publishedProbes = new LinkedHashMap<>();

    @Option(
            names = "--allow",
            paramLabel = "CHANGE",
            description = "Exit code 3 if a value changes by more, or may do so, such as 'delay.p99 +10%%'; repeatable")
    private List<String> allow = new ArrayList<>();

    @Option(
            names = "--values",
            paramLabel = "NAME",
            split = ",",
            description = "Values to show, separated by commas, as named by --fail-if (default: the usual ones)")
    private List<String> values = new ArrayList<>();

    @Option(
            names = "--confidence",
            paramLabel = "PERCENT",
            converter = Converters.Confidence.class,
            description =
                    "Confidence level of all rows together, from 50 and below 100; with --allow, of the rows with an allowance and of the others separately (default: 95)")
    private double confidence = ComparisonSpec.DEFAULT_CONFIDENCE;

    @Option(names = "--json", description = "Print the comparison as JSON")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write compare.json, summary.md and report.html to this directory")
    private @Nullable Path out;

    @Option(names = "--overwrite", description = "Remove an earlier result from --out first")
    private boolean overwrite;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write JUnit XML, with a test case for each --allow")
    private @Nullable JUnitFile junit;

    @Override
    public Integer call() {
        Optional.ofNullable(out)
                .ifPresent(directory -> OutDirectory.check(spec.commandLine(), directory, overwrite, false));
        Comparison comparison = createComparison();
        PrintWriter printer = spec.commandLine().getOut();
        (json ? Formats.JSON : Formats.text(Formats.UNLIMITED_WIDTH)).print(comparison, printer);
        printer.flush();
        Optional.ofNullable(junit).ifPresent(file -> file.write(comparison));
        Optional.ofNullable(out).ifPresent(directory -> write(comparison, directory));
        return comparison.isHeld() ? Failures.DONE : Failures.CHECK_FAILED;
    }

    private void write(Comparison comparison, Path directory) {
        try (OutputLock lock = OutDirectory.lock(spec.commandLine(), directory, overwrite, false)) {
            OutDirectory.open(directory, overwrite)
                    .write(
                            comparison,
                            ComparedSide.singleRun(comparison, "A", before),
                            after == null ? List.of() : ComparedSide.singleRun(comparison, "B", after));
        }
    }

    private Comparison createComparison() {
        if (published == null) {
            if (isGiven(PUBLISHED_PROBE)) {
                throw new InvalidPlanException(PUBLISHED_PROBE, publishedProbes, "given with " + PUBLISHED);
            }
            if (after == null) {
                throw new ParameterException(spec.commandLine(), "B is missing");
            }
            ComparisonSpec comparisonSpec = new ComparisonSpec(
                    values, allow.stream().map(Allowance::parse).toList(), confidence);
            return SideBySide.of(ComparedSide.read("A", before), ComparedSide.read("B", after), comparisonSpec);
        }
        if (after != null) {
            throw new InvalidPlanException("B", after, "left out with " + PUBLISHED);
        }
        for (String judgingOption : List.of("--allow", "--values", "--confidence")) {
            if (isGiven(judgingOption)) {
                throw new InvalidPlanException(
                        judgingOption, "given", "left out with " + PUBLISHED + ", which judges nothing");
            }
        }
        return PublishedRows.compare(published, publishedProbes, ComparedSide.read("A", before));
    }
}

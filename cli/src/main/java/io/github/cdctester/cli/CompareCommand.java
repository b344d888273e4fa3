// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.Converters;
import io.github.cdctester.internal.compare.Allowance;
import io.github.cdctester.internal.compare.ComparedSide;
import io.github.cdctester.internal.compare.ComparisonSpec;
import io.github.cdctester.internal.compare.SideBySide;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.result.Comparison;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Two results beside each other. */
@Command(
        name = "compare",
        description = {
            "Shows what differs between two results that were written with --out: settings first, then values, with the"
                    + " change in percent, its interval, and whether it is more than noise. Measures nothing."
        })
final class CompareCommand extends AbstractCommand {

    @Parameters(
            index = "0",
            paramLabel = "A",
            description =
                    "the baseline: result.json, sweep.json, matrix.json, plan.json or find-max.json, its directory,"
                            + " or a directory of several such directories, which are repeats")
    private Path before;

    @Parameters(index = "1", paramLabel = "B", description = "what is compared with it: a result of the same kind")
    private Path after;

    @Option(
            names = "--allow",
            paramLabel = "CHANGE",
            description = "exit code 3 if a value changes by more, such as 'write.transactionsPerSecond -5%%' or"
                    + " 'delay.p99 +10%%'; may be given several times")
    private List<String> allow = new ArrayList<>();

    @Option(
            names = "--values",
            paramLabel = "NAME",
            split = ",",
            description =
                    "which values to show, by the names that --fail-if takes; default: the usual ones of that kind")
    private List<String> values = new ArrayList<>();

    @Option(
            names = "--confidence",
            paramLabel = "PERCENT",
            converter = Converters.Confidence.class,
            description = "for the table as a whole: of 100 comparisons of equal systems, so many call no row a change;"
                    + " default: 95")
    private double confidence = ComparisonSpec.CONFIDENCE;

    @Option(names = "--json", description = "the comparison as JSON")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR", description = "write compare.json, summary.md and report.html there")
    private @Nullable Path out;

    @Option(
            names = "--overwrite",
            description = "remove the result that is in the directory of --out first, and nothing else there")
    private boolean overwrite;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "write JUnit XML there, with a test case for each --allow")
    private @Nullable Path junit;

    CompareCommand(Interruption interruption) {
        super(interruption);
    }

    @Override
    public Integer call() {
        if (out != null && out.toString().isBlank()) {
            throw usage("--out is empty, but must be a directory's name; '.' for the present one");
        }
        Optional.ofNullable(out)
                .ifPresent(directory -> OutDirectory.refuseUsed(spec.commandLine(), directory, overwrite, false));
        ComparisonSpec wanted =
                new ComparisonSpec(values, allow.stream().map(Allowance::parse).toList(), confidence);
        Comparison comparison = SideBySide.of(ComparedSide.read("A", before), ComparedSide.read("B", after), wanted);
        PrintWriter printer = spec.commandLine().getOut();
        if (json) {
            Formats.JSON.print(comparison, printer);
        } else {
            Formats.text(Formats.UNLIMITED).print(comparison, printer);
        }
        printer.flush();
        Optional.ofNullable(junit).ifPresent(file -> ResultFiles.write(file, Formats.JUNIT, comparison));
        Optional.ofNullable(out)
                .map(directory -> OutDirectory.open(directory, overwrite))
                .ifPresent(directory -> directory.write(
                        comparison,
                        ComparedSide.singleRun(comparison, "A", before),
                        ComparedSide.singleRun(comparison, "B", after)));
        return comparison.isHeld() ? Failures.DONE : Failures.CHECK_FAILED;
    }
}

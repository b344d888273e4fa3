// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.ResultPlaces;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.SweepResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A result that was written, again. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        versionProvider = CdcTesterCommand.Version.class,
        sortOptions = false,
        description = "Shows a result that was written with --out, as it was shown at the end. Measures nothing.")
final class ReportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "RESULT",
            description =
                    "result.json, sweep.json, find-max.json, plan.json, matrix.json or compare.json, or the directory that has it")
    private Path path;

    /** At most one. */
    private static final class Form {
        @Option(names = "--json", description = "the result as JSON")
        private boolean json;

        @Option(names = "--markdown", description = "the tables of a sweep or a matrix in Markdown")
        private boolean markdown;
    }

    @ArgGroup
    private @Nullable Form form;

    @SuppressWarnings("UnusedVariable") // Failures looks at what was matched
    @Option(names = "--verbose", description = "show the stack trace of a failure")
    private boolean verbose;

    ReportCommand() {}

    @Override
    public Integer call() {
        StoredResult stored = StoredResult.read(ResultPlaces.one("RESULT", path));
        if (stored.isSweep()) {
            SweepResult sweep = stored.sweep();
            print(sweep, form != null && form.markdown ? Formats.SWEEP_MARKDOWN : Formats.sweepTable(width()));
        } else if (stored.isMatrix()) {
            MatrixResult matrix = stored.matrix();
            print(matrix, form != null && form.markdown ? Formats.MATRIX_MARKDOWN : Formats.matrixTables(width()));
        } else if (form != null && form.markdown) {
            throw new InvalidPlanException("RESULT", path, "a sweep's or a matrix's for Markdown");
        } else if (stored.isComparison()) {
            print(stored.comparison(), Formats.COMPARISON_TABLE);
        } else if (stored.isFindMax()) {
            print(stored.findMax(), Formats.FIND_MAX_TABLE);
        } else if (stored.isPlan()) {
            print(stored.plan(), Formats.PLAN_TABLE);
        } else {
            print(stored.run(), Formats.TABLE);
        }
        return Failures.DONE;
    }

    /** What the library wrote may have its words for settings in it. */
    private <R extends Record> void print(R result, Format<? super R> shown) {
        PrintWriter out = spec.commandLine().getOut();
        R worded = ResultWords.of(result);
        if (form != null && form.json) {
            Formats.JSON.print(worded, out);
        } else {
            shown.print(worded, out);
        }
        out.flush();
    }

    private int width() {
        try (Screen screen = Screen.open(spec.commandLine().getOut(), form == null, false)) {
            return screen.width().orElse(Formats.UNLIMITED);
        }
    }
}

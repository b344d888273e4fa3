// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.compare.ComparedSide;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.ResultPaths;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Finds the samples of compared runs, which a stored comparison does not contain. */
public final class ComparedRuns {

    private ComparedRuns() {}

    /** {@code notes} receives the reason if the result of a single run is not found. */
    public static Format<Result> pageFormat(Comparison comparison, Path file, Consumer<String> notes) {
        boolean hasSingleRuns =
                comparison.before().runs() == 1 && comparison.after().runs() == 1;
        if (comparison.axis() != null || !hasSingleRuns) {
            return Formats.HTML; // charts of samples need one run per side
        }
        try {
            List<RunResult> before = read(comparison, "A", comparison.before(), file);
            List<RunResult> after = read(comparison, "B", comparison.after(), file);
            return Formats.html(comparison, before, after);
        } catch (CdcTesterException | InvalidPathException e) {
            notes.accept("note: the page lacks the seconds of both runs: " + e.getMessage());
            return Formats.HTML;
        }
    }

    private static List<RunResult> read(Comparison comparison, String property, Comparison.Side side, Path file) {
        Path resultPath = Path.of(side.name());
        List<RunResult> runs = ComparedSide.singleRun(comparison, property, resultPath);
        Path result = ResultPaths.single(property, resultPath);
        try {
            if (Files.getLastModifiedTime(result).compareTo(Files.getLastModifiedTime(file)) > 0) {
                throw new RunFailedException(result + " was written after the comparison, and may be of another run");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return runs;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How a kind of result is shown and written.
 *
 * @param table by the terminal's width in columns
 * @param files writes the files of {@code --out}
 * @param failure what went wrong around the runs
 */
record ResultKind<R extends Record>(
        Format<? super R> page,
        IntFunction<Format<? super R>> table,
        BiConsumer<ResultFiles, R> files,
        Function<R, @Nullable String> failure) {

    static final ResultKind<RunResult> RUN =
            new ResultKind<>(Formats.HTML, Formats::text, ResultFiles::write, result -> null);

    static final ResultKind<SweepResult> SWEEP =
            new ResultKind<>(Formats.HTML, Formats::text, ResultFiles::write, SweepResult::failure);

    static final ResultKind<FindMaxResult> FIND_MAX =
            new ResultKind<>(Formats.HTML, Formats::text, ResultFiles::write, FindMaxResult::failure);

    /** Its files are written as the cells end. */
    static final ResultKind<MatrixResult> MATRIX =
            new ResultKind<>(Formats.HTML, Formats::text, (files, result) -> {}, MatrixResult::failure);

    /** Whose files need the runs beside it. */
    static final ResultKind<Comparison> COMPARISON =
            new ResultKind<>(Formats.HTML, Formats::text, ResultFiles::write, result -> null);

    /** A plan's; where a probe is named, its files have elasticity.csv among them. */
    static ResultKind<PlanResult> plan(@Nullable String elasticityProbe) {
        return new ResultKind<>(
                Formats.HTML,
                Formats::text,
                (files, result) -> {
                    files.write(result);
                    if (elasticityProbe != null) {
                        files.writeElasticity(result, elasticityProbe);
                    }
                },
                PlanResult::failure);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.HtmlFormats;
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
            new ResultKind<>(HtmlFormats.RUN.format(), width -> Formats.TABLE, ResultFiles::write, result -> null);

    static final ResultKind<SweepResult> SWEEP =
            new ResultKind<>(HtmlFormats.SWEEP.format(), Formats::sweepTable, ResultFiles::write, SweepResult::failure);

    static final ResultKind<FindMaxResult> FIND_MAX = new ResultKind<>(
            HtmlFormats.FIND_MAX.format(), width -> Formats.FIND_MAX_TABLE, ResultFiles::write, FindMaxResult::failure);

    /** Its files are written as the cells end. */
    static final ResultKind<MatrixResult> MATRIX = new ResultKind<>(
            HtmlFormats.MATRIX.format(), Formats::matrixTables, (files, result) -> {}, MatrixResult::failure);

    /** Whose files need the runs beside it. */
    static final ResultKind<Comparison> COMPARISON = new ResultKind<>(
            HtmlFormats.COMPARISON.format(), width -> Formats.COMPARISON_TABLE, ResultFiles::write, result -> null);

    /** A plan's; where a probe is named, its files have elasticity.csv among them. */
    static ResultKind<PlanResult> plan(@Nullable String elasticityProbe) {
        return new ResultKind<>(
                HtmlFormats.PLAN.format(),
                width -> Formats.PLAN_TABLE,
                (files, result) -> {
                    files.write(result);
                    if (elasticityProbe != null) {
                        files.writeElasticity(result, elasticityProbe);
                    }
                },
                PlanResult::failure);
    }
}

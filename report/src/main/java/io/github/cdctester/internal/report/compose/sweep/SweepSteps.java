// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Spread;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The steps of a sweep, and the highest step at which the stream keeps up. */
record SweepSteps(SweepResult sweep) {

    /** Rates are far apart if the highest rate is at least this many times the lowest rate. */
    private static final double FAR_APART_RATIO = 10;

    /** Returns the name of the axis, such as {@code trx size}. */
    String axis() {
        return variesTransactionSize() ? "trx size" : sweep.axis();
    }

    boolean variesTransactionSize() {
        return sweep.axis().equals("trxSize");
    }

    String name(SweepRow row) {
        return axis() + " " + row.label();
    }

    /** Returns a step as text, such as {@code 16 threads}. */
    String text(SweepRow row) {
        return ValueName.inWords(sweep.axis(), row.label());
    }

    List<SweepRow> measuredRows() {
        return sweep.table().stream().filter(row -> !row.values().isEmpty()).toList();
    }

    /** Returns the first step at which the stream did not keep up. */
    Optional<SweepRow> firstOverloadedStep() {
        return measuredRows().stream()
                .filter(row -> row.limitedBy() == LimitedBy.SERVER || row.limitedBy() == LimitedBy.TESTER)
                .findFirst();
    }

    /** Returns the last step before {@link #firstOverloadedStep()} at which the stream kept up. */
    Optional<SweepRow> lastStepKeepingUp() {
        int overloadedStep = firstOverloadedStep().map(SweepRow::step).orElse(Integer.MAX_VALUE);
        return measuredRows().stream()
                .filter(row -> row.step() < overloadedStep && row.limitedBy() == LimitedBy.NONE)
                .reduce((first, second) -> second);
    }

    String name(Trial step) {
        return axis() + " " + step.label();
    }

    RunWarnings runWarnings() {
        return new RunWarnings(sweep.steps(), this::name);
    }

    /**
     * Returns the spread of a step's value over its runs; {@code null} if it is unknown, or if it is a percentile and too few
     * values were measured.
     */
    static @Nullable Spread spread(SweepRow row, ResultValue value) {
        return value.displayable(row.values(), Spread::min);
    }

    static @Nullable Double median(SweepRow row, ResultValue value) {
        Spread spread = spread(row, value);
        return spread == null ? null : (Double) spread.median();
    }

    /**
     * Returns the horizontal axis. It is linear for rates that are close together. The values of other steps usually double, so
     * these steps are drawn at equal distances.
     */
    Axis horizontalAxis() {
        List<SweepRow> rows = sweep.table();
        double lowest = rows.stream().mapToDouble(SweepRow::value).min().orElse(0);
        double highest = rows.stream().mapToDouble(SweepRow::value).max().orElse(0);
        return sweep.axis().equals("rate") && lowest > 0 && highest / lowest < FAR_APART_RATIO
                ? new Axis(axis(), "/s", Scale.LINEAR, List.of(), null, null)
                : ChartAxes.categories(
                        axis(), rows.stream().map(SweepRow::label).toList());
    }

    double position(SweepRow row) {
        return horizontalAxis().scale() == Scale.CATEGORY ? sweep.table().indexOf(row) : row.value();
    }
}

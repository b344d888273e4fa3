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

/** The steps of a sweep. */
record SweepSteps(SweepResult sweep) {

    /** If the highest rate is at least this many times the lowest rate, the rates are far apart. */
    private static final double FAR_APART_RATIO = 10;

    String axis() {
        return variesTransactionSize() ? "trx size" : sweep.axis();
    }

    boolean variesTransactionSize() {
        return sweep.axis().equals("trxSize");
    }

    String name(SweepRow row) {
        return axis() + " " + row.label();
    }

    String text(SweepRow row) {
        return ValueName.inWords(sweep.axis(), row.label());
    }

    List<SweepRow> measuredRows() {
        return sweep.table().stream().filter(row -> !row.values().isEmpty()).toList();
    }

    Optional<SweepRow> firstOverloadedStep() {
        return measuredRows().stream()
                .filter(row -> row.limitedBy() != null && row.limitedBy() != LimitedBy.NONE)
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

    /** Returns {@code null} if the value is unknown, or if too few values were measured for a percentile. */
    static @Nullable Spread spread(SweepRow row, ResultValue value) {
        return value.displayable(row.values(), Spread::min);
    }

    static @Nullable Double median(SweepRow row, ResultValue value) {
        Spread spread = spread(row, value);
        return spread == null ? null : (Double) spread.median();
    }

    /**
     * The axis is linear only for rates that are close together. Other steps are drawn at equal distances, because their values
     * usually double.
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

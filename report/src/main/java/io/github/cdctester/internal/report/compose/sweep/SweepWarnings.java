// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.ExperimentWarnings;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.statistics.RepeatsNeeded;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial.Spread;
import java.util.List;

/** Collects the warnings of a sweep. */
final class SweepWarnings {

    /** In percent of the median. A larger spread makes the differences between steps uncertain. */
    private static final double MAX_RATE_SPREAD_PERCENT = 10;

    /** Larger than for rates, because high percentiles of delays often vary by nearly this much. */
    private static final double MAX_DELAY_SPREAD_PERCENT = 100;

    private final SweepSteps steps;
    private final SweepResult sweep;
    private final ExperimentWarnings warnings = new ExperimentWarnings();

    private SweepWarnings(SweepSteps steps) {
        this.steps = steps;
        sweep = steps.sweep();
    }

    static List<Warning> of(SweepSteps steps) {
        SweepWarnings builder = new SweepWarnings(steps);
        RunWarnings runs = steps.runWarnings();
        builder.warnings.addAll(runs.badVerdicts(status -> true));
        builder.warnings.addFailures(steps.sweep(), steps::name, "STEPS_FAILED", "step");
        builder.warnings.addNotIdle(steps.sweep(), steps::name, "step");
        builder.addNoise();
        builder.warnings.addAll(runs.uncheckedStreams());
        builder.warnings.addAll(runs.notes());
        return builder.warnings.build();
    }

    private void addNoise() {
        if (steps.measuredRows().isEmpty()) {
            return;
        }
        if (sweep.repeats() == 1) {
            warnings.add("sweep.ONE_RUN", RepeatsNeeded.MIN_REPEATS);
            return;
        }
        if (sweep.repeats() < RepeatsNeeded.MIN_REPEATS) {
            warnings.add("sweep.FEW_REPEATS", RepeatsNeeded.MIN_REPEATS, sweep.repeats());
        }
        addIfNoisy(ResultValues.CDC_TPS, MAX_RATE_SPREAD_PERCENT);
        addIfNoisy(ResultValues.DELAY.p99(), MAX_DELAY_SPREAD_PERCENT);
    }

    private void addIfNoisy(ResultValue value, double maxSpreadPercent) {
        SweepRow noisiestRow = null;
        double largestPercent = maxSpreadPercent;
        int noisyStepCount = 0;
        for (SweepRow row : sweep.table()) {
            Spread spread = row.values().get(value.name());
            double percent = spread == null || row.runs() < 2 || !(spread.median() > 0)
                    ? 0
                    : 100 * (spread.max() - spread.min()) / spread.median();
            noisyStepCount += percent > maxSpreadPercent ? 1 : 0;
            if (percent > largestPercent) {
                largestPercent = percent;
                noisiestRow = row;
            }
        }
        if (noisiestRow != null) {
            String noisySteps = PlainText.withNoun(noisyStepCount, "step");
            warnings.add(
                    "sweep.NOISE_LARGE",
                    value.label(),
                    noisySteps,
                    maxSpreadPercent,
                    steps.name(noisiestRow),
                    largestPercent);
        }
    }
}

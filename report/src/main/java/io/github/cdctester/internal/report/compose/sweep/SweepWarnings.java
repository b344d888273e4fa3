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

    /** Spread of one step's rates, in percent of the median, above which the differences between steps are uncertain. */
    private static final double FAR_APART_RATES = 10;

    /** The same limit for delays, whose high percentiles often vary by nearly this much. */
    private static final double FAR_APART_DELAYS = 100;

    private final SweepSteps steps;
    private final SweepResult sweep;
    private final ExperimentWarnings warnings = new ExperimentWarnings();

    private SweepWarnings(SweepSteps steps) {
        this.steps = steps;
        sweep = steps.sweep();
    }

    static List<Warning> of(SweepSteps steps) {
        SweepWarnings collected = new SweepWarnings(steps);
        RunWarnings runs = steps.runs();
        collected.warnings.addAll(runs.wrongStreams(any -> true));
        collected.warnings.addFailures(steps.sweep(), steps::name, "STEPS_FAILED", "step");
        collected.warnings.addNotIdle(steps.sweep(), steps::name, "step");
        collected.addNoise();
        collected.warnings.addAll(runs.uncheckedStreams());
        collected.warnings.addAll(runs.notes());
        return collected.warnings.build();
    }

    private void addNoise() {
        if (steps.measuredRows().isEmpty()) {
            return;
        }
        if (sweep.repeats() == 1) {
            warnings.add("sweep.ONE_RUN", RepeatsNeeded.FOR_ESTIMATE);
            return;
        }
        if (sweep.repeats() < RepeatsNeeded.FOR_ESTIMATE) {
            warnings.add("sweep.FEW_REPEATS", RepeatsNeeded.FOR_ESTIMATE, sweep.repeats());
        }
        addIfNoisy(ResultValues.CDC_TPS, FAR_APART_RATES);
        addIfNoisy(ResultValues.DELAY.p99(), FAR_APART_DELAYS);
    }

    private void addIfNoisy(ResultValue value, double farApart) {
        SweepRow worst = null;
        double largestPercent = farApart;
        int noisy = 0;
        for (SweepRow row : sweep.table()) {
            Spread spread = row.values().get(value.name());
            double percent = spread == null || row.runs() < 2 || !(spread.median() > 0)
                    ? 0
                    : 100 * (spread.max() - spread.min()) / spread.median();
            noisy += percent > farApart ? 1 : 0;
            if (percent > largestPercent) {
                largestPercent = percent;
                worst = row;
            }
        }
        if (worst != null) {
            String noisySteps = PlainText.counted(noisy, "step");
            warnings.add("sweep.NOISE_LARGE", value.label(), noisySteps, farApart, steps.name(worst), largestPercent);
        }
    }
}

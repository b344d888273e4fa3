// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.experiment.ExperimentListener.Remaining;
import org.jspecify.annotations.Nullable;

/** The position of a run in a series, or of a phase in a run, with the remaining time. */
final class RunContext {

    private @Nullable String text;
    private int completedRuns;
    private int totalRuns;
    private Remaining remainingRuns = new Remaining(1, Double.NaN, false);
    private double phaseLimitSeconds;
    private long startNanos;

    void setSeriesPosition(String label, int completed, int runCount, Remaining remaining, long nowNanos) {
        text = label;
        completedRuns = completed;
        totalRuns = runCount;
        remainingRuns = remaining;
        startNanos = nowNanos;
    }

    /** Excludes the time before the first run from the run time. Must be called while rows are created. */
    void onRowsCreated(long nowNanos) {
        if (totalRuns > 0 && completedRuns == 0) {
            startNanos = nowNanos;
        }
    }

    void beginPhase(String label, double maxPhaseSeconds, long nowNanos) {
        text = label;
        totalRuns = 0;
        phaseLimitSeconds = maxPhaseSeconds;
        startNanos = nowNanos;
    }

    LiveState.SeriesPosition positionAt(long nowNanos) {
        String label = text;
        if (label == null) {
            return null;
        }
        double seconds = (nowNanos - startNanos) / 1e9;
        if (totalRuns > 0) {
            double secondsPerTrial = remainingRuns.seconds() / Math.max(1, remainingRuns.trials());
            // a run that exceeds its estimate does not reduce the estimates of the later runs
            double secondsLeft = remainingRuns.seconds() - secondsPerTrial + Math.max(0, secondsPerTrial - seconds);
            double share = secondsPerTrial > 0 ? Math.min(1, seconds / secondsPerTrial) : 0;
            String prefix = remainingRuns.isUpperLimit() ? "at most about " : "about ";
            return new LiveState.SeriesPosition(
                    label,
                    (completedRuns + share) / totalRuns,
                    Double.isNaN(secondsLeft) ? "" : prefix + Amounts.clockText(secondsLeft) + " left");
        }
        return phaseLimitSeconds <= 0
                ? new LiveState.SeriesPosition(label, Double.NaN, Amounts.clockText(seconds))
                : new LiveState.SeriesPosition(
                        label,
                        Math.min(1, seconds / phaseLimitSeconds),
                        Amounts.clockText(seconds) + " of at most " + Amounts.clockText(phaseLimitSeconds));
    }
}

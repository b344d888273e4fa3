// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.internal.experiment.TrialTimes;
import org.jspecify.annotations.Nullable;

/** What a run is one of, or what part of it is under way. */
final class RunContext {

    private @Nullable String text;
    private int done;
    private int total;
    private RunsLeft left = new RunsLeft(Double.NaN, Double.NaN, false);
    private double longestSeconds;
    private long fromNanos;
    private @Nullable TrialTimes series;
    private boolean mayEndEarly;

    void among(String which, int before, int all, RunsLeft estimate, long nowNanos) {
        text = which;
        done = before;
        total = all;
        left = estimate;
        fromNanos = nowNanos;
    }

    void series(TrialTimes runs, boolean endsEarly) {
        series = runs;
        mayEndEarly = endsEarly;
    }

    /** The next run of the series; the one before it has ended. */
    void next(String which, int before, int all, long nowNanos) {
        TrialTimes runs = series;
        if (runs == null) {
            throw new IllegalStateException("a run of no series: " + which);
        }
        if (before > 0) {
            runs.add((nowNanos - fromNanos) / 1e9);
        }
        RunsLeft estimate = new RunsLeft(runs.seconds(1), runs.seconds(all - before - 1), mayEndEarly);
        among(which, before, all, estimate, nowNanos);
    }

    /** Rows are made: before the first run that is done for all of them, and is no part of what a run takes. */
    void makesRows(long nowNanos) {
        TrialTimes runs = series;
        if (runs != null && !runs.isMeasured()) {
            fromNanos = nowNanos;
        }
    }

    void phase(String which, double longest, long nowNanos) {
        text = which;
        total = 0;
        longestSeconds = longest;
        fromNanos = nowNanos;
    }

    LiveState.@Nullable Around at(long nowNanos) {
        String which = text;
        if (which == null) {
            return null;
        }
        double seconds = (nowNanos - fromNanos) / 1e9;
        if (total > 0) {
            double secondsLeft = left.secondsAfter(seconds);
            return new LiveState.Around(
                    which,
                    (done + left.shareAfter(seconds)) / total,
                    Double.isNaN(secondsLeft)
                            ? ""
                            : (left.isMost() ? "at most about " : "about ") + Amounts.clock(secondsLeft) + " left");
        }
        return longestSeconds <= 0
                ? new LiveState.Around(which, Double.NaN, Amounts.clock(seconds))
                : new LiveState.Around(
                        which,
                        Math.min(1, seconds / longestSeconds),
                        Amounts.clock(seconds) + " of at most " + Amounts.clock(longestSeconds));
    }
}

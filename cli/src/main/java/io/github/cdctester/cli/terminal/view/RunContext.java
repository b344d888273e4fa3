// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.experiment.ExperimentListener.Remaining;
import org.jspecify.annotations.Nullable;

/** The place of a run among several, or of a phase within a run. */
final class RunContext {

    private @Nullable String text;
    private int done;
    private int total;
    private Remaining left = new Remaining(1, Double.NaN, false);
    private double longestSeconds;
    private long fromNanos;

    void among(String which, int before, int all, Remaining remaining, long nowNanos) {
        text = which;
        done = before;
        total = all;
        left = remaining;
        fromNanos = nowNanos;
    }

    /** Rows created before the first run are created once, and do not count for the time of a run. */
    void makesRows(long nowNanos) {
        if (total > 0 && done == 0) {
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
            double one = left.seconds() / Math.max(1, left.trials());
            // a run that takes longer takes nothing away from the others
            double secondsLeft = left.seconds() - one + Math.max(0, one - seconds);
            double share = one > 0 ? Math.min(1, seconds / one) : 0;
            String about = left.isMost() ? "at most about " : "about ";
            return new LiveState.Around(
                    which,
                    (done + share) / total,
                    Double.isNaN(secondsLeft) ? "" : about + Amounts.clock(secondsLeft) + " left");
        }
        return longestSeconds <= 0
                ? new LiveState.Around(which, Double.NaN, Amounts.clock(seconds))
                : new LiveState.Around(
                        which,
                        Math.min(1, seconds / longestSeconds),
                        Amounts.clock(seconds) + " of at most " + Amounts.clock(longestSeconds));
    }
}

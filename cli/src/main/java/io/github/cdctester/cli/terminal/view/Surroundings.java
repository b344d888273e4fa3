// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import org.jspecify.annotations.Nullable;

/** What a run is one of, or what part of it is under way. */
final class Surroundings {

    private @Nullable String text;
    private int done;
    private int total;
    private double secondsLeft;
    private double longestSeconds;
    private long fromNanos;

    void among(String which, int before, int all, double left) {
        text = which;
        done = before;
        total = all;
        secondsLeft = left;
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
        if (total > 0) {
            return new LiveState.Around(
                    which,
                    (double) done / total,
                    Double.isNaN(secondsLeft) ? "" : "about " + Amounts.clock(secondsLeft) + " left");
        }
        double seconds = (nowNanos - fromNanos) / 1e9;
        return longestSeconds <= 0
                ? new LiveState.Around(which, Double.NaN, Amounts.clock(seconds))
                : new LiveState.Around(
                        which,
                        Math.min(1, seconds / longestSeconds),
                        Amounts.clock(seconds) + " of at most " + Amounts.clock(longestSeconds));
    }
}

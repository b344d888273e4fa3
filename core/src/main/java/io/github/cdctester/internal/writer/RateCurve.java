// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.Rate;

/**
 * The rate's integral over time, and its inverse: how many starts are expected in the first t seconds, and when the n-th is
 * due. With a ramp from a to b over T it is {@code a·t + (b − a)·t² / 2T} up to T, and a straight line from there.
 */
final class RateCurve {

    /** Later than any run: a rate that has come down to zero starts no more. */
    private static final double NEVER_SECONDS = 3e9;

    private final double from;
    private final double to;
    private final double rampSeconds;
    private final double rampStarts;

    RateCurve(Rate rate) {
        from = rate.fromPerSecond();
        to = rate.perSecond();
        rampSeconds = rate.ramp().toNanos() / 1e9;
        rampStarts = (from + to) / 2 * rampSeconds;
    }

    double startsWithin(double seconds) {
        return seconds < rampSeconds
                ? (from + (to - from) * seconds / (2 * rampSeconds)) * seconds
                : rampStarts + to * (seconds - rampSeconds);
    }

    double secondsUntil(double starts) {
        if (starts >= rampStarts) {
            return to > 0 ? rampSeconds + (starts - rampStarts) / to : NEVER_SECONDS;
        }
        if (starts <= 0) {
            return 0;
        }
        // the root of the quadratic in the form that cancels nothing, whether the ramp goes up or down
        double slope = (to - from) / rampSeconds;
        return 2 * starts / (from + Math.sqrt(Math.max(0, from * from + 2 * slope * starts)));
    }
}

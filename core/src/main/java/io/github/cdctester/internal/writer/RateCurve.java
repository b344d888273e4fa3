// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.Rate;
import java.util.Arrays;

/**
 * The rate's integral over time, and its inverse: how many starts are expected in the first t seconds, and when the n-th is due.
 * With a ramp from a to b over T it is {@code a·t + (b − a)·t² / 2T} up to T, and a straight line from there. A profile is straight
 * lines, repeatedly.
 */
final class RateCurve {

    /** Later than any run: a rate that has come down to zero starts no more. */
    private static final double NEVER_SECONDS = 3e9;

    private final double from;
    private final double to;
    private final double rampSeconds;
    private final double rampStarts;
    private final double partSeconds;

    /** Σ of the heights before each part of a profile and behind the last one; their mean is 1. */
    private final double[] sums;

    RateCurve(Rate rate) {
        from = rate.fromPerSecond();
        to = rate.perSecond();
        rampSeconds = rate.ramp().toNanos() / 1e9;
        rampStarts = (from + to) / 2 * rampSeconds;
        partSeconds = rate.part().toNanos() / 1e9;
        sums = new double[rate.heights().size() + 1];
        double mean =
                rate.heights().stream().mapToDouble(height -> height).average().orElse(1);
        for (int i = 0; i + 1 < sums.length; i++) {
            sums[i + 1] = sums[i] + rate.heights().get(i) / mean;
        }
    }

    private int parts() {
        return sums.length - 1;
    }

    double startsWithin(double seconds) {
        if (parts() > 0) {
            double at = seconds / partSeconds;
            double rounds = Math.floor(at / parts());
            double rest = at - rounds * parts();
            int part = (int) Math.min(rest, parts() - 1);
            double before = sums[part] + (rest - part) * (sums[part + 1] - sums[part]);
            return to * partSeconds * (rounds * parts() + before);
        }
        return seconds < rampSeconds
                ? (from + (to - from) * seconds / (2 * rampSeconds)) * seconds
                : rampStarts + to * (seconds - rampSeconds);
    }

    private double secondsOfProfile(double starts) {
        double at = Math.max(0, starts) / (to * partSeconds);
        double rounds = Math.floor(at / parts());
        double rest = at - rounds * parts();
        int found = Arrays.binarySearch(sums, rest);
        int part = Math.min(found < 0 ? -found - 2 : found, parts() - 1);
        double height = sums[part + 1] - sums[part];
        return partSeconds * (rounds * parts() + part + (height > 0 ? (rest - sums[part]) / height : 0));
    }

    double secondsUntil(double starts) {
        if (parts() > 0) {
            return secondsOfProfile(starts);
        }
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

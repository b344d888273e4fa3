// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.Rate;
import java.util.Arrays;

/** The expected number of starts as a function of time (the integral of the rate), and its inverse function. */
interface RateCurve {

    /** After the end of any run. In ns, it is less than half of the maximum of a {@code long}. */
    double NEVER_SECONDS = 3e9;

    double startsWithin(double seconds);

    double secondsUntil(double starts);

    static RateCurve of(Rate rate) {
        if (rate instanceof Rate.Profile profile) {
            return new ProfileCurve(profile);
        }
        return rate instanceof Rate.Ramp ramp
                ? new RampCurve(
                        ramp.fromPerSecond(), ramp.perSecond(), ramp.over().toNanos() / 1e9)
                : new RampCurve(rate.perSecond(), rate.perSecond(), 0);
    }

    /** A ramp from rate a to rate b over time T: {@code a·t + (b − a)·t² / 2T} up to T, then a straight line. */
    record RampCurve(double from, double to, double rampSeconds) implements RateCurve {

        private double rampStarts() {
            return (from + to) / 2 * rampSeconds;
        }

        @Override
        public double startsWithin(double seconds) {
            return seconds < rampSeconds
                    ? (from + (to - from) * seconds / (2 * rampSeconds)) * seconds
                    : rampStarts() + to * (seconds - rampSeconds);
        }

        @Override
        public double secondsUntil(double starts) {
            if (starts >= rampStarts()) {
                return to > 0 ? rampSeconds + (starts - rampStarts()) / to : NEVER_SECONDS;
            }
            if (starts <= 0) {
                return 0;
            }
            // this form of the quadratic formula avoids cancellation for rising and falling ramps
            double slope = (to - from) / rampSeconds;
            return 2 * starts / (from + Math.sqrt(Math.max(0, from * from + 2 * slope * starts)));
        }
    }

    /** A repeated profile. The rate is constant in each of its parts. */
    final class ProfileCurve implements RateCurve {

        private final double startsPerPart;
        private final double partSeconds;

        /** Sums of the heights before each part, then of all heights. The mean height is 1. */
        private final double[] sums;

        private ProfileCurve(Rate.Profile profile) {
            partSeconds = profile.part().toNanos() / 1e9;
            startsPerPart = profile.perSecond() * partSeconds;
            sums = new double[profile.heights().size() + 1];
            double mean = profile.heights().stream()
                    .mapToDouble(height -> height)
                    .average()
                    .orElse(1);
            for (int i = 0; i < parts(); i++) {
                sums[i + 1] = sums[i] + profile.heights().get(i) / mean;
            }
        }

        private int parts() {
            return sums.length - 1;
        }

        @Override
        public double startsWithin(double seconds) {
            double position = seconds / partSeconds;
            double rounds = Math.floor(position / parts());
            double positionInRound = position - rounds * parts();
            int part = (int) Math.min(positionInRound, parts() - 1);
            double heightsBefore = sums[part] + (positionInRound - part) * (sums[part + 1] - sums[part]);
            return startsPerPart * (rounds * parts() + heightsBefore);
        }

        @Override
        public double secondsUntil(double starts) {
            double position = Math.max(0, starts) / startsPerPart;
            double rounds = Math.floor(position / parts());
            double positionInRound = position - rounds * parts();
            int index = Arrays.binarySearch(sums, positionInRound);
            int part = Math.min(index < 0 ? -index - 2 : index, parts() - 1);
            double height = sums[part + 1] - sums[part];
            return partSeconds * (rounds * parts() + part + (height > 0 ? (positionInRound - sums[part]) / height : 0));
        }
    }
}

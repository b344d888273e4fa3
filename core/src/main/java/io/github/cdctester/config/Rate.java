// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * Rate of an open loop, in starts per second of all workers together. {@code toString()} returns the form that the command line
 * accepts; for a profile, only its mean.
 */
public sealed interface Rate {

    /** Returns starts per second: the final rate of a ramp, the mean of a profile. */
    double perSecond();

    /** Returns this rate multiplied by {@code factor}. */
    Rate times(double factor);

    /**
     * Creates a constant rate.
     *
     * @throws InvalidPlanException if the rate is not above 0, or is above 10 million
     */
    static Steady perSecond(double transactions) {
        return new Steady(transactions);
    }

    /**
     * Creates a ramp.
     *
     * @throws InvalidPlanException if a rate or the duration is out of range
     */
    static Ramp ramp(double fromPerSecond, double toPerSecond, Duration over) {
        return new Ramp(fromPerSecond, toPerSecond, over);
    }

    /**
     * A constant rate.
     *
     * @param perSecond starts per second; above 0, at most 10 million
     */
    record Steady(double perSecond) implements Rate {

        private static final double MAX = 10_000_000;

        /**
         * Checks the value.
         *
         * @throws InvalidPlanException if it is out of range
         */
        public Steady {
            if (!(perSecond > 0 && perSecond <= MAX)) {
                throw new InvalidPlanException("rate", number(perSecond), "a number above 0, at most 10000000");
            }
        }

        /**
         * Creates a profile with this rate as its mean.
         *
         * @param heights see {@link Profile}
         * @param part duration of each part
         * @throws InvalidPlanException if no height is above 0, or a value is out of range
         */
        public Profile profile(List<Double> heights, Duration part) {
            return new Profile(perSecond, heights, part);
        }

        @Override
        public Steady times(double factor) {
            return new Steady(factor * perSecond);
        }

        @Override
        public String toString() {
            return number(perSecond);
        }
    }

    /**
     * A rate that changes linearly from the start of the load, which includes the warm-up. After the change, the final rate
     * continues.
     *
     * @param fromPerSecond starts per second at the start of the load; 0 to 10 million
     * @param perSecond starts per second after the ramp; 0 to 10 million, 0 for no further starts. At least one of the
     *     two rates must be above 0.
     * @param over duration of the change; above 0, at most 365 days
     */
    record Ramp(double fromPerSecond, double perSecond, Duration over) implements Rate {

        private static final Duration MAX_DURATION = Duration.ofDays(365);

        /**
         * Checks the values.
         *
         * @throws InvalidPlanException if a rate or the duration is out of range
         */
        public Ramp {
            boolean isInRange =
                    fromPerSecond >= 0 && fromPerSecond <= Steady.MAX && perSecond >= 0 && perSecond <= Steady.MAX;
            if (!isInRange || fromPerSecond + perSecond == 0) {
                throw new InvalidPlanException(
                        "rate",
                        text(fromPerSecond, perSecond, over),
                        "a ramp between rates from 0 to 10000000 of which one at least is above 0");
            }
            if (over.isZero() || over.isNegative() || over.compareTo(MAX_DURATION) > 0) {
                throw new InvalidPlanException(
                        "rate", text(fromPerSecond, perSecond, over), "a ramp over more than 0 s, at most 365 days");
            }
        }

        @Override
        public Ramp times(double factor) {
            return new Ramp(factor * fromPerSecond, factor * perSecond, over);
        }

        @Override
        public String toString() {
            return text(fromPerSecond, perSecond, over);
        }
    }

    /**
     * A rate that changes between parts of equal duration, and starts again after the last part.
     *
     * @param perSecond the mean, in starts per second; above 0, at most 10 million
     * @param heights relative rates of the parts, for example transactions per second of a log; 0 to 10 million, at least one
     *     above 0; at most 100,000 parts
     * @param part duration of each part; above 0, at most 365 days
     */
    record Profile(double perSecond, List<Double> heights, Duration part) implements Rate {

        private static final int MAX_PARTS = 100_000;
        private static final Duration MAX_PART = Duration.ofDays(365);

        /**
         * Checks the values.
         *
         * @throws InvalidPlanException if a value is out of range, or no height is above 0
         */
        public Profile {
            perSecond = new Steady(perSecond).perSecond();
            heights = List.copyOf(heights);
            if (part.isNegative() || part.isZero()) {
                throw new InvalidPlanException("rate", part, "a time for each part of a profile, with a steady rate");
            }
            if (part.compareTo(MAX_PART) > 0) {
                throw new InvalidPlanException("rate", part, "a time of at most 365 days for each part of a profile");
            }
            boolean isInRange = heights.stream().allMatch(height -> height >= 0 && height <= Steady.MAX);
            if (!isInRange || heights.stream().noneMatch(height -> height > 0) || heights.size() > MAX_PARTS) {
                throw new InvalidPlanException(
                        "rate",
                        heights.size() + " heights",
                        "at most " + MAX_PARTS + " from 0 to 10000000, one above 0");
            }
        }

        @Override
        public Profile times(double factor) {
            return new Profile(factor * perSecond, heights, part);
        }

        @Override
        public String toString() {
            return number(perSecond);
        }
    }

    private static String text(double from, double to, Duration ramp) {
        return number(from) + ".." + number(to) + " over " + number(ramp.toSeconds() + ramp.toNanosPart() / 1e9) + "s";
    }

    private static String number(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(String.valueOf(value)).stripTrailingZeros().toPlainString()
                : String.valueOf(value);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * Transactions a second that an open loop starts: a steady rate, a straight ramp that begins with the load (its warm-up included)
 * and stays at its end, or a profile that goes up and down around its mean.
 *
 * @param fromPerSecond starts a second when the load begins, all workers together; 0 to 10 million
 * @param perSecond starts a second after the ramp; 0 to 10 million, above 0 if there is no ramp
 * @param ramp how long the rate takes from the first to the second; zero if it is steady
 * @param heights of the parts of a profile, in proportion to each other, 0 or above; it begins again behind the last one, and its
 *     mean is {@code perSecond}. Empty for none
 * @param part how long each of these is; zero if there is none
 */
public record Rate(double fromPerSecond, double perSecond, Duration ramp, List<Double> heights, Duration part) {

    private static final double HIGHEST = 10_000_000;
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final int MAX_PARTS = 100_000;

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if a rate or the ramp is out of range
     */
    public Rate {
        if (ramp.isZero() && Double.compare(fromPerSecond, perSecond) == 0) {
            if (!(perSecond > 0 && perSecond <= HIGHEST)) {
                throw new InvalidPlanException("rate", number(perSecond), "a number above 0, at most 10000000");
            }
        } else if (!(fromPerSecond >= 0 && fromPerSecond <= HIGHEST && perSecond >= 0 && perSecond <= HIGHEST)
                || fromPerSecond + perSecond == 0) {
            throw new InvalidPlanException(
                    "rate",
                    text(fromPerSecond, perSecond, ramp),
                    "a ramp between rates from 0 to 10000000 of which one at least is above 0");
        } else if (ramp.isZero() || ramp.isNegative() || ramp.compareTo(LONGEST) > 0) {
            throw new InvalidPlanException(
                    "rate", text(fromPerSecond, perSecond, ramp), "a ramp over more than 0 s, at most 365 days");
        }
        heights = List.copyOf(heights);
        checkProfile(ramp, heights, part);
    }

    private static void checkProfile(Duration ramp, List<Double> heights, Duration part) {
        if (heights.isEmpty() ? !part.isZero() : !ramp.isZero() || part.isNegative() || part.isZero()) {
            throw new InvalidPlanException("rate", part, "a time for each part of a profile, with a steady rate");
        }
        boolean sound = heights.stream().allMatch(height -> height >= 0 && height <= HIGHEST);
        boolean any = heights.isEmpty() || heights.stream().anyMatch(height -> height > 0);
        if (!sound || !any || heights.size() > MAX_PARTS) {
            throw new InvalidPlanException(
                    "rate", heights.size() + " heights", "at most " + MAX_PARTS + " from 0 to 10000000, one above 0");
        }
    }

    /** A steady rate or a ramp. */
    public Rate(double fromPerSecond, double perSecond, Duration ramp) {
        this(fromPerSecond, perSecond, ramp, List.of(), Duration.ZERO);
    }

    /** Makes a steady rate. */
    public static Rate perSecond(double transactions) {
        return new Rate(transactions, transactions, Duration.ZERO);
    }

    /**
     * Makes a ramp.
     *
     * @param toPerSecond starts a second at the end of the ramp, and from there on; with 0 the load starts no more
     */
    public static Rate ramp(double fromPerSecond, double toPerSecond, Duration over) {
        return new Rate(fromPerSecond, toPerSecond, over);
    }

    /**
     * Goes through a profile instead, repeatedly.
     *
     * @param parts in proportion to each other, such as the transactions of each second of a log
     * @param each how long each of them is
     * @throws InvalidPlanException if this is a ramp, or if no part is above 0
     */
    public Rate profile(List<Double> parts, Duration each) {
        return new Rate(fromPerSecond, perSecond, ramp, parts, each);
    }

    /** The same course at so many times the height. */
    public Rate times(double factor) {
        return new Rate(factor * fromPerSecond, factor * perSecond, ramp, heights, part);
    }

    /** Returns true if the rate goes from one to another. */
    public boolean isRamp() {
        return !ramp.isZero();
    }

    /** Returns true if the rate is always the same. */
    public boolean isSteady() {
        return !isRamp() && heights.isEmpty();
    }

    /** As the command line takes it: {@code 2000}, or {@code 0..20000 over 60s}. */
    @Override
    public String toString() {
        return isRamp() ? text(fromPerSecond, perSecond, ramp) : number(perSecond);
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

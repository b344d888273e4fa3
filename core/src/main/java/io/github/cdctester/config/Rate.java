// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * Transactions a second that an open loop starts: a steady rate, or a straight ramp that begins with the load (its warm-up
 * included) and stays at its end.
 *
 * @param fromPerSecond starts a second when the load begins, all workers together; 0 to 10 million
 * @param perSecond starts a second after the ramp; 0 to 10 million, above 0 where there is no ramp
 * @param ramp how long the rate takes from the first to the second; zero where it is steady
 */
public record Rate(double fromPerSecond, double perSecond, Duration ramp) {

    private static final double HIGHEST = 10_000_000;
    private static final Duration LONGEST = Duration.ofDays(365);

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

    /** Whether the rate changes. */
    public boolean isRamp() {
        return !ramp.isZero();
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

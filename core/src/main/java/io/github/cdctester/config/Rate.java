// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;

/**
 * Transactions a second that an open loop starts.
 *
 * @param perSecond starts a second, all workers together; above 0, at most 10 million
 */
public record Rate(double perSecond) {

    private static final double HIGHEST = 10_000_000;

    /**
     * Checks the value.
     *
     * @throws InvalidPlanException if the rate is out of range
     */
    public Rate {
        if (!(perSecond > 0 && perSecond <= HIGHEST)) {
            throw new InvalidPlanException("rate", perSecond, "a number above 0, at most 10000000");
        }
    }

    /**
     * Makes a rate.
     *
     * @param transactions starts a second
     * @return the rate
     */
    public static Rate perSecond(double transactions) {
        return new Rate(transactions);
    }
}

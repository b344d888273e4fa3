// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

/**
 * An estimate with its confidence interval.
 *
 * @param estimate the estimated value
 * @param low the lower end
 * @param high the upper end
 * @param confidence probability that the interval contains the true value, above 0 and below 1
 */
public record ConfidenceInterval(double estimate, double low, double high, double confidence) {

    /** Rejects an interval that does not contain the estimate, and a confidence that is not between 0 and 1. */
    public ConfidenceInterval {
        if (!(low <= estimate && estimate <= high && confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException(estimate + " from " + low + " to " + high + " with confidence "
                    + confidence + " is not an interval");
        }
    }

    /** Returns true if the number is below the lower end or above the upper end. */
    public boolean excludes(double number) {
        return number < low || number > high;
    }
}

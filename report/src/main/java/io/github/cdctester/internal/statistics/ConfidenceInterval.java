// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

/**
 * A number, and the range that it is known to be in.
 *
 * @param estimate the number
 * @param low the lower end
 * @param high the upper end
 * @param confidence probability that the interval contains the true value, above 0 and below 1
 */
public record ConfidenceInterval(double estimate, double low, double high, double confidence) {

    /** Refuses ends that are not around the number. */
    public ConfidenceInterval {
        if (!(low <= estimate && estimate <= high && confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException(
                    estimate + " from " + low + " to " + high + " with confidence " + confidence + " is no interval");
        }
    }

    /** Returns whether it is below the lower or above the upper end. */
    public boolean excludes(double number) {
        return number < low || number > high;
    }
}

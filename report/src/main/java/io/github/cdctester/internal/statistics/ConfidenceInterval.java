// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

/**
 * An estimate with its confidence interval.
 *
 * @param confidence probability that the interval contains the true value, above 0 and below 1
 */
public record ConfidenceInterval(double estimate, double low, double high, double confidence) {

    public ConfidenceInterval {
        if (!(low <= estimate && estimate <= high && confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException(estimate + " from " + low + " to " + high + " with confidence "
                    + confidence + " is not an interval");
        }
    }
}

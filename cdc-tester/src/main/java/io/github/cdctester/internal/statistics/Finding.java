// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

/**
 * A difference among others, and what is said about it.
 *
 * @param difference the difference
 * @param confidence what the others beside it call for, above 0 and below 1
 * @param real whether it is more than noise
 */
public record Finding(Difference difference, double confidence, boolean real) {

    /**
     * The change.
     *
     * @return the change in percent, with that confidence; it excludes 0 just where {@code real} is true
     */
    public Interval percent() {
        return difference.percent(confidence);
    }
}

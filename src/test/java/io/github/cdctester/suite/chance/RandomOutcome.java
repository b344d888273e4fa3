// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import io.github.cdctester.result.Verdict;

/**
 * @param seed seed of the run's random numbers, which reproduces the run
 * @param parameters the run's parameters, as text
 */
record RandomOutcome(long seed, FaultKind faultKind, String parameters, ExpectedVerdict expected, Verdict verdict) {

    boolean isExpected() {
        return expected.matches(verdict);
    }

    @Override
    public String toString() {
        return "seed " + seed + ": " + parameters + ": expected " + expected + ", found " + verdict;
    }
}

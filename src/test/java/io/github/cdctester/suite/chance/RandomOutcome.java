// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import io.github.cdctester.result.Verdict;

/**
 * The outcome of a run.
 *
 * @param seed reproduces the run
 * @param trouble the injected trouble
 * @param what the same with its numbers, as text
 * @param expected the expected verdict
 * @param verdict the actual verdict
 */
record RandomOutcome(long seed, Trouble trouble, String what, Expected expected, Verdict verdict) {

    boolean isRight() {
        return expected.isMetBy(verdict);
    }

    @Override
    public String toString() {
        return "seed " + seed + ": " + what + ": expected " + expected + ", found " + verdict;
    }
}

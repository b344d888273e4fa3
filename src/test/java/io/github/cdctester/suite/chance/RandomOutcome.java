// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import io.github.cdctester.result.Verdict;

/**
 * How a run went.
 *
 * @param seed makes the run again
 * @param trouble what was done
 * @param what the same with its numbers, for people
 * @param expected what it requests
 * @param verdict what came out
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

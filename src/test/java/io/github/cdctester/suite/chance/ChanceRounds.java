// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

/** Number of rounds of randomized tests. The Maven profile {@code long} multiplies it. */
public final class ChanceRounds {

    private ChanceRounds() {}

    /** Returns the number of rounds: {@code defaultCount} by default, and a multiple of it in the profile {@code long}. */
    public static int count(int defaultCount) {
        return defaultCount * Integer.getInteger("cdctester.rounds", 1);
    }
}

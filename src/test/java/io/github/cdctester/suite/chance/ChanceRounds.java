// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

/** Number of rounds of randomized tests. */
public final class ChanceRounds {

    private ChanceRounds() {}

    /** The Maven profile {@code long} multiplies the number of rounds. */
    public static int count(int defaultCount) {
        return defaultCount * Integer.getInteger("cdctester.rounds", 1);
    }
}

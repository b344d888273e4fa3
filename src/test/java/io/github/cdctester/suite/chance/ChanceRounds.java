// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

/** Number of rounds of randomized tests. The Maven profile {@code long} multiplies it. */
public final class ChanceRounds {

    private ChanceRounds() {}

    /** Returns the number of rounds: {@code few} in a short suite, a multiple of it in a long one. */
    public static int count(int few) {
        return few * Integer.getInteger("cdctester.rounds", 1);
    }
}

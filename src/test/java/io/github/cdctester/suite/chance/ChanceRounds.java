// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

/** How often what chance decides is tried; the build's profile {@code long} tries more often. */
public final class ChanceRounds {

    private ChanceRounds() {}

    /** So many rounds in a short suite, and a multiple of them in a long one. */
    public static int of(int few) {
        return few * Integer.getInteger("cdctester.rounds", 1);
    }
}

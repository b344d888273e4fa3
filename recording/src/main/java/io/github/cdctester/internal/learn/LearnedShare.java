// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.SplittableRandom;

/**
 * Estimates the share of compressed transactions with rows of learned tables from a sample. Most transactions are not decompressed,
 * so that the reader keeps up.
 */
final class LearnedShare {

    /** Older samples lose weight, so that the share follows changes of the log. */
    private static final int MAX_SAMPLES = 1 << 10;

    private final SplittableRandom random = new SplittableRandom(2);
    private double share = 1;
    private int samples;

    void add(boolean isLearned) {
        samples = Math.min(samples + 1, MAX_SAMPLES);
        share += ((isLearned ? 1 : 0) - share) / samples;
    }

    /** Returns true if all sampled transactions had rows of learned tables. */
    boolean isAll() {
        return share == 1;
    }

    /**
     * Decides randomly whether a transaction counts as learned. Adding a fraction of each transaction would make the counts per
     * second too even.
     */
    boolean draw() {
        return share == 1 || random.nextDouble() < share;
    }
}

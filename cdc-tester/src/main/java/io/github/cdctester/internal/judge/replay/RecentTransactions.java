// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

/** Remembers the latest transactions by their fingerprints: one in each place, some hundred thousand in all, in 1 MB. */
final class RecentTransactions {

    private static final int PLACES = 1 << 17;

    private final long[] fingerprints = new long[PLACES];

    boolean contains(long fingerprint) {
        return fingerprints[place(fingerprint)] == fingerprint;
    }

    void add(long fingerprint) {
        fingerprints[place(fingerprint)] = fingerprint;
    }

    private static int place(long fingerprint) {
        return (int) (fingerprint >>> 40) & PLACES - 1;
    }
}

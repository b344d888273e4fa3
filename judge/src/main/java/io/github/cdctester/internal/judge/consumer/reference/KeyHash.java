// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

/** Two different keys have the same hash with a probability of 2^-64. */
public final class KeyHash {

    private KeyHash() {}

    /** Never returns 0. */
    public static long of(String table, CharSequence key) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < table.length(); i++) {
            hash = (hash ^ table.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ 0x1F) * 0x100000001b3L;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
        }
        hash ^= hash >>> 32;
        hash *= 0x9E3779B97F4A7C15L;
        return hash == 0 ? 1 : hash ^ hash >>> 29;
    }
}

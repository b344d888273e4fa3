// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** How often each key came. Keys are hashes; there are as many at most as rows are read, which the learner bounds. */
final class KeyCounts {

    private final Map<Long, int[]> counts = new HashMap<>();
    private long touches;

    void add(long key) {
        touches++;
        counts.computeIfAbsent(key, made -> new int[1])[0]++;
    }

    long touches() {
        return touches;
    }

    /** How many keys there are, with those that have not come yet, if all come as often: the estimate of Chao (1984). */
    double keys() {
        double once = counts().filter(count -> count == 1).count();
        double twice = counts().filter(count -> count == 2).count();
        return counts.size() + (twice == 0 ? once * (once - 1) / 2 : once * once / (2 * twice));
    }

    /** How often two touches are of the same key. */
    double pairs() {
        return counts().mapToDouble(count -> (double) count * (count - 1) / 2).sum();
    }

    /** How often each came, in descending order. */
    int[] hottest() {
        return counts().map(count -> -count).sorted().map(count -> -count).toArray();
    }

    private IntStream counts() {
        return counts.values().stream().mapToInt(count -> count[0]);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How often each key came: of all keys, or, where there are too many, of a part of them that their hashes choose, and of the most
 * frequent ones. Keys are hashes.
 */
final class KeyCounts {

    private static final int FIRST_SLOTS = 256;
    private static final int MOST_SLOTS = 1 << 16;

    /** Of so many slots one may be taken by a key that comes so often that it is kept whatever its hash is. */
    private static final long SLOTS_A_HOT_KEY = 16;

    private final AtomicLong budget;
    private long[] keys = new long[FIRST_SLOTS];
    private int[] counts = new int[FIRST_SLOTS];
    private int used;
    private int level;
    private long touches;

    /** Creates it, empty; {@code budget} is how many slots may be added by all that share it. */
    KeyCounts(AtomicLong budget) {
        this.budget = budget;
    }

    void add(long hash) {
        touches++;
        long key = hash == 0 ? 1 : hash;
        int slot = slot(keys, key);
        if (keys[slot] == key) {
            counts[slot]++;
        } else if (isChosen(key)) {
            keys[slot] = key;
            counts[slot] = 1;
            used++;
            if (2 * used > keys.length) {
                makeRoom();
            }
        }
    }

    long touches() {
        return touches;
    }

    /** How many keys there are, with those that have not come yet, if all come as often: the estimate of Chao (1984). */
    double keys() {
        double once = sum(count -> count == 1 ? 1 : 0);
        double twice = sum(count -> count == 2 ? 1 : 0);
        return sum(count -> 1) + (twice == 0 ? once * (once - 1) / 2 : once * once / (2 * twice));
    }

    /** The chance that two touches are of the same key, estimated without bias. */
    double sameTwice() {
        return touches < 2 ? 0 : sum(count -> (double) count * (count - 1)) / ((double) touches * (touches - 1));
    }

    /** The relative standard deviation of that estimate. */
    double noise() {
        int hot = level == 0 ? Integer.MAX_VALUE : hotFrom(2);
        double pairs = 0;
        double chosen = 0;
        for (int i = 0; i < keys.length; i++) {
            if (counts[i] >= hot || counts[i] > 0 && isChosen(keys[i])) {
                pairs += (double) counts[i] * (counts[i] - 1) / 2;
                chosen++;
            }
        }
        return Math.sqrt(1 / Math.max(1, pairs) + (level == 0 ? 0 : 1 / Math.max(1, chosen)));
    }

    /** Counts of the most frequent keys, in descending order; all of them were counted whatever their hashes are. */
    int[] hottest() {
        int least = level == 0 ? 1 : hotFrom(2);
        int[] hot =
                Arrays.stream(counts).filter(count -> count >= least).sorted().toArray();
        for (int i = 0; i < hot.length / 2; i++) {
            int other = hot[i];
            hot[i] = hot[hot.length - 1 - i];
            hot[hot.length - 1 - i] = other;
        }
        return hot;
    }

    /** A number that a count adds to a sum over all keys. */
    private interface Term {
        double of(int count);
    }

    private double sum(Term term) {
        int hot = level == 0 ? Integer.MAX_VALUE : hotFrom(2);
        double ofHot = 0;
        double ofChosen = 0;
        long rest = touches;
        long chosen = 0;
        for (int i = 0; i < keys.length; i++) {
            if (counts[i] >= hot) {
                ofHot += term.of(counts[i]);
                rest -= counts[i];
            } else if (counts[i] > 0 && isChosen(keys[i])) {
                ofChosen += term.of(counts[i]);
                chosen += counts[i];
            }
        }
        return ofHot + ofChosen * rest / Math.max(1, chosen);
    }

    /** From what count on a key is kept; so many times that where chance must not decide. */
    private int hotFrom(int times) {
        return (int) Math.max(4, times * SLOTS_A_HOT_KEY * touches / keys.length);
    }

    private boolean isChosen(long key) {
        return level == 0 || key >>> Long.SIZE - level == 0;
    }

    private void makeRoom() {
        int size = keys.length;
        boolean asks = level == 0 && size < MOST_SLOTS;
        boolean grows = asks && budget.addAndGet(-size) >= 0;
        if (asks && !grows) {
            budget.addAndGet(size);
        }
        int hot = hotFrom(1);
        do {
            level += grows ? 0 : 1;
            long[] oldKeys = keys;
            int[] oldCounts = counts;
            keys = new long[grows ? 2 * size : size];
            counts = new int[keys.length];
            used = 0;
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldCounts[i] > 0 && (isChosen(oldKeys[i]) || oldCounts[i] >= hot)) {
                    int slot = slot(keys, oldKeys[i]);
                    keys[slot] = oldKeys[i];
                    counts[slot] = oldCounts[i];
                    used++;
                }
            }
        } while (2 * used > keys.length && level < Long.SIZE - 1);
    }

    private static int slot(long[] keys, long key) {
        int mask = keys.length - 1;
        int slot = (int) key & mask;
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.Arrays;

/**
 * The statements of one transaction, in which what is repeated stands once: {@code a b c b c b c d} is {@code a (b c)×3 d}. One
 * object, filled anew.
 */
final class Folding {

    /** What does not fit is no longer in order: each kind of statement stands once, with its number. */
    static final int MOST = 64;

    private static final int LONGEST_PERIOD = 16;

    private final int[] operations = new int[MOST];
    private final long[] keys = new long[MOST];
    private final int[] starts = new int[MOST];
    private final int[] periods = new int[MOST];
    private final long[] times = new long[MOST];
    private int count;
    private int loops;
    private boolean looping;
    private int phase;
    private boolean unordered;

    void clear() {
        count = 0;
        loops = 0;
        looping = false;
        unordered = false;
    }

    void add(int operation, long key) {
        if (unordered) {
            addUnordered(operation, key);
            return;
        }
        if (looping) {
            int last = loops - 1;
            if (operations[starts[last] + phase] == operation) {
                phase++;
                if (phase == periods[last]) {
                    times[last]++;
                    phase = 0;
                }
                return;
            }
            endLoop();
        }
        append(operation, key);
    }

    /** All statements were added. */
    void end() {
        if (looping) {
            endLoop();
        }
    }

    /** The beginning of another round that did not come to its end stands by itself. */
    private void endLoop() {
        looping = false;
        int begun = phase;
        int from = starts[loops - 1];
        phase = 0;
        for (int i = 0; i < begun; i++) {
            add(operations[from + i], 0);
        }
    }

    private void append(int operation, long key) {
        if (count == MOST) {
            becomeUnordered();
            addUnordered(operation, key);
            return;
        }
        operations[count] = operation;
        keys[count++] = key;
        int free = loops == 0 ? 0 : starts[loops - 1] + periods[loops - 1];
        for (int period = 1; period <= LONGEST_PERIOD && count - 2 * period >= free; period++) {
            if (Arrays.equals(operations, count - period, count, operations, count - 2 * period, count - period)) {
                count -= period;
                starts[loops] = count - period;
                periods[loops] = period;
                times[loops++] = 2;
                looping = true;
                phase = 0;
                return;
            }
        }
    }

    private void becomeUnordered() {
        int all = count;
        int[] before = Arrays.copyOf(operations, all);
        long[] beforeKeys = Arrays.copyOf(keys, all);
        long[] numbers = new long[all];
        Arrays.fill(numbers, 1);
        for (int loop = 0; loop < loops; loop++) {
            Arrays.fill(numbers, starts[loop], starts[loop] + periods[loop], times[loop]);
        }
        count = 0;
        loops = 0;
        unordered = true;
        for (int i = 0; i < all; i++) {
            addUnordered(before[i], beforeKeys[i]);
            times[indexOf(before[i])] += numbers[i] - 1;
        }
    }

    private void addUnordered(int operation, long key) {
        int at = indexOf(operation);
        if (at < 0 && count < MOST) {
            at = count;
            operations[count] = operation;
            keys[count] = key;
            starts[count] = count;
            periods[count] = 1;
            times[count] = 0;
            loops = ++count;
        }
        if (at >= 0) {
            times[at]++;
        }
    }

    private int indexOf(int operation) {
        for (int i = 0; i < count; i++) {
            if (operations[i] == operation) {
                return i;
            }
        }
        return -1;
    }

    int count() {
        return count;
    }

    int operation(int place) {
        return operations[place];
    }

    /** A hash of the key of the first row that a statement wrote, in the first round. */
    long key(int place) {
        return keys[place];
    }

    int loops() {
        return loops;
    }

    int start(int loop) {
        return starts[loop];
    }

    int period(int loop) {
        return periods[loop];
    }

    long times(int loop) {
        return times[loop];
    }

    /** Of what is done in which order; not of how often. */
    long hash() {
        long hash = count;
        for (int i = 0; i < count; i++) {
            hash = (hash ^ operations[i] + 1L) * 0x9E37_79B9_7F4A_7C15L;
            hash ^= hash >>> 31;
        }
        for (int i = 0; i < loops; i++) {
            hash = (hash ^ starts[i] << 8 ^ periods[i] ^ 0x5000_0000L) * 0x9E37_79B9_7F4A_7C15L;
            hash ^= hash >>> 31;
        }
        return hash == 0 ? 1 : hash;
    }
}

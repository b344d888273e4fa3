// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A queue from one thread, or a few, to the judge: entries of a few numbers and two objects, in order. Putting one in
 * takes a lock that only the one who empties it, every few milliseconds, asks for as well.
 */
final class HandoffBuffer {

    /** Numbers of an entry. */
    static final int NUMBERS = 5;

    private static final int FIRST = 64;
    private static final int MOST = 1 << 14;

    @FunctionalInterface
    interface Visitor {
        void entry(int kind, long[] numbers, int at, @Nullable Object one, @Nullable Object other);
    }

    private int[] kinds = new int[FIRST];
    private long[] numbers = new long[FIRST * NUMBERS];
    private @Nullable Object[] objects = new @Nullable Object[FIRST * 2];
    private int count;

    // of the one who empties it
    private int[] takenKinds = new int[FIRST];
    private long[] takenNumbers = new long[FIRST * NUMBERS];
    private @Nullable Object[] takenObjects = new @Nullable Object[FIRST * 2];

    /** Puts an entry in; says whether it should be emptied now, as it has become long. */
    synchronized boolean put(
            int kind, long a, long b, long c, long d, long e, @Nullable Object one, @Nullable Object other) {
        if (count == kinds.length) {
            int room = 2 * count;
            kinds = Arrays.copyOf(kinds, room);
            numbers = Arrays.copyOf(numbers, room * NUMBERS);
            objects = Arrays.copyOf(objects, room * 2);
        }
        kinds[count] = kind;
        int at = count * NUMBERS;
        numbers[at] = a;
        numbers[at + 1] = b;
        numbers[at + 2] = c;
        numbers[at + 3] = d;
        numbers[at + 4] = e;
        objects[2 * count] = one;
        objects[2 * count + 1] = other;
        count++;
        return count >= MOST;
    }

    /** Shows all entries to somebody, and forgets them; by one thread at a time. */
    void empty(Visitor visitor) {
        int taken = take();
        for (int i = 0; i < taken; i++) {
            visitor.entry(takenKinds[i], takenNumbers, i * NUMBERS, takenObjects[2 * i], takenObjects[2 * i + 1]);
        }
        Arrays.fill(takenObjects, 0, 2 * taken, null);
    }

    private synchronized int take() {
        int taken = count;
        int[] emptyKinds = takenKinds;
        long[] emptyNumbers = takenNumbers;
        @Nullable Object[] emptyObjects = takenObjects;
        takenKinds = kinds;
        takenNumbers = numbers;
        takenObjects = objects;
        kinds = emptyKinds;
        numbers = emptyNumbers;
        objects = emptyObjects;
        count = 0;
        return taken;
    }
}

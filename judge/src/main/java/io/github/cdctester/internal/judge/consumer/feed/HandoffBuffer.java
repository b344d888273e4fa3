// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A queue from one thread, or a few, to the judge: entries of a few numbers and two objects, in order. Adding one takes a lock that
 * otherwise only the emptying thread takes, every few milliseconds.
 */
final class HandoffBuffer {

    /** Numbers of an entry. */
    static final int NUMBERS = 5;

    private static final int FIRST = 64;
    private static final int MAX = 1 << 14;

    @FunctionalInterface
    interface Visitor {
        void entry(int kind, long[] numbers, int at, @Nullable Object one, @Nullable Object other);
    }

    private Entries filling = new Entries();
    private Entries taken = new Entries();

    private static final class Entries {
        int[] kinds = new int[FIRST];
        long[] numbers = new long[FIRST * NUMBERS];

        @Nullable
        Object[] objects = new @Nullable Object[FIRST * 2];

        int count;
    }

    /** Adds an entry; returns true if the queue is long and should be emptied now. */
    synchronized boolean put(
            int kind, long a, long b, long c, long d, long e, @Nullable Object one, @Nullable Object other) {
        Entries to = filling;
        int count = to.count;
        if (count == to.kinds.length) {
            to.kinds = Arrays.copyOf(to.kinds, 2 * count);
            to.numbers = Arrays.copyOf(to.numbers, 2 * count * NUMBERS);
            to.objects = Arrays.copyOf(to.objects, 2 * count * 2);
        }
        to.kinds[count] = kind;
        int at = count * NUMBERS;
        to.numbers[at] = a;
        to.numbers[at + 1] = b;
        to.numbers[at + 2] = c;
        to.numbers[at + 3] = d;
        to.numbers[at + 4] = e;
        to.objects[2 * count] = one;
        to.objects[2 * count + 1] = other;
        to.count = count + 1;
        return to.count >= MAX;
    }

    /** Passes all entries to a visitor, and drops them; by one thread at a time. */
    void empty(Visitor visitor) {
        Entries from = take();
        for (int i = 0; i < from.count; i++) {
            visitor.entry(from.kinds[i], from.numbers, i * NUMBERS, from.objects[2 * i], from.objects[2 * i + 1]);
        }
        Arrays.fill(from.objects, 0, 2 * from.count, null);
        from.count = 0;
    }

    private synchronized Entries take() {
        Entries full = filling;
        filling = taken;
        taken = full;
        return full;
    }
}

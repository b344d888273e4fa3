// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A queue from one or a few threads to the judge. Adding allocates memory only when the queue grows. The judge holds the lock
 * only to swap two buffers, every few milliseconds.
 */
abstract class HandoffBuffer<R> {

    private static final int INITIAL_CAPACITY = 256;
    private static final int LONG_QUEUE_NUMBERS = 1 << 16;

    private Entries filling = new Entries();
    private Entries drained = new Entries();

    static final class Entries {
        private long[] numbers = new long[INITIAL_CAPACITY];
        private @Nullable String[] texts = new @Nullable String[INITIAL_CAPACITY];
        private int numbersAdded;
        private int numbersRead;
        private int textsAdded;
        private int textsRead;

        Entries add(long value) {
            if (numbersAdded == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * numbersAdded);
            }
            numbers[numbersAdded++] = value;
            return this;
        }

        Entries add(String value) {
            if (textsAdded == texts.length) {
                texts = Arrays.copyOf(texts, 2 * textsAdded);
            }
            texts[textsAdded++] = value;
            return this;
        }

        long number() {
            return numbers[numbersRead++];
        }

        String text() {
            return String.valueOf(texts[textsRead++]);
        }

        private boolean hasNext() {
            return numbersRead < numbersAdded;
        }

        private boolean isLong() {
            return numbersAdded >= LONG_QUEUE_NUMBERS;
        }

        private void clear() {
            Arrays.fill(texts, 0, textsAdded, null);
            numbersAdded = 0;
            numbersRead = 0;
            textsAdded = 0;
            textsRead = 0;
        }
    }

    /** The caller holds this queue's lock and adds the values. */
    final Entries begin(int kind) {
        return filling.add(kind);
    }

    /** Returns true if the queue should be emptied now. The caller holds this queue's lock. */
    final boolean isLong() {
        return filling.isLong();
    }

    /** Must read all values of the entry. */
    abstract void deliver(int kind, Entries entry, R receiver);

    /** Call it from one thread at a time. */
    public final void drainTo(R receiver) {
        Entries entries = take();
        try {
            while (entries.hasNext()) {
                deliver((int) entries.number(), entries, receiver);
            }
        } finally {
            entries.clear();
        }
    }

    private synchronized Entries take() {
        Entries filledEntries = filling;
        filling = drained;
        drained = filledEntries;
        return filledEntries;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static io.github.cdctester.internal.meter.OwnTransactions.VALUE_COUNT;

import io.github.cdctester.internal.meter.OwnTransactions;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Buffers the last transactions of one source in stream order. A transaction belongs to this run if its commit is acknowledged
 * before {@value #MAX_CAPACITY} more transactions arrive (fewer for later sources, or if memory is short). Otherwise it belongs
 * to another client. Callers hold the lock of the {@link StreamLedger}.
 */
final class RecentTransactions {

    /** For the first sources. */
    static final int MAX_CAPACITY = 1 << 17;

    /** For later sources. The first sources get this capacity without the memory budget. */
    static final int SMALL_CAPACITY = 1 << 14;

    private static final int FIRST_CAPACITY = 1 << 6;
    private static final long OWN_BIT = 1L << 63;
    private static final int ENTRY_BYTES = Long.BYTES * (1 + VALUE_COUNT) + 2 * Integer.BYTES;

    private final OwnTransactions ownTransactions;
    private final boolean isFirstSource;
    private final LedgerMemory memory;
    private final LongConsumer ownReceiver;

    /** Ring buffer; the top bit marks this run's own transactions. Its capacity is a power of two. */
    private long[] numbers = {};

    private long[] values = {};

    /** Hash chains of the undecided entries, by bucket: index plus 1 of the first entry; 0 if there is none. */
    private int[] bucketHeads = {};

    /** By entry: index plus 1 of the next entry in its hash chain; 0 if there is none. */
    private int[] nextInChain = {};

    private int head;
    private int count;

    /** {@code isFirstSource} gives a larger capacity. {@code ownReceiver} gets this run's numbers in stream order. */
    RecentTransactions(
            OwnTransactions ownTransactions, boolean isFirstSource, LedgerMemory memory, LongConsumer ownReceiver) {
        this.ownTransactions = ownTransactions;
        this.isFirstSource = isFirstSource;
        this.memory = memory;
        this.ownReceiver = ownReceiver;
    }

    /** The transaction's values start at {@code source[offset]}. Returns false if there is no memory. */
    boolean add(long number, boolean isOwn, long[] source, int offset) {
        if (count == numbers.length && !grow()) {
            if (count == 0) {
                return false;
            }
            settleFirst();
        }
        int slot = head + count++ & numbers.length - 1;
        if (isOwn) {
            numbers[slot] = number | OWN_BIT;
            ownTransactions.record(source, offset);
            settleOwn();
        } else {
            numbers[slot] = number;
            System.arraycopy(source, offset, values, slot * VALUE_COUNT, VALUE_COUNT);
            link(slot);
        }
        return true;
    }

    /** Called when a commit is acknowledged after its arrival. */
    void acknowledged(long number) {
        int slot = count == 0 ? -1 : unlink(number);
        if (slot >= 0) {
            numbers[slot] |= OWN_BIT;
            ownTransactions.record(values, slot * VALUE_COUNT);
            settleOwn();
        }
    }

    /** Call it at the end of the stream. */
    void settle() {
        while (count > 0) {
            settleFirst();
        }
    }

    /** Keeps the buffer short if no other client writes. */
    private void settleOwn() {
        while (count > 0 && numbers[head] < 0) {
            settleFirst();
        }
    }

    private void settleFirst() {
        long number = numbers[head];
        if (number < 0) {
            ownReceiver.accept(number & ~OWN_BIT);
        } else {
            unlink(number);
        }
        head = head + 1 & numbers.length - 1;
        count--;
    }

    private boolean grow() {
        int oldCapacity = numbers.length;
        int capacity = Math.max(FIRST_CAPACITY, 2 * oldCapacity);
        boolean isUnbudgeted = isFirstSource && capacity <= SMALL_CAPACITY;
        if (capacity > (isFirstSource ? MAX_CAPACITY : SMALL_CAPACITY)
                || !isUnbudgeted && !memory.take((long) ENTRY_BYTES * (capacity - oldCapacity))) {
            return false;
        }
        long[] oldNumbers = numbers;
        long[] oldValues = values;
        numbers = new long[capacity];
        values = Arrays.copyOf(oldValues, capacity * VALUE_COUNT);
        bucketHeads = new int[capacity];
        nextInChain = new int[capacity];
        for (int i = 0; i < oldCapacity; i++) {
            int from = head + i & oldCapacity - 1;
            numbers[i] = oldNumbers[from];
            System.arraycopy(oldValues, from * VALUE_COUNT, values, i * VALUE_COUNT, VALUE_COUNT);
            if (numbers[i] >= 0) {
                link(i);
            }
        }
        head = 0;
        return true;
    }

    private void link(int slot) {
        int bucket = bucket(numbers[slot]);
        nextInChain[slot] = bucketHeads[bucket];
        bucketHeads[bucket] = slot + 1;
    }

    /** Returns the number's index in the ring buffer, or -1 if it is not undecided. */
    private int unlink(long number) {
        int bucket = bucket(number);
        int previous = -1;
        for (int slot = bucketHeads[bucket] - 1; slot >= 0; slot = nextInChain[slot] - 1) {
            if (numbers[slot] == number) {
                if (previous < 0) {
                    bucketHeads[bucket] = nextInChain[slot];
                } else {
                    nextInChain[previous] = nextInChain[slot];
                }
                return slot;
            }
            previous = slot;
        }
        return -1;
    }

    private int bucket(long number) {
        return (int) number & bucketHeads.length - 1;
    }
}

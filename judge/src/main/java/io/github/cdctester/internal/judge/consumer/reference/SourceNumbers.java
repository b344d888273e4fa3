// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import io.github.cdctester.internal.binlog.gtid.GtidIntervals;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.Arrays;

/** Log indexes of one GTID source, by transaction number. Consecutive numbers with consecutive indexes share one range. */
public final class SourceNumbers {

    private static final int INITIAL_CAPACITY = 16;
    private static final long RANGE_BYTES = 2 * Long.BYTES + Integer.BYTES;

    private final long high;
    private final long low;
    private final String tag;

    /** Acknowledgement times of numbers that were not read from the log yet. */
    private LongPairMap pending;

    /** Like {@link #pending}, from before the measured part. */
    private LongPairMap earlier;

    /** By number, until the log contains the transaction. */
    private final LongPairMap stamps;

    private final LedgerMemory memory;
    private final GtidIntervals numbersBefore;
    private long[] firstNumbers = new long[INITIAL_CAPACITY];
    private int[] firstIndexes = new int[INITIAL_CAPACITY];
    private long[] lengths = new long[INITIAL_CAPACITY];
    private int rangeCount;

    public SourceNumbers(long high, long low, String tag, GtidIntervals numbersBefore, LedgerMemory memory) {
        this.high = high;
        this.low = low;
        this.tag = tag;
        this.numbersBefore = numbersBefore;
        this.memory = memory;
        pending = new LongPairMap(memory);
        earlier = new LongPairMap(memory);
        stamps = new LongPairMap(memory);
    }

    /** Starts the measured part. Commits acknowledged so far precede it, even if the log contains them later. */
    void forgetAcknowledged() {
        earlier.clear();
        earlier = pending;
        pending = new LongPairMap(memory);
    }

    public long high() {
        return high;
    }

    public long low() {
        return low;
    }

    public String tag() {
        return tag;
    }

    public LongPairMap pending() {
        return pending;
    }

    long removePending(long number) {
        int slot = pending.find(number);
        long micros = slot == LongPairMap.NONE ? CommitTimes.UNKNOWN : pending.first(slot);
        pending.remove(number);
        return micros;
    }

    boolean addPending(long number, long micros) {
        return pending.put(number, micros, 0);
    }

    /** Returns true if a number was acknowledged before the measured part, and was not read from the log yet. */
    public boolean isEarlier(long number) {
        return earlier.find(number) != LongPairMap.NONE;
    }

    boolean removeEarlier(long number) {
        return earlier.remove(number);
    }

    /** Returns false if there is no memory. */
    public boolean addStamp(long number, long sequence) {
        return stamps.put(number, sequence, 0);
    }

    /** Returns 0 if there is no stamp. */
    public long removeStamp(long number) {
        int slot = stamps.find(number);
        long sequence = slot == LongPairMap.NONE ? 0 : stamps.first(slot);
        stamps.remove(number);
        return sequence;
    }

    boolean matches(long otherHigh, long otherLow, String otherTag) {
        return high == otherHigh && low == otherLow && tag.equals(otherTag);
    }

    /** Returns true if a number is known to precede the log range that the stream reads. */
    public boolean isBefore(long number) {
        return numbersBefore.contains(number) || rangeCount > 0 && number < firstNumbers[0];
    }

    public boolean isAfterEnd(long number) {
        return rangeCount > 0 && number >= firstNumbers[rangeCount - 1] + lengths[rangeCount - 1];
    }

    /** Returns -1 if the number was not read. */
    public int indexOf(long number) {
        int range = rangeOf(number);
        return range >= 0 && number - firstNumbers[range] < lengths[range]
                ? (int) (firstIndexes[range] + number - firstNumbers[range])
                : -1;
    }

    /** Returns false if there is no memory. */
    boolean add(long number, int index) {
        int range = rangeOf(number);
        if (range >= 0
                && number == firstNumbers[range] + lengths[range]
                && index == firstIndexes[range] + lengths[range]) {
            lengths[range]++;
            return true;
        }
        if (rangeCount == firstNumbers.length) {
            if (!memory.take(rangeCount * RANGE_BYTES)) {
                return false;
            }
            firstNumbers = Arrays.copyOf(firstNumbers, 2 * rangeCount);
            firstIndexes = Arrays.copyOf(firstIndexes, 2 * rangeCount);
            lengths = Arrays.copyOf(lengths, 2 * rangeCount);
        }
        int newRange = range + 1;
        System.arraycopy(firstNumbers, newRange, firstNumbers, newRange + 1, rangeCount - newRange);
        System.arraycopy(firstIndexes, newRange, firstIndexes, newRange + 1, rangeCount - newRange);
        System.arraycopy(lengths, newRange, lengths, newRange + 1, rangeCount - newRange);
        firstNumbers[newRange] = number;
        firstIndexes[newRange] = index;
        lengths[newRange] = 1;
        rangeCount++;
        return true;
    }

    /** Returns 0 if the log index belongs to another source. */
    long numberAt(int index) {
        for (int range = 0; range < rangeCount; range++) {
            if (index >= firstIndexes[range] && index < firstIndexes[range] + lengths[range]) {
                return firstNumbers[range] + index - firstIndexes[range];
            }
        }
        return 0;
    }

    /** Returns the last range that starts at or before a number; -1 if none. */
    private int rangeOf(long number) {
        if (rangeCount > 0 && firstNumbers[rangeCount - 1] <= number) {
            return rangeCount - 1; // fast path: numbers mostly ascend
        }
        int found = Arrays.binarySearch(firstNumbers, 0, rangeCount, number);
        return found >= 0 ? found : -found - 2;
    }
}

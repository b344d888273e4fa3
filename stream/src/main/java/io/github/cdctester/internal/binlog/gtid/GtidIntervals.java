// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import java.util.Arrays;

/** Transaction numbers of one source, as ascending intervals that neither overlap nor touch. */
public final class GtidIntervals {

    /** MySQL's highest number. The exclusive end of its interval must also fit into a {@code long}. */
    public static final long MAX_NUMBER = Long.MAX_VALUE - 1;

    /** For each interval: its first number, then its last number plus 1. */
    private long[] bounds = new long[8];

    private int count;

    public int count() {
        return count;
    }

    public long start(int interval) {
        return bounds[2 * interval];
    }

    /** Returns the last number of an interval plus 1. */
    public long end(int interval) {
        return bounds[2 * interval + 1];
    }

    /** Numbers start at 1. Returns false if the number was already present. Extending the last interval needs no search. */
    public boolean add(long number) {
        if (count > 0 && bounds[2 * count - 1] == number) {
            bounds[2 * count - 1]++;
            return true;
        }
        if (contains(number)) {
            return false;
        }
        add(number, number + 1);
        return true;
    }

    public boolean endsWith(long number) {
        return count > 0 && bounds[2 * count - 1] == number + 1;
    }

    public void extend(long numbers) {
        bounds[2 * count - 1] += numbers;
    }

    /** Adds numbers below {@code end}. Joins intervals that touch. */
    public void add(long start, long end) {
        int from = intervalEndingAtOrAfter(start);
        int to = from;
        while (to < count && bounds[2 * to] <= end) {
            to++;
        }
        if (to == from) {
            insert(from, start, end);
            return;
        }
        bounds[2 * from] = Math.min(start, bounds[2 * from]);
        bounds[2 * from + 1] = Math.max(end, bounds[2 * to - 1]);
        System.arraycopy(bounds, 2 * to, bounds, 2 * from + 2, 2 * (count - to));
        count -= to - from - 1;
    }

    void addAll(GtidIntervals other) {
        for (int i = 0; i < other.count; i++) {
            add(other.start(i), other.end(i));
        }
    }

    public boolean contains(long number) {
        int interval = number > MAX_NUMBER ? count : intervalEndingAtOrAfter(number + 1);
        return interval < count && bounds[2 * interval] <= number;
    }

    GtidIntervals copy() {
        GtidIntervals copy = new GtidIntervals();
        copy.bounds = bounds.clone();
        copy.count = count;
        return copy;
    }

    public GtidIntervals subtract(GtidIntervals other) {
        GtidIntervals difference = new GtidIntervals();
        int otherIndex = 0;
        for (int i = 0; i < count; i++) {
            long start = start(i);
            while (otherIndex < other.count && other.end(otherIndex) <= start) {
                otherIndex++;
            }
            // an interval of the other object may overlap several intervals, so the next iteration examines it again
            for (int h = otherIndex; h < other.count && other.start(h) < end(i); h++) {
                otherIndex = h;
                if (other.start(h) > start) {
                    difference.insert(difference.count, start, other.start(h));
                }
                start = other.end(h);
            }
            if (start < end(i)) {
                difference.insert(difference.count, start, end(i));
            }
        }
        return difference;
    }

    private int intervalEndingAtOrAfter(long number) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bounds[2 * middle + 1] >= number) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void insert(int interval, long start, long end) {
        if (2 * count == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        System.arraycopy(bounds, 2 * interval, bounds, 2 * interval + 2, 2 * (count - interval));
        bounds[2 * interval] = start;
        bounds[2 * interval + 1] = end;
        count++;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GtidIntervals intervals
                && Arrays.equals(bounds, 0, 2 * count, intervals.bounds, 0, 2 * intervals.count);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < 2 * count; i++) {
            hash = 31 * hash + Long.hashCode(bounds[i]);
        }
        return hash;
    }

    /** Example: {@code 1-5:7}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ":").append(start(i));
            if (end(i) - start(i) > 1) {
                text.append('-').append(end(i) - 1);
            }
        }
        return text.toString();
    }
}

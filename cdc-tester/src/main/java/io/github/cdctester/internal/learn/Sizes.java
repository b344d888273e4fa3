// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.ArrayList;
import java.util.List;

/** How often whole numbers from 0 came: exactly below 32, then by ranges an eighth of a power of two wide. */
final class Sizes {

    private static final int EXACT = 32;
    private static final int EXACT_BITS = 5;
    private static final int STEP_BITS = 3;
    private static final int STEPS = 1 << STEP_BITS;

    private final long[] counts = new long[EXACT + STEPS * (31 - EXACT_BITS)];
    private final long[] sums = new long[counts.length];
    private long total;
    private long sum;
    private long least = Long.MAX_VALUE;
    private long most;

    /** Some of the numbers, and how many of them there were. */
    record Range(long low, long high, long count) {

        @Override
        public String toString() {
            return low == high ? Long.toString(low) : low + ".." + high;
        }
    }

    void add(long number) {
        long size = Math.min(number, Integer.MAX_VALUE);
        counts[place(size)]++;
        sums[place(size)] += size;
        total++;
        sum += size;
        least = Math.min(least, size);
        most = Math.max(most, size);
    }

    long total() {
        return total;
    }

    long most() {
        return most;
    }

    double mean() {
        return total == 0 ? 0 : (double) sum / total;
    }

    /** The numbers as about {@code limit} ranges with as many of them each, and with their mean in the middle; at least one. */
    List<Range> ranges(int limit) {
        List<Range> ranges = new ArrayList<>();
        long low = 0;
        long high = 0;
        long count = 0;
        long inRange = 0;
        for (int place = 0; place < counts.length; place++) {
            if (counts[place] == 0) {
                continue;
            }
            if (count > 0 && (count + counts[place]) * limit > total) {
                ranges.add(around(low, high, count, inRange));
                count = 0;
                inRange = 0;
            }
            low = count == 0 ? Math.max(least, low(place)) : low;
            high = Math.min(most, low(place + 1) - 1);
            count += counts[place];
            inRange += sums[place];
        }
        ranges.add(around(low, high, count, inRange));
        return ranges;
    }

    private static Range around(long low, long high, long count, long all) {
        double mean = (double) all / Math.max(1, count);
        double width = Math.min(mean - low, high - mean);
        return new Range(Math.round(mean - width), Math.round(mean + width), count);
    }

    /** As a workload file has it: a range, or several with their weights. */
    String text(int limit) {
        return total == 0 ? "0" : text(ranges(limit));
    }

    static String text(List<Range> ranges) {
        if (ranges.size() == 1) {
            return ranges.get(0).toString();
        }
        long all = ranges.stream().mapToLong(Range::count).sum();
        List<String> parts = new ArrayList<>();
        for (Range range : ranges) {
            parts.add(range + ": " + Math.max(1, Math.round(1_000.0 * range.count() / all)));
        }
        return "{" + String.join(", ", parts) + "}";
    }

    private static int place(long number) {
        if (number < EXACT) {
            return (int) number;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(number);
        return EXACT + (exponent - EXACT_BITS) * STEPS + ((int) (number >> exponent - STEP_BITS) & STEPS - 1);
    }

    private static long low(int place) {
        if (place < EXACT) {
            return place;
        }
        int exponent = (place - EXACT) / STEPS + EXACT_BITS;
        return (long) (STEPS + (place - EXACT) % STEPS) << exponent - STEP_BITS;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.bound.Budget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;

/** A histogram of nonnegative numbers: exact below 128, above with 64 ranges per power of two. */
final class Sizes {

    /** Counted for a value without a size, such as NULL. */
    static final long NONE = -1;

    private static final int EXACT_BITS = 6;

    /** Approximate number of ranges in a workload file. */
    private static final int RANGES = 8;

    private static final long PART_BYTES = 120;

    private final Budget budget;
    private final TreeMap<Long, LongSummaryStatistics> parts = new TreeMap<>();
    private long noneCount;

    /** Creates an empty histogram. When the budget is used up, a number counts in the nearest lower range that exists. */
    Sizes(Budget budget) {
        this.budget = budget;
    }

    /** A range of numbers and its count. */
    record Range(long low, long high, long count) {

        /** Returns a range around the mean that lies within minimum and maximum. */
        private static Range of(LongSummaryStatistics part) {
            double mean = part.getAverage();
            double width = Math.min(mean - part.getMin(), part.getMax() - mean);
            return new Range(Math.round(mean - width), Math.round(mean + width), part.getCount());
        }

        private Object valueOrRange() {
            return low == high ? (Object) low : low + ".." + high;
        }
    }

    /** Counts a number, or {@link #NONE}. */
    void add(long number) {
        if (number == NONE) {
            noneCount++;
            return;
        }
        int unused = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(number) - EXACT_BITS - 1);
        long rangeStart = number >> unused << unused;
        LongSummaryStatistics range = parts.get(rangeStart);
        if (range == null && (parts.isEmpty() || budget.take(PART_BYTES))) {
            range = new LongSummaryStatistics();
            parts.put(rangeStart, range);
        }
        if (range == null) {
            var nearest = parts.floorEntry(rangeStart);
            range = (nearest == null ? parts.firstEntry() : nearest).getValue();
        }
        range.accept(number);
    }

    private LongSummaryStatistics statistics() {
        LongSummaryStatistics all = new LongSummaryStatistics();
        parts.values().forEach(all::combine);
        return all;
    }

    boolean isMostlyNone() {
        return noneCount > statistics().getCount();
    }

    long max() {
        return Math.max(0, statistics().getMax());
    }

    double mean() {
        return statistics().getAverage();
    }

    /** Returns an approximate quantile; {@code fraction} is from 0 to 1; 0 if the histogram is empty. */
    double quantile(double fraction) {
        double remainingCount = fraction * statistics().getCount();
        for (LongSummaryStatistics range : parts.values()) {
            remainingCount -= range.getCount();
            if (remainingCount <= 0) {
                return range.getAverage();
            }
        }
        return 0;
    }

    /** Returns about {@code limit} ranges with similar counts; at least one range. */
    List<Range> ranges(int limit) {
        long total = statistics().getCount();
        List<Range> ranges = new ArrayList<>();
        LongSummaryStatistics current = new LongSummaryStatistics();
        for (LongSummaryStatistics part : parts.values()) {
            if (current.getCount() > 0 && (current.getCount() + part.getCount()) * limit > total) {
                ranges.add(Range.of(current));
                current = new LongSummaryStatistics();
            }
            current.combine(part);
        }
        ranges.add(current.getCount() == 0 ? new Range(0, 0, 0) : Range.of(current));
        return ranges;
    }

    /** Returns the workload file's expression: a number, a range, or several ranges with weights. */
    Object draw() {
        return draw(ranges(RANGES));
    }

    static Object draw(List<Range> ranges) {
        if (ranges.size() == 1) {
            return ranges.get(0).valueOrRange();
        }
        long all = ranges.stream().mapToLong(Range::count).sum();
        Map<Object, Object> weights = new LinkedHashMap<>();
        ranges.forEach(range ->
                weights.put(range.valueOrRange(), Math.max(1, Math.round(1_000.0 * range.count() / all))));
        return weights;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.bound.Budget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;

/** A histogram of nonnegative numbers. It is exact below 128, and has 64 ranges per power of two above. */
final class Sizes {

    /** Stands for a value without a size, such as NULL. */
    static final long NONE = -1;

    private static final int EXACT_BITS = 6;

    private static final int TARGET_RANGES = 8;

    private static final long RANGE_BYTES = 120;

    private final Budget budget;
    private final TreeMap<Long, LongSummaryStatistics> rangesByStart = new TreeMap<>();
    private long noneCount;

    /** After the budget is used up, numbers are counted in existing ranges, lower if possible. */
    Sizes(Budget budget) {
        this.budget = budget;
    }

    record Range(long low, long high, long count) {

        /** Returns a range around the mean, within minimum and maximum. */
        private static Range of(LongSummaryStatistics group) {
            double mean = group.getAverage();
            double width = Math.min(mean - group.getMin(), group.getMax() - mean);
            return new Range(Math.round(mean - width), Math.round(mean + width), group.getCount());
        }

        private Object valueOrRange() {
            return low == high ? (Object) low : low + ".." + high;
        }
    }

    void add(long number) {
        if (number == NONE) {
            noneCount++;
            return;
        }
        int droppedBits = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(number) - EXACT_BITS - 1);
        long rangeStart = number >> droppedBits << droppedBits;
        LongSummaryStatistics range = rangesByStart.get(rangeStart);
        if (range == null && (rangesByStart.isEmpty() || budget.take(RANGE_BYTES))) {
            range = new LongSummaryStatistics();
            rangesByStart.put(rangeStart, range);
        }
        if (range == null) {
            var nearestEntry = rangesByStart.floorEntry(rangeStart);
            range = (nearestEntry == null ? rangesByStart.firstEntry() : nearestEntry).getValue();
        }
        range.accept(number);
    }

    private LongSummaryStatistics statistics() {
        LongSummaryStatistics total = new LongSummaryStatistics();
        rangesByStart.values().forEach(total::combine);
        return total;
    }

    boolean isMostlyNone() {
        return noneCount > statistics().getCount();
    }

    long max() {
        return Math.max(0, statistics().getMax());
    }

    /** {@code fraction} is from 0 to 1. Returns 0 if the histogram is empty. */
    double quantile(double fraction) {
        double remainingCount = fraction * statistics().getCount();
        for (LongSummaryStatistics range : rangesByStart.values()) {
            remainingCount -= range.getCount();
            if (remainingCount <= 0) {
                return range.getAverage();
            }
        }
        return 0;
    }

    /** Returns about {@code limit} ranges with similar counts, at least one. */
    List<Range> ranges(int limit) {
        long total = statistics().getCount();
        List<Range> ranges = new ArrayList<>();
        LongSummaryStatistics currentRange = new LongSummaryStatistics();
        for (LongSummaryStatistics group : rangesByStart.values()) {
            if (currentRange.getCount() > 0 && (currentRange.getCount() + group.getCount()) * limit > total) {
                ranges.add(Range.of(currentRange));
                currentRange = new LongSummaryStatistics();
            }
            currentRange.combine(group);
        }
        ranges.add(currentRange.getCount() == 0 ? new Range(0, 0, 0) : Range.of(currentRange));
        return ranges;
    }

    Object drawExpression() {
        return drawExpression(ranges(TARGET_RANGES));
    }

    static Object drawExpression(List<Range> ranges) {
        if (ranges.size() == 1) {
            return ranges.get(0).valueOrRange();
        }
        long total = ranges.stream().mapToLong(Range::count).sum();
        Map<Object, Object> weights = new LinkedHashMap<>();
        ranges.forEach(range ->
                weights.put(range.valueOrRange(), Math.max(1, Math.round(1_000.0 * range.count() / total))));
        return weights;
    }
}

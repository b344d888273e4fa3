// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.bound.Budget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;

/** Counts whole numbers from 0: exactly below 128, then by ranges of a 64th of a power of two. */
final class Sizes {

    /** There was nothing that has a size. */
    static final long NONE = -1;

    private static final int EXACT_BITS = 6;

    /** Approximate number of ranges in a workload file. */
    private static final int RANGES = 8;

    private static final long PART_BYTES = 120;

    private final Budget budget;
    private final TreeMap<Long, LongSummaryStatistics> parts = new TreeMap<>();
    private long none;

    /** Creates it; numbers for which the budget has no room count as the nearest smaller range that is known. */
    Sizes(Budget budget) {
        this.budget = budget;
    }

    /** Some of the numbers, and how many of them there were. */
    record Range(long low, long high, long count) {

        /** With the mean in the middle. */
        private static Range of(LongSummaryStatistics part) {
            double mean = part.getAverage();
            double width = Math.min(mean - part.getMin(), part.getMax() - mean);
            return new Range(Math.round(mean - width), Math.round(mean + width), part.getCount());
        }

        private Object drawn() {
            return low == high ? (Object) low : low + ".." + high;
        }
    }

    /** Counts a number, or {@link #NONE}. */
    void add(long number) {
        if (number == NONE) {
            none++;
            return;
        }
        int unused = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(number) - EXACT_BITS - 1);
        long part = number >> unused << unused;
        LongSummaryStatistics known = parts.get(part);
        if (known == null && (parts.isEmpty() || budget.take(PART_BYTES))) {
            known = new LongSummaryStatistics();
            parts.put(part, known);
        }
        if (known == null) {
            var nearest = parts.floorEntry(part);
            known = (nearest == null ? parts.firstEntry() : nearest).getValue();
        }
        known.accept(number);
    }

    private LongSummaryStatistics all() {
        LongSummaryStatistics all = new LongSummaryStatistics();
        parts.values().forEach(all::combine);
        return all;
    }

    boolean isMostlyNone() {
        return none > all().getCount();
    }

    long most() {
        return Math.max(0, all().getMax());
    }

    double mean() {
        return all().getAverage();
    }

    /** The number that a part of all is not above, about; 0 for none. */
    double quantile(double part) {
        double left = part * all().getCount();
        for (LongSummaryStatistics some : parts.values()) {
            left -= some.getCount();
            if (left <= 0) {
                return some.getAverage();
            }
        }
        return 0;
    }

    /** The numbers as about {@code limit} ranges with as many of them each; at least one. */
    List<Range> ranges(int limit) {
        long total = all().getCount();
        List<Range> ranges = new ArrayList<>();
        LongSummaryStatistics open = new LongSummaryStatistics();
        for (LongSummaryStatistics part : parts.values()) {
            if (open.getCount() > 0 && (open.getCount() + part.getCount()) * limit > total) {
                ranges.add(Range.of(open));
                open = new LongSummaryStatistics();
            }
            open.combine(part);
        }
        ranges.add(open.getCount() == 0 ? new Range(0, 0, 0) : Range.of(open));
        return ranges;
    }

    /** As a workload file draws them: a number, a range, or several with their weights. */
    Object draw() {
        return draw(ranges(RANGES));
    }

    static Object draw(List<Range> ranges) {
        if (ranges.size() == 1) {
            return ranges.get(0).drawn();
        }
        long all = ranges.stream().mapToLong(Range::count).sum();
        Map<Object, Object> weights = new LinkedHashMap<>();
        ranges.forEach(range -> weights.put(range.drawn(), Math.max(1, Math.round(1_000.0 * range.count() / all))));
        return weights;
    }
}

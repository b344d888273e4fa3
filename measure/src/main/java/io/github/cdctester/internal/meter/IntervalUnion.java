// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.Map;
import java.util.TreeMap;

/** The total time of intervals in any order. Overlaps count once. Not thread-safe. */
final class IntervalUnion {

    /** Time before the end of a forgotten interval is not counted any more. */
    static final int MAX_INTERVALS = 1_000;

    /** Disjoint intervals: the end by the start. */
    private final TreeMap<Long, Long> untilByFrom = new TreeMap<>();

    private long forgottenUntilNanos = Long.MIN_VALUE;
    private long totalNanos;

    void add(long fromNanos, long untilNanos) {
        long from = Math.max(fromNanos, forgottenUntilNanos);
        long until = untilNanos;
        if (until <= from) {
            return;
        }
        Map.Entry<Long, Long> overlapping = untilByFrom.floorEntry(until);
        while (overlapping != null && overlapping.getValue() >= from) {
            untilByFrom.remove(overlapping.getKey());
            totalNanos -= overlapping.getValue() - overlapping.getKey();
            from = Math.min(from, overlapping.getKey());
            until = Math.max(until, overlapping.getValue());
            overlapping = untilByFrom.floorEntry(until);
        }
        untilByFrom.put(from, until);
        totalNanos += until - from;
        if (untilByFrom.size() > MAX_INTERVALS) {
            forgottenUntilNanos = untilByFrom.pollFirstEntry().getValue();
        }
    }

    long totalNanos() {
        return totalNanos;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

/** The latest gaps in one log file, to find out which bytes arrive late. */
final class LogGaps {

    /** Bytes that fill an older gap are not recognised as late. */
    static final int MAX_GAPS = 1_024;

    private final long[] starts = new long[MAX_GAPS];
    private final long[] ends = new long[MAX_GAPS];
    private int oldest;

    void add(long from, long to) {
        starts[oldest] = from;
        ends[oldest] = to;
        oldest = (oldest + 1) % MAX_GAPS;
    }

    /** Removes the bytes of a range from the gaps, and returns their number. */
    long fill(long from, long to) {
        long filledBytes = 0;
        for (int i = 0; i < MAX_GAPS; i++) {
            long filledFrom = Math.max(from, starts[i]);
            long filledTo = Math.min(to, ends[i]);
            if (filledFrom < filledTo) {
                filledBytes += filledTo - filledFrom;
                removePart(i, filledFrom, filledTo);
            }
        }
        return filledBytes;
    }

    private void removePart(int index, long from, long to) {
        if (from == starts[index]) {
            starts[index] = to;
            return;
        }
        long end = ends[index];
        ends[index] = from;
        if (to < end) {
            add(to, end);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.util.Arrays;

/** Offsets of the lines of a file. Not thread-safe. */
final class LineOffsets {

    private static final int INITIAL_CAPACITY = 1_024;

    private long[] ends = new long[INITIAL_CAPACITY];
    private int count;

    /** @param bytes length of the line, including its separator */
    void add(long bytes) {
        if (count + 1 == ends.length) {
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        ends[count + 1] = ends[count] + bytes;
        count++;
    }

    int count() {
        return count;
    }

    long end() {
        return ends[count];
    }

    /** Returns the start offset of each line from {@code line} on (the first line is 0), and then the end of the last line. */
    long[] offsetsFrom(int line) {
        return Arrays.copyOfRange(ends, Math.min(line, count), count + 1);
    }
}

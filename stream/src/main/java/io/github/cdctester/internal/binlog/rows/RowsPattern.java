// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Stores the bytes that determine the number of rows in recent events of one table and type: heads, NULL bitmaps, and value
 * lengths. An event with the same length and the same values in these bytes has the same number of rows. All offsets are known
 * in advance, so that the CPU need not read one length to find the next.
 */
final class RowsPattern {

    /** Approximate maximum memory of a pattern in bytes. */
    static final long WEIGHT = 500;

    private static final int NO_MATCH = -1;

    private static final int MAX_WORDS = 16;

    /**
     * After this many consecutive patterns that each matched fewer events than this number, no new pattern is stored,
     * because the lengths vary too much.
     */
    private static final int MAX_TRIES = 16;

    private @Nullable WordPattern pattern;
    private int bytes;
    private long rows;

    private int lastBytes;
    private int triesLeft = MAX_TRIES;
    private long matchCount;

    /**
     * Returns the number of rows of an event that matches the pattern.
     *
     * @param count length of the event in bytes, without the checksum
     * @return the number of rows; -1 if the event differs from the pattern
     */
    long rows(ByteBuffer buffer, int index, int count) {
        WordPattern currentPattern = pattern;
        if (currentPattern == null || count != bytes || !currentPattern.isAt(buffer, index)) {
            return NO_MATCH;
        }
        matchCount++;
        return rows;
    }

    /** Stores the pattern of a counted event if the previously counted event had the same length and tries are left. */
    void store(
            ByteBuffer buffer,
            int index,
            int count,
            RowEventHead head,
            RowTable table,
            boolean isUpdate,
            long rowCount) {
        boolean isSameLength = count == lastBytes;
        lastBytes = count;
        if (!isSameLength || triesLeft == 0) {
            return;
        }
        triesLeft = matchCount >= MAX_TRIES ? MAX_TRIES : triesLeft - 1;
        matchCount = 0;
        WordPattern.Builder builder = new WordPattern.Builder(buffer, index, count, MAX_WORDS);
        int from = head.rowsIndex() - index;
        builder.add(RowEventHead.EXTRA_OFFSET, from - RowEventHead.EXTRA_OFFSET);
        RowImage first = table.image(0);
        RowImage second = isUpdate ? table.image(1) : first;
        if (first.fixedBytes() == 0 || second.fixedBytes() == 0) {
            while (from < count && builder.isComplete()) {
                from = addImage(buffer, index, from, first, builder);
                if (isUpdate) {
                    from = addImage(buffer, index, from, second, builder);
                }
            }
        }
        pattern = builder.build();
        bytes = count;
        rows = rowCount;
    }

    /**
     * Adds the bytes that determine an image's length: NULL bitmap and value lengths. The event was counted before, so
     * its lengths are valid.
     *
     * @return offset past the image
     */
    private static int addImage(ByteBuffer buffer, int index, int from, RowImage image, WordPattern.Builder builder) {
        builder.add(from, image.nullBytes());
        int offset = from + image.nullBytes();
        for (int column = 0; column < image.columnCount(); column++) {
            if ((buffer.get(index + from + (column >> 3)) >> (column & 7) & 1) == 0) {
                int step = image.steps()[column];
                int prefix = RowColumnType.prefixBytes(step);
                offset += RowColumnType.fixedBytes(step);
                builder.add(offset, prefix);
                int length = 0;
                for (int i = prefix - 1; i >= 0; i--) {
                    length = length << 8 | buffer.get(index + offset + i) & 0xFF;
                }
                offset += prefix + length;
            }
        }
        return offset;
    }
}

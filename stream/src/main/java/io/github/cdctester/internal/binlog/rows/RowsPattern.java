// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of recent events that determine the number of rows: heads, NULL bitmaps and value lengths. All offsets are known in
 * advance, so the CPU need not read one length to find the next.
 */
final class RowsPattern {

    /** Approximate maximum memory in bytes. */
    static final long WEIGHT = 500;

    private static final int NO_MATCH = -1;

    private static final int MAX_WORDS = 16;

    /** After this many consecutive patterns with fewer matches than this number, none is stored: the lengths vary too much. */
    private static final int MAX_TRIES = 16;

    private @Nullable WordPattern pattern;
    private int bytes;
    private long rows;

    private int lastBytes;
    private int triesLeft = MAX_TRIES;
    private long matchCount;

    /** Returns -1 if the event differs from the pattern. {@code count} excludes the checksum. */
    long rows(ByteBuffer buffer, int index, int count) {
        WordPattern currentPattern = pattern;
        if (currentPattern == null || count != bytes || !currentPattern.isAt(buffer, index)) {
            return NO_MATCH;
        }
        matchCount++;
        return rows;
    }

    /** Stores a pattern only if the previously counted event had the same length and tries are left. */
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

    /** The event was counted before, so its lengths are valid. Returns the offset past the image. */
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

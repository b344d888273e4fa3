// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Counts the rows of a complete event, without the state of {@link RowWalker}. */
final class WholeRows {

    private static final int NOT_COUNTED = -1;

    private WholeRows() {}

    /** Returns -1 if an image has no columns, the rows are invalid, or a length cannot be read. {@code end} is the index after the rows. */
    static long count(ByteBuffer buffer, RowEventHead head, int end, RowTable table, boolean isUpdate) {
        RowImage first = table.image(0, buffer, head);
        RowImage second = isUpdate ? table.image(1, buffer, head) : null;
        if (first.isEmpty() || second != null && second.isEmpty()) {
            return NOT_COUNTED;
        }
        if (first.fixedBytes() > 0 && (second == null || second.fixedBytes() > 0)) {
            // all rows have the same length
            int rowBytes = first.fixedBytes() + (second == null ? 0 : second.fixedBytes());
            int areaBytes = end - head.rowsIndex();
            return areaBytes % rowBytes == 0 ? areaBytes / rowBytes : NOT_COUNTED;
        }
        return rows(buffer, head.rowsIndex(), end, first, second);
    }

    private static long rows(ByteBuffer buffer, int from, int end, RowImage first, @Nullable RowImage second) {
        // lengths are read four bytes at a time
        int lastReadable = buffer.limit() - 4;
        long rows = 0;
        int index = from;
        while (index < end) {
            index = skipImage(buffer, index, end, lastReadable, first);
            if (second != null && index != NOT_COUNTED) {
                index = skipImage(buffer, index, end, lastReadable, second);
            }
            if (index == NOT_COUNTED) {
                return NOT_COUNTED;
            }
            rows++;
        }
        return rows;
    }

    private static int skipImage(ByteBuffer buffer, int from, int end, int lastReadable, RowImage image) {
        int nullBytes = image.nullBytes();
        if (nullBytes > end - from) {
            return NOT_COUNTED;
        }
        return image.hasNulls(buffer, from)
                ? skipImageWithNulls(buffer, from, end, lastReadable, image)
                : skipImageWithoutNulls(buffer, from + nullBytes, end, lastReadable, image);
    }

    private static int skipImageWithoutNulls(ByteBuffer buffer, int from, int end, int lastReadable, RowImage image) {
        int[] steps = image.mergedSteps();
        int count = image.mergedStepCount();
        long index = from;
        for (int i = 0; i < count; i++) {
            index = indexAfter(buffer, index, lastReadable, steps[i]);
        }
        return index > end ? NOT_COUNTED : (int) index;
    }

    private static int skipImageWithNulls(ByteBuffer buffer, int from, int end, int lastReadable, RowImage image) {
        int[] steps = image.steps();
        int count = image.columnCount();
        long index = (long) from + image.nullBytes();
        for (int i = 0; i < count; i++) {
            if ((buffer.get(from + (i >> 3)) >> (i & 7) & 1) == 0) {
                index = indexAfter(buffer, index, lastReadable, steps[i]);
            }
        }
        return index > end ? NOT_COUNTED : (int) index;
    }

    /** If a length cannot be read, or is read past the event's end, the result exceeds any valid end. */
    private static long indexAfter(ByteBuffer buffer, long from, int lastReadable, int step) {
        long index = from + RowColumnType.fixedBytes(step);
        int prefix = RowColumnType.prefixBytes(step);
        if (prefix == 0) {
            return index;
        }
        if (index > lastReadable) {
            return Long.MAX_VALUE >> 1;
        }
        int unusedBits = 32 - 8 * prefix;
        return index + prefix + (buffer.getInt((int) index) << unusedBits >>> unusedBits & 0xFFFF_FFFFL);
    }
}

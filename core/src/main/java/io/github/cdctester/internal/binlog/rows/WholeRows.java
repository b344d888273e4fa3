// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Counts the rows of an event that is all there, without the state that {@link RowWalker} needs to stop anywhere. */
final class WholeRows {

    private static final int NOT_HERE = -1;

    private WholeRows() {}

    /**
     * Counts rows.
     *
     * @param end index of the first byte after the rows
     * @return the number of rows, or -1 if the event is not ordinary
     */
    static long count(ByteBuffer buffer, RowEventHead head, int end, RowTable table, boolean isUpdate) {
        RowImage first = table.image(0);
        first.prepare(buffer, head.bitmap(0));
        RowImage second = null;
        if (isUpdate) {
            second = table.image(1);
            second.prepare(buffer, head.bitmap(1));
        }
        return count(buffer, head.rows(), end, first, second);
    }

    private static long count(ByteBuffer buffer, int from, int end, RowImage first, @Nullable RowImage second) {
        if (first.isEmpty() || second != null && second.isEmpty()) {
            return NOT_HERE;
        }
        if (first.fixedBytes() > 0 && (second == null || second.fixedBytes() > 0)) {
            // like RowWalker: no bit of a row changes its length
            int fixed = first.fixedBytes() + (second == null ? 0 : second.fixedBytes());
            int area = end - from;
            return area % fixed == 0 ? area / fixed : NOT_HERE;
        }
        return rows(buffer, from, end, first, second);
    }

    private static long rows(ByteBuffer buffer, int from, int end, RowImage first, @Nullable RowImage second) {
        // lengths are read four bytes at a time
        int readable = buffer.limit() - 4;
        long rows = 0;
        int at = from;
        while (at < end) {
            at = image(buffer, at, end, readable, first);
            if (second != null && at != NOT_HERE) {
                at = image(buffer, at, end, readable, second);
            }
            if (at == NOT_HERE) {
                return NOT_HERE;
            }
            rows++;
        }
        return rows;
    }

    private static int image(ByteBuffer buffer, int from, int end, int readable, RowImage image) {
        int nullBytes = image.nullBytes();
        if (nullBytes > end - from) {
            return NOT_HERE;
        }
        return image.hasNulls(buffer, from)
                ? withNulls(buffer, from, end, readable, image)
                : withoutNulls(buffer, from + nullBytes, end, readable, image);
    }

    private static int withoutNulls(ByteBuffer buffer, int from, int end, int readable, RowImage image) {
        int[] steps = image.merged();
        int count = image.mergedCount();
        long at = from;
        for (int i = 0; i < count; i++) {
            at = behind(buffer, at, readable, steps[i]);
        }
        return at > end ? NOT_HERE : (int) at;
    }

    private static int withNulls(ByteBuffer buffer, int from, int end, int readable, RowImage image) {
        int[] steps = image.columns();
        int count = image.columnCount();
        long at = (long) from + image.nullBytes();
        for (int i = 0; i < count; i++) {
            if ((buffer.get(from + (i >> 3)) >> (i & 7) & 1) == 0) {
                at = behind(buffer, at, readable, steps[i]);
            }
        }
        return at > end ? NOT_HERE : (int) at;
    }

    /**
     * The index after a step; past all ends if the buffer has no four bytes to read a length from. A length that is read
     * after the event's end leads farther still.
     */
    private static long behind(ByteBuffer buffer, long from, int readable, int step) {
        long at = from + RowColumnType.fixedBytes(step);
        int prefix = RowColumnType.prefixBytes(step);
        if (prefix == 0) {
            return at;
        }
        if (at > readable) {
            return Long.MAX_VALUE >> 1;
        }
        int others = 32 - 8 * prefix;
        return at + prefix + (buffer.getInt((int) at) << others >>> others & 0xFFFF_FFFFL);
    }
}

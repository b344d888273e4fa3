// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog.rows;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Counts the rows of an event that is all there, without the state that {@link RowWalker} needs to stop anywhere. */
final class WholeRows {

    private static final int[] LENGTH_MASKS = {0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF};
    private static final int NOT_HERE = -1;

    private WholeRows() {}

    /**
     * Counts rows.
     *
     * @param head what comes before the rows
     * @param end index of the first byte behind the rows
     * @param table the rows' table, of known columns
     * @param isUpdate whether rows are pairs of images
     * @return the number of rows, or -1 where something is out of the ordinary
     */
    static long count(ByteBuffer buffer, RowEventHead head, int end, RowTable table, boolean isUpdate) {
        RowImage first = table.image(0);
        first.prepare(buffer, head.bitmap(0));
        RowImage second = null;
        if (isUpdate) {
            second = table.image(1);
            second.prepare(buffer, head.bitmap(1));
        }
        if (first.isEmpty() || second != null && second.isEmpty()) {
            return NOT_HERE;
        }
        if (first.fixedBytes() > 0 && (second == null || second.fixedBytes() > 0)) {
            // as RowWalker tells it: no bit of a row changes its length
            int fixed = first.fixedBytes() + (second == null ? 0 : second.fixedBytes());
            int area = end - head.rows();
            return area % fixed == 0 ? area / fixed : NOT_HERE;
        }
        return rows(buffer, head.rows(), end, first, second);
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
        boolean some = image.hasNulls(buffer, from);
        int[] steps = some ? image.columns() : image.merged();
        int count = some ? image.columnCount() : image.mergedCount();
        long at = (long) from + nullBytes;
        for (int i = 0; i < count; i++) {
            if (some && (buffer.get(from + (i >> 3)) >> (i & 7) & 1) != 0) {
                continue;
            }
            at += RowColumnType.fixedBytes(steps[i]);
            int prefix = RowColumnType.prefixBytes(steps[i]);
            if (prefix > 0) {
                if (at > end - prefix || at > readable) {
                    return NOT_HERE;
                }
                at += prefix + (buffer.getInt((int) at) & LENGTH_MASKS[prefix] & 0xFFFF_FFFFL);
            }
        }
        return at > end ? NOT_HERE : (int) at;
    }
}

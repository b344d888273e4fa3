// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that decided how many rows the last events of one table and type had: their heads, NULL bitmaps and the lengths of
 * their values. An event of the same length with the same bytes has as many rows. All offsets are known, so that a processor need
 * not read one length to find the next.
 */
final class RowsPattern {

    /** Approximate maximum memory in bytes. */
    static final long WEIGHT = 500;

    private static final int NOT_ALIKE = -1;

    private static final int MAX_WORDS = 16;

    /** If lengths vary all the time, the pattern is dropped after this many useless tries. */
    private static final int MAX_TRIES = 16;

    private @Nullable WordPattern pattern;
    private int bytes;
    private long rows;

    private int lastBytes;
    private int triesLeft = MAX_TRIES;
    private long uses;

    /**
     * Returns the number of rows of an event.
     *
     * @param count its bytes, without the checksum
     * @return rows, or -1 if it differs from the stored event
     */
    long rows(ByteBuffer buffer, int at, int count) {
        WordPattern known = pattern;
        if (known == null || count != bytes || !known.isAt(buffer, at)) {
            return NOT_ALIKE;
        }
        uses++;
        return rows;
    }

    /** Takes an event that was counted the long way, if the one before it was as long: then the next one may be as well. */
    void take(ByteBuffer buffer, int at, int count, RowEventHead head, RowTable table, boolean isUpdate, long counted) {
        boolean asLong = count == lastBytes;
        lastBytes = count;
        if (!asLong || triesLeft == 0) {
            return;
        }
        triesLeft = uses >= MAX_TRIES ? MAX_TRIES : triesLeft - 1;
        uses = 0;
        WordPattern.Builder matters = new WordPattern.Builder(buffer, at, count, MAX_WORDS);
        int from = head.rows() - at;
        matters.add(RowEventHead.EXTRA, from - RowEventHead.EXTRA);
        RowImage first = table.image(0);
        RowImage second = isUpdate ? table.image(1) : first;
        if (first.fixedBytes() == 0 || second.fixedBytes() == 0) {
            while (from < count && matters.isComplete()) {
                from = image(buffer, at, from, first, matters);
                if (isUpdate) {
                    from = image(buffer, at, from, second, matters);
                }
            }
        }
        pattern = matters.build();
        bytes = count;
        rows = counted;
    }

    /** Adds what decides how long an image is; it has been counted, so its lengths lead nowhere else. */
    private static int image(ByteBuffer buffer, int at, int from, RowImage image, WordPattern.Builder matters) {
        matters.add(from, image.nullBytes());
        int offset = from + image.nullBytes();
        for (int column = 0; column < image.columnCount(); column++) {
            if ((buffer.get(at + from + (column >> 3)) >> (column & 7) & 1) == 0) {
                int step = image.columns()[column];
                int prefix = RowColumnType.prefixBytes(step);
                offset += RowColumnType.fixedBytes(step);
                matters.add(offset, prefix);
                int length = 0;
                for (int i = prefix - 1; i >= 0; i--) {
                    length = length << 8 | buffer.get(at + offset + i) & 0xFF;
                }
                offset += prefix + length;
            }
        }
        return offset;
    }
}

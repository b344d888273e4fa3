// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;

/**
 * Layout of the row images of a table with a certain set of present columns. If an event has another set, the layout is
 * recalculated in the same arrays. With {@code binlog_row_image=MINIMAL}, the set differs between statements.
 */
final class RowImage {

    private final RowTable table;
    private final byte[] bitmap;
    private final int[] steps;
    private final int[] mergedSteps;
    private boolean isCalculated;

    private int columnCount;
    private int mergedStepCount;
    private int nullBytes;
    private int lastNullMask;
    private int fixedBytes;

    RowImage(RowTable table) {
        this.table = table;
        bitmap = new byte[table.bitmapBytes()];
        steps = new int[table.columnCount()];
        mergedSteps = new int[table.columnCount()];
    }

    /**
     * Calculates the layout for a bitmap of present columns, unless the bitmap is unchanged. The buffer must contain the complete
     * bitmap.
     */
    void prepare(ByteBuffer buffer, int index) {
        boolean isUnchanged = isCalculated;
        for (int i = 0; isUnchanged && i < bitmap.length; i++) {
            isUnchanged = buffer.get(index + i) == bitmap[i];
        }
        if (!isUnchanged) {
            calculate(buffer, index);
        }
    }

    boolean isEmpty() {
        return columnCount == 0;
    }

    /** Returns the length of each image in bytes if no column is nullable or of variable length; else 0. */
    int fixedBytes() {
        return fixedBytes;
    }

    /** Returns the length of the NULL bitmap at the start of each image, in bytes. */
    int nullBytes() {
        return nullBytes;
    }

    /** Returns the steps of the present columns, in the first {@link #columnCount()} entries. */
    int[] steps() {
        return steps;
    }

    int columnCount() {
        return columnCount;
    }

    /** Returns the steps of an image without NULLs; columns of fixed length are merged with the next column. */
    int[] mergedSteps() {
        return mergedSteps;
    }

    int mergedStepCount() {
        return mergedStepCount;
    }

    /** Returns true if the image at this index contains NULLs. The buffer must contain its complete NULL bitmap. */
    boolean hasNulls(ByteBuffer buffer, int index) {
        if (nullBytes == 1) {
            return (buffer.get(index) & lastNullMask) != 0;
        }
        int lastIndex = nullBytes - 1;
        // masks the unused bits, which are set
        int bits = buffer.get(index + lastIndex) & lastNullMask;
        for (int i = 0; i < lastIndex; i++) {
            bits |= buffer.get(index + i);
        }
        return bits != 0;
    }

    private void calculate(ByteBuffer buffer, int index) {
        int pendingBytes = 0;
        boolean hasVariableLength = false;
        columnCount = 0;
        mergedStepCount = 0;
        for (int column = 0; column < table.columnCount(); column++) {
            if ((buffer.get(index + (column >> 3)) >> (column & 7) & 1) == 0) {
                continue;
            }
            int step = table.step(column);
            steps[columnCount++] = step;
            pendingBytes += RowColumnType.fixedBytes(step);
            int prefix = RowColumnType.prefixBytes(step);
            if (prefix != 0) {
                mergedSteps[mergedStepCount++] = RowColumnType.step(pendingBytes, prefix);
                pendingBytes = 0;
            }
            hasVariableLength |= prefix != 0 || table.isNullable(column);
        }
        if (pendingBytes > 0) {
            mergedSteps[mergedStepCount++] = RowColumnType.step(pendingBytes, 0);
        }
        nullBytes = columnCount + 7 >> 3;
        lastNullMask = 0xFF >> (8 - columnCount & 7);
        fixedBytes = hasVariableLength ? 0 : nullBytes + pendingBytes;
        for (int i = 0; i < bitmap.length; i++) {
            bitmap[i] = buffer.get(index + i);
        }
        isCalculated = true;
    }
}

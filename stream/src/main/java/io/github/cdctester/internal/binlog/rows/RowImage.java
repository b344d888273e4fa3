// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;

/**
 * Layout of a table's row images for one set of present columns. With {@code binlog_row_image=MINIMAL}, the set differs between
 * statements; the layout is then recalculated in the same arrays.
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

    /** Recalculates the layout only for a changed bitmap of present columns. The buffer must contain the complete bitmap. */
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

    /** Returns the length in bytes; 0 if a column is nullable or of variable length. */
    int fixedBytes() {
        return fixedBytes;
    }

    /** Returns the length of the NULL bitmap at the start of each image, in bytes. */
    int nullBytes() {
        return nullBytes;
    }

    /** Only the first {@link #columnCount()} entries are valid. */
    int[] steps() {
        return steps;
    }

    int columnCount() {
        return columnCount;
    }

    /** For an image without NULLs; columns of fixed length are merged with the next column. */
    int[] mergedSteps() {
        return mergedSteps;
    }

    int mergedStepCount() {
        return mergedStepCount;
    }

    /** The buffer must contain the complete NULL bitmap at this index. */
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

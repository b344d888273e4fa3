// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Counts rows by moving from image to image: {@code NULL bitmap, values}; a second partial image starts with {@code options, bitmap
 * of partial JSON}. {@link #skipImage} skips a complete image. The phases handle an image that one {@link #walk} call does not
 * complete.
 */
final class RowWalker {

    private static final int[] LENGTH_MASKS = {0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF};

    private static final int PARTIAL_JSON = 1;

    private enum Phase {
        IMAGE,
        OPTIONS,
        NULLS,
        VALUES
    }

    private final RowImage[] images = new RowImage[2];
    private int imageCount;
    private int firstImageIndex;
    private int lastImageIndex;
    private int jsonBytes;
    private int optionBytes;
    private byte[] nullBits = new byte[64];

    private long rows;
    private Phase phase = Phase.IMAGE;
    private int imageIndex;
    private RowImage image = RowTable.unknown(-1).image(0);
    private boolean hasNulls;
    private int[] steps = {};
    private int stepCount;
    private int stepIndex;
    private long bytesToSkip;
    private int bytesRead;
    private long value;

    RowWalker() {
        images[0] = image;
        images[1] = image;
    }

    /** {@code jsonColumns} is the number of JSON columns if second images are partial; else -1. */
    void start(RowImage first, @Nullable RowImage second, int jsonColumns) {
        images[0] = first;
        images[1] = second == null ? first : second;
        imageCount = second == null ? 1 : 2;
        jsonBytes = jsonColumns < 0 ? -1 : jsonColumns + 7 >> 3;
        // skips images without columns, which have no bytes; at least one image of a row has columns
        firstImageIndex = imageCount == 2 && first.isEmpty() ? 1 : 0;
        lastImageIndex = imageCount == 2 && second != null && second.isEmpty() && jsonBytes < 0 ? 0 : imageCount - 1;
        rows = 0;
        begin(firstImageIndex);
    }

    /** Returns 0 for rows without columns, and -1 if rows may differ in length. */
    long fixedRowBytes() {
        boolean isSingleImage = imageCount == 1;
        if (images[0].isEmpty() && (isSingleImage || images[1].isEmpty() && jsonBytes < 0)) {
            return 0;
        }
        if (jsonBytes >= 0 || hasVariableLength(images[0]) || !isSingleImage && hasVariableLength(images[1])) {
            return -1;
        }
        return images[0].fixedBytes() + (isSingleImage ? 0L : images[1].fixedBytes());
    }

    private static boolean hasVariableLength(RowImage layout) {
        return layout.fixedBytes() == 0 && !layout.isEmpty();
    }

    void walk(ByteBuffer buffer, int offset, int count) throws StreamProtocolException {
        int end = offset + count;
        int i = offset;
        while (i < end) {
            i = switch (phase) {
                case IMAGE -> walkImages(buffer, i, end);
                case OPTIONS -> walkOptions(buffer, i, end);
                case NULLS -> walkNulls(buffer, i, end);
                case VALUES -> walkValues(buffer, i, end);
            };
        }
    }

    /**
     * Call it after the complete area was processed.
     *
     * @throws StreamProtocolException if the area ends inside a row
     */
    long finish() throws StreamProtocolException {
        if (phase != Phase.IMAGE || imageIndex != firstImageIndex) {
            throw new StreamProtocolException("a row image that extends beyond the end of its event");
        }
        return rows;
    }

    private int walkImages(ByteBuffer buffer, int from, int end) {
        int offset = from;
        while (offset < end) {
            RowImage next = image;
            int nullBytes = next.nullBytes();
            if (jsonBytes >= 0 && imageIndex == 1) {
                phase = Phase.OPTIONS;
                return offset;
            }
            if (nullBytes > end - offset) {
                phase = Phase.NULLS;
                return offset;
            }
            if (next.hasNulls(buffer, offset)) {
                ensureCapacity(nullBytes);
                buffer.get(offset, nullBits, 0, nullBytes);
                offset = skipImage(buffer, offset + nullBytes, end, next.steps(), next.columnCount(), true);
            } else {
                offset = skipImage(buffer, offset + nullBytes, end, next.mergedSteps(), next.mergedStepCount(), false);
            }
            if (phase != Phase.IMAGE) {
                return offset;
            }
            endImage();
        }
        return offset;
    }

    /** If {@code end} is inside the image, stores the state for {@link #walkValues}. */
    private int skipImage(ByteBuffer buffer, int from, int end, int[] imageSteps, int count, boolean mayHaveNulls) {
        int lastReadable = buffer.limit() - 4;
        long offset = from;
        for (int i = 0; i < count; i++) {
            if (mayHaveNulls && isNull(i)) {
                continue;
            }
            offset += RowColumnType.fixedBytes(imageSteps[i]);
            int prefix = RowColumnType.prefixBytes(imageSteps[i]);
            if (prefix > 0) {
                if (offset > end - prefix || offset > lastReadable) {
                    return suspend(imageSteps, count, mayHaveNulls, i, offset, end);
                }
                offset += prefix + (buffer.getInt((int) offset) & LENGTH_MASKS[prefix] & 0xFFFF_FFFFL);
            }
        }
        return offset > end ? suspend(imageSteps, count, mayHaveNulls, count, offset, end) : (int) offset;
    }

    private int suspend(int[] imageSteps, int count, boolean mayHaveNulls, int nextStepIndex, long position, int end) {
        phase = Phase.VALUES;
        steps = imageSteps;
        stepCount = count;
        hasNulls = mayHaveNulls;
        stepIndex = nextStepIndex;
        bytesToSkip = Math.max(0, position - end);
        bytesRead = 0;
        value = 0;
        return (int) Math.min(position, end);
    }

    /** Length-encoded integer: one byte, or 252, 253 or 254 followed by 2, 3 or 8 bytes. */
    private int walkOptions(ByteBuffer buffer, int from, int end) throws StreamProtocolException {
        int offset = from;
        while (offset < end) {
            int option = buffer.get(offset++) & 0xFF;
            if (bytesRead == 0) {
                optionBytes = switch (option) {
                    case 251, 255 -> throw new StreamProtocolException("a partial row image with options " + option);
                    case 252 -> 3;
                    case 253 -> 4;
                    case 254 -> 9;
                    default -> 1;
                };
            }
            if (bytesRead <= 1 && bytesRead < optionBytes) {
                value = option;
            }
            if (++bytesRead == optionBytes) {
                bytesToSkip = (value & PARTIAL_JSON) == 0 ? 0 : jsonBytes;
                bytesRead = 0;
                value = 0;
                phase = Phase.NULLS;
                return walkNulls(buffer, offset, end);
            }
        }
        return offset;
    }

    private int walkNulls(ByteBuffer buffer, int from, int end) {
        int offset = from + (int) Math.min(bytesToSkip, end - from);
        bytesToSkip -= offset - from;
        if (bytesToSkip > 0) {
            return offset;
        }
        int nullBytes = image.nullBytes();
        ensureCapacity(nullBytes);
        for (; bytesRead < nullBytes && offset < end; offset++) {
            nullBits[bytesRead++] = buffer.get(offset);
        }
        if (bytesRead == nullBytes) {
            steps = image.steps();
            stepCount = image.columnCount();
            hasNulls = true;
            bytesRead = 0;
            value = 0;
            stepIndex = -1;
            phase = Phase.VALUES;
            nextStep();
            return walkValues(buffer, offset, end);
        }
        return offset;
    }

    private int walkValues(ByteBuffer buffer, int from, int end) {
        int offset = from;
        while (true) {
            int passedBytes = (int) Math.min(bytesToSkip, end - offset);
            offset += passedBytes;
            bytesToSkip -= passedBytes;
            if (bytesToSkip > 0) {
                return offset;
            }
            if (stepIndex == stepCount) {
                endImage();
                return offset;
            }
            int prefix = RowColumnType.prefixBytes(steps[stepIndex]);
            for (; bytesRead < prefix; bytesRead++) {
                if (offset == end) {
                    return offset;
                }
                value |= (buffer.get(offset++) & 0xFFL) << 8 * bytesRead;
            }
            bytesToSkip = value;
            value = 0;
            bytesRead = 0;
            nextStep();
        }
    }

    private void nextStep() {
        do {
            stepIndex++;
        } while (stepIndex < stepCount && hasNulls && isNull(stepIndex));
        if (stepIndex < stepCount) {
            bytesToSkip += RowColumnType.fixedBytes(steps[stepIndex]);
        }
    }

    private void endImage() {
        if (imageIndex == lastImageIndex) {
            rows++;
            begin(firstImageIndex);
        } else {
            begin(1);
        }
    }

    private void begin(int next) {
        imageIndex = next;
        image = images[next];
        phase = Phase.IMAGE;
        bytesToSkip = 0;
        bytesRead = 0;
        value = 0;
    }

    private boolean isNull(int column) {
        return (nullBits[column >> 3] >> (column & 7) & 1) != 0;
    }

    private void ensureCapacity(int nullBytes) {
        if (nullBytes > nullBits.length) {
            nullBits = new byte[(RowTable.MAX_COLUMNS + 7) / 8];
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the rows in the area of a rows event by walking from image to image: {@code NULL bitmap, values}, and before a partial
 * update's second image {@code options}, {@code bitmap of partial JSON}. It can stop at any byte. As long as an image is there as a
 * whole it is passed over in {@link #image}, one read a varying column; only if a piece ends inside an image do the phases below
 * take it over.
 */
final class RowWalker {

    private static final int[] LENGTH_MASKS = {0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF};

    private static final int PARTIAL_JSON = 1;

    /** The part that the next byte of the area belongs to. */
    private enum Phase {
        IMAGE,
        OPTIONS,
        NULLS,
        VALUES
    }

    private final RowImage[] images = new RowImage[2];
    private int imageCount;
    private int firstImage;
    private int lastImage;
    private int jsonBytes;
    private int optionBytes;
    private byte[] nullBits = new byte[64];

    private long rows;
    private Phase phase = Phase.IMAGE;
    private int index;
    private RowImage image = RowTable.unknown(-1).image(0);
    private boolean nulls;
    private int[] steps = {};
    private int stepCount;
    private int step;
    private long skip;
    private int have;
    private long value;

    RowWalker() {
        images[0] = image;
        images[1] = image;
    }

    /**
     * Prepares for an event.
     *
     * @param jsonColumns how many columns of the table are JSON, if second images are partial; else -1
     */
    void start(RowImage first, @Nullable RowImage second, int jsonColumns) {
        images[0] = first;
        images[1] = second == null ? first : second;
        imageCount = second == null ? 1 : 2;
        jsonBytes = jsonColumns < 0 ? -1 : jsonColumns + 7 >> 3;
        // an image without columns has no bytes, and is not walked; one of two has some
        firstImage = imageCount == 2 && first.isEmpty() ? 1 : 0;
        lastImage = imageCount == 2 && second != null && second.isEmpty() && jsonBytes < 0 ? 0 : imageCount - 1;
        rows = 0;
        begin(firstImage);
    }

    /** Returns the length of each row if all rows have the same length; 0 for rows without columns; else -1. */
    long fixedRowBytes() {
        boolean one = imageCount == 1;
        if (images[0].isEmpty() && (one || images[1].isEmpty() && jsonBytes < 0)) {
            return 0;
        }
        if (jsonBytes >= 0 || varies(images[0]) || !one && varies(images[1])) {
            return -1;
        }
        return images[0].fixedBytes() + (one ? 0L : images[1].fixedBytes());
    }

    private static boolean varies(RowImage some) {
        return some.fixedBytes() == 0 && !some.isEmpty();
    }

    /** Walks over the next bytes of the area. */
    void walk(ByteBuffer buffer, int at, int count) throws StreamProtocolException {
        int end = at + count;
        int i = at;
        while (i < end) {
            i = switch (phase) {
                case IMAGE -> images(buffer, i, end);
                case OPTIONS -> options(buffer, i, end);
                case NULLS -> nulls(buffer, i, end);
                case VALUES -> values(buffer, i, end);
            };
        }
    }

    /**
     * Returns the number of rows after the whole area was walked.
     *
     * @throws StreamProtocolException if it ended inside a row
     */
    long finish() throws StreamProtocolException {
        if (phase != Phase.IMAGE || index != firstImage) {
            throw new StreamProtocolException("a row image that extends beyond the end of its event");
        }
        return rows;
    }

    private int images(ByteBuffer buffer, int from, int end) {
        int at = from;
        while (at < end) {
            RowImage next = image;
            int nullBytes = next.nullBytes();
            if (jsonBytes >= 0 && index == 1) {
                phase = Phase.OPTIONS;
                return at;
            }
            if (nullBytes > end - at) {
                phase = Phase.NULLS;
                return at;
            }
            if (next.hasNulls(buffer, at)) {
                fit(nullBytes);
                buffer.get(at, nullBits, 0, nullBytes);
                at = image(buffer, at + nullBytes, end, next.columns(), next.columnCount(), true);
            } else {
                at = image(buffer, at + nullBytes, end, next.merged(), next.mergedCount(), false);
            }
            if (phase != Phase.IMAGE) {
                return at;
            }
            done();
        }
        return at;
    }

    /** Passes over an image's values, or over as many as there are, with the rest noted in the state. */
    private int image(ByteBuffer buffer, int from, int end, int[] all, int count, boolean some) {
        int readable = buffer.limit() - 4;
        long at = from;
        for (int i = 0; i < count; i++) {
            if (some && isNull(i)) {
                continue;
            }
            at += RowColumnType.fixedBytes(all[i]);
            int prefix = RowColumnType.prefixBytes(all[i]);
            if (prefix > 0) {
                if (at > end - prefix || at > readable) {
                    return suspend(all, count, some, i, at, end);
                }
                at += prefix + (buffer.getInt((int) at) & LENGTH_MASKS[prefix] & 0xFFFF_FFFFL);
            }
        }
        return at > end ? suspend(all, count, some, count, at, end) : (int) at;
    }

    private int suspend(int[] all, int count, boolean some, int at, long position, int end) {
        phase = Phase.VALUES;
        steps = all;
        stepCount = count;
        nulls = some;
        step = at;
        skip = Math.max(0, position - end);
        have = 0;
        value = 0;
        return (int) Math.min(position, end);
    }

    /** A packed integer: one byte, or 252, 253 or 254 and the 2, 3 or 8 that have its value. */
    private int options(ByteBuffer buffer, int from, int end) throws StreamProtocolException {
        int at = from;
        while (at < end) {
            int b = buffer.get(at++) & 0xFF;
            if (have == 0) {
                optionBytes = switch (b) {
                    case 251, 255 -> throw new StreamProtocolException("a partial row image with options " + b);
                    case 252 -> 3;
                    case 253 -> 4;
                    case 254 -> 9;
                    default -> 1;
                };
            }
            if (have <= 1 && have < optionBytes) {
                value = b;
            }
            if (++have == optionBytes) {
                skip = (value & PARTIAL_JSON) == 0 ? 0 : jsonBytes;
                have = 0;
                value = 0;
                phase = Phase.NULLS;
                return nulls(buffer, at, end);
            }
        }
        return at;
    }

    private int nulls(ByteBuffer buffer, int from, int end) {
        int at = from + (int) Math.min(skip, end - from);
        skip -= at - from;
        if (skip > 0) {
            return at;
        }
        int nullBytes = image.nullBytes();
        fit(nullBytes);
        for (; have < nullBytes && at < end; at++) {
            nullBits[have++] = buffer.get(at);
        }
        if (have == nullBytes) {
            steps = image.columns();
            stepCount = image.columnCount();
            nulls = true;
            have = 0;
            value = 0;
            step = -1;
            phase = Phase.VALUES;
            nextStep();
            return values(buffer, at, end);
        }
        return at;
    }

    private int values(ByteBuffer buffer, int from, int end) {
        int at = from;
        while (true) {
            int passed = (int) Math.min(skip, end - at);
            at += passed;
            skip -= passed;
            if (skip > 0) {
                return at;
            }
            if (step == stepCount) {
                done();
                return at;
            }
            int prefix = RowColumnType.prefixBytes(steps[step]);
            for (; have < prefix; have++) {
                if (at == end) {
                    return at;
                }
                value |= (buffer.get(at++) & 0xFFL) << 8 * have;
            }
            skip = value;
            value = 0;
            have = 0;
            nextStep();
        }
    }

    private void nextStep() {
        do {
            step++;
        } while (step < stepCount && nulls && isNull(step));
        if (step < stepCount) {
            skip += RowColumnType.fixedBytes(steps[step]);
        }
    }

    private void done() {
        if (index == lastImage) {
            rows++;
            begin(firstImage);
        } else {
            begin(1);
        }
    }

    private void begin(int next) {
        index = next;
        image = images[next];
        phase = Phase.IMAGE;
        skip = 0;
        have = 0;
        value = 0;
    }

    private boolean isNull(int column) {
        return (nullBits[column >> 3] >> (column & 7) & 1) != 0;
    }

    private void fit(int nullBytes) {
        if (nullBytes > nullBits.length) {
            nullBits = new byte[(RowTable.MAX_COLUMNS + 7) / 8];
        }
    }
}

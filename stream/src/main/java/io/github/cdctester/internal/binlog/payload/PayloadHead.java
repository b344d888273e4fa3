// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import io.github.cdctester.internal.binlog.event.EventFramer;
import java.nio.ByteBuffer;

/**
 * The head of a TRANSACTION_PAYLOAD event: fields of {@code type, length, value}, each a length-encoded integer, until a type of 0
 * (MySQL's {@code codecs/binary.h}). The object is reused.
 */
public final class PayloadHead {

    static final long ZSTD = 0;

    static final long NONE = 255;

    private static final int FIELD_END = 0;
    private static final int FIELD_PAYLOAD_BYTES = 1;
    private static final int FIELD_COMPRESSION = 2;
    private static final int FIELD_INFLATED_BYTES = 3;
    private static final long UNKNOWN = -1;

    private int nextIndex;
    private int end;
    private long payloadBytes;
    private long compression;
    private long inflatedBytes;
    private int payloadOffset;

    /** Returns false if the head is incomplete or invalid. {@code count} excludes the checksum. */
    public boolean read(ByteBuffer buffer, int index, long count) {
        nextIndex = index + EventFramer.HEADER_BYTES;
        end = index + (int) Math.min(count, EventFramer.PREFIX_BYTES);
        payloadBytes = UNKNOWN;
        compression = UNKNOWN;
        inflatedBytes = UNKNOWN;
        long field = readNumber(buffer);
        while (field > FIELD_END) {
            long length = readNumber(buffer);
            if (length < 0 || length > end - nextIndex) {
                return false;
            }
            int fieldEnd = nextIndex + (int) length;
            if (field <= FIELD_INFLATED_BYTES && !setField((int) field, readNumber(buffer), fieldEnd)) {
                return false;
            }
            nextIndex = fieldEnd;
            field = readNumber(buffer);
        }
        payloadOffset = nextIndex - index;
        return field == FIELD_END && compression != UNKNOWN && payloadBytes != UNKNOWN;
    }

    private boolean setField(int field, long value, int fieldEnd) {
        if (value < 0 || nextIndex != fieldEnd) {
            return false;
        }
        switch (field) {
            case FIELD_PAYLOAD_BYTES -> payloadBytes = value;
            case FIELD_COMPRESSION -> compression = value;
            default -> inflatedBytes = value;
        }
        return true;
    }

    /** Reads a length-encoded integer; -1 if there is none, or if it does not fit into 63 bits. */
    private long readNumber(ByteBuffer buffer) {
        if (nextIndex >= end) {
            return UNKNOWN;
        }
        int firstByte = buffer.get(nextIndex++) & 0xFF;
        int extraBytes = firstByte < 251 ? 0 : firstByte == 252 ? 2 : firstByte == 253 ? 3 : firstByte == 254 ? 8 : end;
        if (extraBytes > end - nextIndex) {
            return UNKNOWN;
        }
        long number = extraBytes == 0 ? firstByte : 0;
        for (int i = 0; i < extraBytes; i++) {
            number |= (buffer.get(nextIndex++) & 0xFFL) << 8 * i;
        }
        return Math.max(number, UNKNOWN);
    }

    /** Returns {@link #ZSTD}, {@link #NONE}, or an unsupported value. */
    long compression() {
        return compression;
    }

    long payloadBytes() {
        return payloadBytes;
    }

    int payloadOffset() {
        return payloadOffset;
    }

    /** If the head lacks the inflated length: the length of an uncompressed payload, else 0. */
    public long inflatedBytes() {
        return inflatedBytes == UNKNOWN ? compression == NONE ? payloadBytes : 0 : inflatedBytes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/**
 * Reads GTID_TAGGED events (MySQL 8.3 and newer), in MySQL's serialisation format: fields in ascending order, each with a number
 * and a value. All integers have variable length.
 */
public final class TaggedGtidEvent {

    private static final int FIELD_UUID = 1;
    private static final int FIELD_TAG = 3;
    private static final int FIELD_IMMEDIATE_COMMIT_TIMESTAMP = 6;
    private static final int FIELD_ORIGINAL_COMMIT_TIMESTAMP = 7;
    private static final int UUID_BYTES = 16;

    private TaggedGtidEvent() {}

    /**
     * Returns the index that the other methods read. {@code end} is the index after the available bytes, before the checksum; it
     * is returned if the event does not contain the time.
     */
    public static int commitTimeIndex(ByteBuffer buffer, int index, int end) {
        int nextIndex = index + EventFramer.HEADER_BYTES;
        for (int head = 0; head < 3; head++) { // format version, size, last field that is not ignorable
            nextIndex = indexAfter(buffer, nextIndex, end);
        }
        while (nextIndex < end) {
            long field = value(buffer, nextIndex, end);
            nextIndex = indexAfter(buffer, nextIndex, end);
            if (field == FIELD_IMMEDIATE_COMMIT_TIMESTAMP) {
                return nextIndex;
            }
            if (field > FIELD_IMMEDIATE_COMMIT_TIMESTAMP) {
                break;
            }
            nextIndex = indexAfterField(buffer, nextIndex, end, field);
        }
        return end;
    }

    /** In µs since the epoch on the server's clock, or {@link CommitTime#UNKNOWN_MICROS} if the event does not contain it. */
    public static long immediateCommitMicros(ByteBuffer buffer, int commitTimeIndex, int end) {
        return commitTimeIndex < end ? value(buffer, commitTimeIndex, end) : CommitTime.UNKNOWN_MICROS;
    }

    /**
     * In µs since the epoch on the other server's clock; {@link CommitTime#UNKNOWN_MICROS} if the transaction was committed on this
     * server.
     */
    public static long originalCommitMicros(ByteBuffer buffer, int commitTimeIndex, int end) {
        int fieldIndex = indexAfter(buffer, commitTimeIndex, end);
        if (fieldIndex >= end || value(buffer, fieldIndex, end) != FIELD_ORIGINAL_COMMIT_TIMESTAMP) {
            return CommitTime.UNKNOWN_MICROS;
        }
        int valueIndex = indexAfter(buffer, fieldIndex, end);
        return valueIndex < end ? value(buffer, valueIndex, end) : CommitTime.UNKNOWN_MICROS;
    }

    private static int indexAfterField(ByteBuffer buffer, int index, int end, long field) {
        int nextIndex = index;
        if (field == FIELD_UUID) {
            for (int i = 0; i < UUID_BYTES; i++) {
                nextIndex = indexAfter(buffer, nextIndex, end);
            }
            return nextIndex;
        }
        nextIndex = indexAfter(buffer, nextIndex, end);
        if (field == FIELD_TAG) {
            long tagLength = index < end ? value(buffer, index, end) : 0;
            return (int) Math.min(end, nextIndex + Math.min(Math.max(tagLength, 0), end));
        }
        return nextIndex;
    }

    /** The number of trailing one bits in the first byte is the number of following bytes. */
    public static int indexAfter(ByteBuffer buffer, int index, int end) {
        return index >= end ? end : Math.min(end, index + size(buffer.get(index)));
    }

    private static int size(byte firstByte) {
        return Integer.numberOfTrailingZeros(~(firstByte & 0xFF)) + 1;
    }

    /** Unsigned; 0 if the integer extends past the end. The index must be before the end. */
    public static long value(ByteBuffer buffer, int index, int end) {
        int size = size(buffer.get(index));
        if (index + size > end) {
            return 0;
        }
        long bytes = 0;
        int first = size == 9 ? 1 : 0;
        for (int i = size - 1; i >= first; i--) {
            bytes = bytes << 8 | buffer.get(index + i) & 0xFF;
        }
        return size == 9 ? bytes : bytes >>> size;
    }
}

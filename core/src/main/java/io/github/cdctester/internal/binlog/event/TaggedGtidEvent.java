// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/**
 * Reads GTID_TAGGED events (MySQL 8.3 and newer, only if a tag is set), which are in MySQL's serialisation format: fields in
 * ascending order, each a number and a value, all integers of variable length.
 */
public final class TaggedGtidEvent {

    private static final int FIELD_UUID = 1;
    private static final int FIELD_TAG = 3;
    private static final int FIELD_IMMEDIATE_COMMIT_TIMESTAMP = 6;
    private static final int UUID_BYTES = 16;

    private TaggedGtidEvent() {}

    /**
     * Finds {@code immediate_commit_timestamp}.
     *
     * @return µs since the epoch on the server's clock, or {@link CommitTime#UNKNOWN_MICROS} if it is not there
     */
    public static long immediateCommitMicros(ByteBuffer buffer, int at, int prefix) {
        int end = at + prefix;
        int next = at + EventFramer.HEADER_BYTES;
        for (int head = 0; head < 3; head++) { // version, size, last field that must be understood
            next = after(buffer, next, end);
        }
        while (next < end) {
            long field = value(buffer, next, end);
            next = after(buffer, next, end);
            if (field == FIELD_IMMEDIATE_COMMIT_TIMESTAMP) {
                return next < end ? value(buffer, next, end) : CommitTime.UNKNOWN_MICROS;
            }
            if (field > FIELD_IMMEDIATE_COMMIT_TIMESTAMP) {
                break;
            }
            next = afterField(buffer, next, end, field);
        }
        return CommitTime.UNKNOWN_MICROS;
    }

    private static int afterField(ByteBuffer buffer, int at, int end, long field) {
        int next = at;
        if (field == FIELD_UUID) {
            for (int i = 0; i < UUID_BYTES; i++) {
                next = after(buffer, next, end);
            }
            return next;
        }
        next = after(buffer, next, end);
        if (field == FIELD_TAG) {
            long tagLength = at < end ? value(buffer, at, end) : 0;
            return (int) Math.min(end, next + Math.min(Math.max(tagLength, 0), end));
        }
        return next;
    }

    /** Returns the index past an integer, whose first byte has as many low one bits as bytes follow. */
    public static int after(ByteBuffer buffer, int at, int end) {
        return at >= end ? end : Math.min(end, at + size(buffer.get(at)));
    }

    private static int size(byte first) {
        return Integer.numberOfTrailingZeros(~(first & 0xFF)) + 1;
    }

    /** Reads an unsigned integer; whatever would reach past the end reads as 0. */
    public static long value(ByteBuffer buffer, int at, int end) {
        int size = size(buffer.get(at));
        if (at + size > end) {
            return 0;
        }
        long bytes = 0;
        int first = size == 9 ? 1 : 0;
        for (int i = size - 1; i >= first; i--) {
            bytes = bytes << 8 | buffer.get(at + i) & 0xFF;
        }
        return size == 9 ? bytes : bytes >>> size;
    }
}

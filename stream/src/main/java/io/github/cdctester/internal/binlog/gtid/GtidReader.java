// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.TaggedGtidEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a transaction's GTID from the event that opens it. Each reader reuses one object for all events, and allocates memory only
 * for new tags.
 */
public final class GtidReader {

    private static final int MYSQL_UUID = EventFramer.HEADER_BYTES + 1;
    private static final int MYSQL_NUMBER = MYSQL_UUID + 16;
    /** Start of an untagged GTID event that {@link #rawHigh}, {@link #rawLow} and {@link #rawNumber} read. */
    public static final int RAW_BYTES = MYSQL_NUMBER + Long.BYTES;

    private static final int MARIADB_SERVER = 5;
    private static final int MARIADB_SEQUENCE = EventFramer.HEADER_BYTES;
    private static final int MARIADB_DOMAIN = MARIADB_SEQUENCE + 8;

    private static final int FIELD_FLAGS = 0;
    private static final int FIELD_UUID = 1;
    private static final int FIELD_NUMBER = 2;
    private static final int FIELD_TAG = 3;
    private static final int MAX_TAG_LENGTH = 32;

    /** An application usually alternates between a few tags. */
    private final String[] knownTags = new String[16];

    private int nextKnownTag;

    private final boolean isMariaDb;
    private boolean hasGtid;
    private long high;
    private long low;
    private String tag = "";
    private long number;

    /** Treats events of the other server kind as events without a GTID. */
    GtidReader(boolean isMariaDb) {
        this.isMariaDb = isMariaDb;
        Arrays.fill(knownTags, "");
    }

    /** Returns false if the event contains no GTID. {@code end} is the index after the available bytes, before the checksum. */
    boolean read(ByteBuffer buffer, int index, int end, int type) {
        hasGtid = switch (type) {
            case EventKind.GTID -> !isMariaDb && readUntagged(buffer, index, end);
            case EventKind.GTID_TAGGED -> !isMariaDb && readTagged(buffer, index, end);
            case EventKind.MARIADB_GTID -> isMariaDb && readMariaDb(buffer, index, end);
            default -> false;
        };
        return hasGtid;
    }

    /** First half of the UUID in an untagged GTID event; raw bytes that are only suitable for comparison. */
    public static long rawHigh(ByteBuffer buffer, int index) {
        return buffer.getLong(index + MYSQL_UUID);
    }

    /** Reads the second half of the UUID; raw bytes that are only suitable for comparison. */
    public static long rawLow(ByteBuffer buffer, int index) {
        return buffer.getLong(index + MYSQL_UUID + Long.BYTES);
    }

    /** Requires an untagged GTID event; {@code index} is its first byte. */
    public static long rawNumber(ByteBuffer buffer, int index) {
        return buffer.getLong(index + MYSQL_NUMBER);
    }

    void clear() {
        hasGtid = false;
    }

    /** Returns true if the last event contained a valid GTID and {@link #clear()} was not called since. */
    boolean hasGtid() {
        return hasGtid;
    }

    /** Returns the most significant bits of MySQL's UUID, or MariaDB's domain. */
    long high() {
        return high;
    }

    /** Returns the least significant bits of MySQL's UUID, or MariaDB's server id. */
    long low() {
        return low;
    }

    String tag() {
        return tag;
    }

    /** On MariaDB, this is an unsigned 64-bit number. */
    long number() {
        return number;
    }

    private boolean readUntagged(ByteBuffer buffer, int index, int end) {
        if (end - index < RAW_BYTES) {
            return false;
        }
        // the buffer is little-endian; the bytes of a UUID are in the order of its text
        high = Long.reverseBytes(buffer.getLong(index + MYSQL_UUID));
        low = Long.reverseBytes(buffer.getLong(index + MYSQL_UUID + Long.BYTES));
        tag = "";
        number = buffer.getLong(index + MYSQL_NUMBER);
        return number > 0 && number <= GtidIntervals.MAX_NUMBER;
    }

    private boolean readMariaDb(ByteBuffer buffer, int index, int end) {
        if (end - index < MARIADB_DOMAIN + Integer.BYTES) {
            return false;
        }
        number = buffer.getLong(index + MARIADB_SEQUENCE);
        high = buffer.getInt(index + MARIADB_DOMAIN) & 0xFFFF_FFFFL;
        low = buffer.getInt(index + MARIADB_SERVER) & 0xFFFF_FFFFL;
        return number != 0;
    }

    private boolean readTagged(ByteBuffer buffer, int index, int end) {
        int nextIndex = index + EventFramer.HEADER_BYTES;
        for (int head = 0; head < 3; head++) { // format version, size, last field that is not ignorable
            nextIndex = TaggedGtidEvent.indexAfter(buffer, nextIndex, end);
        }
        int uuidAt = end;
        number = 0;
        // without its tag, the GTID would identify another transaction
        boolean hasTag = false;
        while (nextIndex < end) {
            long field = TaggedGtidEvent.value(buffer, nextIndex, end);
            nextIndex = TaggedGtidEvent.indexAfter(buffer, nextIndex, end);
            if (field < FIELD_FLAGS || field > FIELD_TAG || nextIndex >= end) {
                break; // the fields are in ascending order
            }
            if (field == FIELD_UUID) {
                uuidAt = nextIndex;
                for (int i = 0; i < 16; i++) {
                    nextIndex = TaggedGtidEvent.indexAfter(buffer, nextIndex, end);
                }
                continue;
            }
            long value = TaggedGtidEvent.value(buffer, nextIndex, end);
            nextIndex = TaggedGtidEvent.indexAfter(buffer, nextIndex, end);
            if (field == FIELD_NUMBER) {
                number = value >>> 1 ^ -(value & 1);
            } else if (field == FIELD_TAG) {
                hasTag = readTag(buffer, nextIndex, end, value);
                break;
            }
        }
        return hasTag && number > 0 && number <= GtidIntervals.MAX_NUMBER && readUuid(buffer, uuidAt, end);
    }

    private boolean readUuid(ByteBuffer buffer, int index, int end) {
        int nextIndex = index;
        long bits = 0;
        for (int i = 0; i < 16; i++) {
            if (nextIndex >= end) {
                return false;
            }
            long value = TaggedGtidEvent.value(buffer, nextIndex, end);
            if (value < 0 || value > 0xFF) {
                return false;
            }
            bits = bits << 8 | value;
            if (i == 7) {
                high = bits; // the next eight bytes shift these out of bits
            }
            nextIndex = TaggedGtidEvent.indexAfter(buffer, nextIndex, end);
        }
        low = bits;
        return true;
    }

    private boolean readTag(ByteBuffer buffer, int index, int end, long length) {
        if (length < 0 || length > MAX_TAG_LENGTH || length > end - index) {
            return false;
        }
        for (String knownTag : knownTags) {
            if (matchesText(knownTag, buffer, index, (int) length)) {
                tag = knownTag;
                return true;
            }
        }
        byte[] characters = new byte[(int) length];
        buffer.get(index, characters);
        String text = new String(characters, StandardCharsets.US_ASCII);
        if (!GtidSetText.isTag(text)) {
            return false;
        }
        knownTags[nextKnownTag] = text;
        nextKnownTag = (nextKnownTag + 1) % knownTags.length;
        tag = text;
        return true;
    }

    private static boolean matchesText(String text, ByteBuffer buffer, int index, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (buffer.get(index + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}

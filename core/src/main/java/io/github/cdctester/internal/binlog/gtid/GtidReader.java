// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.TaggedGtidEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a transaction's identity out of the event that opens it; one object a reader, filled again for each event. Nothing is
 * allocated, but for tags that are new.
 */
public final class GtidReader {

    private static final int MYSQL_UUID = EventFramer.HEADER_BYTES + 1;
    private static final int MYSQL_NUMBER = MYSQL_UUID + 16;
    /** Bytes of a GTID event without a tag, from its first, that the three below need. */
    public static final int RAW_BYTES = MYSQL_NUMBER + Long.BYTES;

    private static final int MARIADB_SERVER = 5;
    private static final int MARIADB_SEQUENCE = EventFramer.HEADER_BYTES;
    private static final int MARIADB_DOMAIN = MARIADB_SEQUENCE + 8;

    private static final int FIELD_FLAGS = 0;
    private static final int FIELD_UUID = 1;
    private static final int FIELD_NUMBER = 2;
    private static final int FIELD_TAG = 3;
    private static final int MAX_TAG_LENGTH = 32;

    /** Tags that were seen: an application has few of them, and uses them by turns. */
    private final String[] knownTags = new String[16];

    private int nextKnownTag;

    private final boolean mariaDb;
    private boolean read;
    private long high;
    private long low;
    private String tag = "";
    private long number;

    /** Creates a reader for one kind of GTIDs; events of the other kind have no identity. */
    GtidReader(boolean mariaDb) {
        this.mariaDb = mariaDb;
        Arrays.fill(knownTags, "");
    }

    /**
     * Reads a GTID event of any kind; every other event has no identity.
     *
     * @param end the index behind what may be read: before the checksum
     */
    boolean read(ByteBuffer buffer, int at, int end, int type) {
        read = switch (type) {
            case EventKind.GTID -> !mariaDb && readUntagged(buffer, at, end);
            case EventKind.GTID_TAGGED -> !mariaDb && readTagged(buffer, at, end);
            case EventKind.MARIADB_GTID -> mariaDb && readMariaDb(buffer, at, end);
            default -> false;
        };
        return read;
    }

    /**
     * Reads the first half of the UUID out of a GTID event without a tag, to be compared and nothing else.
     *
     * @return eight bytes as they stand there
     */
    public static long rawHigh(ByteBuffer buffer, int at) {
        return buffer.getLong(at + MYSQL_UUID);
    }

    /** Reads the other half of the UUID. Returns eight bytes as they stand there. */
    public static long rawLow(ByteBuffer buffer, int at) {
        return buffer.getLong(at + MYSQL_UUID + Long.BYTES);
    }

    /** The number of a GTID event without a tag; {@code at} is the event's first byte. */
    public static long rawNumber(ByteBuffer buffer, int at) {
        return buffer.getLong(at + MYSQL_NUMBER);
    }

    /** Forgets the identity, as at the end of its transaction. */
    void clear() {
        read = false;
    }

    /** Returns true if there is an identity: none is anonymous, or of an event whose bytes do not make sense. */
    boolean isRead() {
        return read;
    }

    /** MySQL: the most significant bits of the UUID; MariaDB: the domain. */
    long high() {
        return high;
    }

    /** MySQL: the least significant bits; MariaDB: the server's id. */
    long low() {
        return low;
    }

    /** The empty string for none; MariaDB has none. */
    String tag() {
        return tag;
    }

    /** The transaction's number; in MariaDB a number of 64 bits without a sign. */
    long number() {
        return number;
    }

    private boolean readUntagged(ByteBuffer buffer, int at, int end) {
        if (end - at < RAW_BYTES) {
            return false;
        }
        // the buffer is little-endian, and a UUID's bytes have the order of its text
        high = Long.reverseBytes(buffer.getLong(at + MYSQL_UUID));
        low = Long.reverseBytes(buffer.getLong(at + MYSQL_UUID + Long.BYTES));
        tag = "";
        number = buffer.getLong(at + MYSQL_NUMBER);
        return number > 0 && number <= GtidIntervals.MAX_NUMBER;
    }

    private boolean readMariaDb(ByteBuffer buffer, int at, int end) {
        if (end - at < MARIADB_DOMAIN + Integer.BYTES) {
            return false;
        }
        number = buffer.getLong(at + MARIADB_SEQUENCE);
        high = buffer.getInt(at + MARIADB_DOMAIN) & 0xFFFF_FFFFL;
        low = buffer.getInt(at + MARIADB_SERVER) & 0xFFFF_FFFFL;
        return number != 0;
    }

    private boolean readTagged(ByteBuffer buffer, int at, int end) {
        int next = at + EventFramer.HEADER_BYTES;
        for (int head = 0; head < 3; head++) { // version, size, last field that must be understood
            next = TaggedGtidEvent.after(buffer, next, end);
        }
        int uuidAt = end;
        number = 0;
        // without its tag it would be another transaction
        boolean tagRead = false;
        while (next < end) {
            long field = TaggedGtidEvent.value(buffer, next, end);
            next = TaggedGtidEvent.after(buffer, next, end);
            if (field < FIELD_FLAGS || field > FIELD_TAG || next >= end) {
                break; // the fields are in ascending order
            }
            if (field == FIELD_UUID) {
                uuidAt = next;
                for (int i = 0; i < 16; i++) {
                    next = TaggedGtidEvent.after(buffer, next, end);
                }
                continue;
            }
            long value = TaggedGtidEvent.value(buffer, next, end);
            next = TaggedGtidEvent.after(buffer, next, end);
            if (field == FIELD_NUMBER) {
                number = value >>> 1 ^ -(value & 1);
            } else if (field == FIELD_TAG) {
                tagRead = readTag(buffer, next, end, value);
                break;
            }
        }
        return tagRead && number > 0 && number <= GtidIntervals.MAX_NUMBER && readUuid(buffer, uuidAt, end);
    }

    private boolean readUuid(ByteBuffer buffer, int at, int end) {
        int next = at;
        long bits = 0;
        for (int i = 0; i < 16; i++) {
            if (next >= end) {
                return false;
            }
            long value = TaggedGtidEvent.value(buffer, next, end);
            if (value < 0 || value > 0xFF) {
                return false;
            }
            bits = bits << 8 | value;
            if (i == 7) {
                high = bits; // the next eight push these out
            }
            next = TaggedGtidEvent.after(buffer, next, end);
        }
        low = bits;
        return true;
    }

    private boolean readTag(ByteBuffer buffer, int at, int end, long length) {
        if (length < 0 || length > MAX_TAG_LENGTH || length > end - at) {
            return false;
        }
        for (String known : knownTags) {
            if (isThere(known, buffer, at, (int) length)) {
                tag = known;
                return true;
            }
        }
        byte[] characters = new byte[(int) length];
        buffer.get(at, characters);
        String read = new String(characters, StandardCharsets.US_ASCII);
        if (!GtidSetText.isTag(read)) {
            return false;
        }
        knownTags[nextKnownTag] = read;
        nextKnownTag = (nextKnownTag + 1) % knownTags.length;
        tag = read;
        return true;
    }

    private static boolean isThere(String text, ByteBuffer buffer, int at, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (buffer.get(at + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}

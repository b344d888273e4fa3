// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Decodes {@link GtidSet#encode()} and PREVIOUS_GTIDS events. Rejects invalid input. */
final class GtidSetDecoder {

    private static final int MAX_TAG_LENGTH = 32;

    private final ByteBuffer buffer;
    private final int end;

    private int index;

    private GtidSetDecoder(ByteBuffer buffer, int offset, int end) {
        this.buffer = buffer;
        this.index = offset;
        this.end = end;
    }

    /**
     * @param buffer little-endian buffer
     * @param offset index of the set's first byte; in an event, after the header
     * @param end index after the set's last byte; in an event, before the checksum
     */
    static GtidSet decode(ByteBuffer buffer, int offset, int end) throws StreamProtocolException {
        return new GtidSetDecoder(buffer, offset, end).decode();
    }

    private GtidSet decode() throws StreamProtocolException {
        GtidSet set = new GtidSet();
        long head = readNumber();
        boolean isTagged = head >>> 56 == GtidSet.TAGGED;
        if (isTagged ? (head & 0xFF) != GtidSet.TAGGED : head >>> 56 != 0) {
            throw new StreamProtocolException("a GTID set that begins with " + Long.toHexString(head));
        }
        // the number of sources needs no limit, because the loop ends at the first missing source
        for (long left = isTagged ? head << 8 >>> 16 : head; left > 0; left--) {
            readSource(set, isTagged);
        }
        if (index != end) {
            throw new StreamProtocolException("a GTID set with " + (end - index) + " bytes after its end");
        }
        return set;
    }

    private void readSource(GtidSet set, boolean isTagged) throws StreamProtocolException {
        long high = Long.reverseBytes(readNumber());
        long low = Long.reverseBytes(readNumber());
        String tag = isTagged ? readTag() : "";
        long intervalCount = readNumber();
        long previousEnd = 0;
        for (long left = intervalCount; left != 0; left--) {
            long first = readNumber();
            long endNumber = readNumber();
            if (first <= previousEnd || endNumber <= first) {
                throw new StreamProtocolException("a GTID set with the numbers from " + first + " to before "
                        + endNumber + ", after numbers to before " + previousEnd);
            }
            set.add(high, low, tag, first, endNumber);
            previousEnd = endNumber;
        }
    }

    private String readTag() throws StreamProtocolException {
        require(1);
        int length = buffer.get(index) & 0xFF;
        if ((length & 1) != 0 || length >> 1 > MAX_TAG_LENGTH) {
            throw new StreamProtocolException("a GTID set with a tag's length of " + length);
        }
        byte[] characters = new byte[length >> 1];
        index++;
        require(characters.length);
        buffer.get(index, characters);
        index += characters.length;
        String tag = new String(characters, StandardCharsets.US_ASCII);
        if (!tag.isEmpty() && !GtidSetText.isTag(tag)) {
            throw new StreamProtocolException("a GTID set with a tag of other characters");
        }
        return tag;
    }

    private long readNumber() throws StreamProtocolException {
        require(Long.BYTES);
        long number = buffer.getLong(index);
        index += Long.BYTES;
        return number;
    }

    private void require(int bytes) throws StreamProtocolException {
        if (end - index < bytes) {
            throw new StreamProtocolException("a GTID set that is cut off");
        }
    }
}

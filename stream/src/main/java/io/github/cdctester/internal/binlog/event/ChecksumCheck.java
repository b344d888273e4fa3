// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the CRC32 of each event. Skips events that the server generates for the dump, because old servers send them with a wrong
 * checksum.
 */
public final class ChecksumCheck implements EventBody {

    private static final int CHECKSUM_BYTES = 4;
    private static final int FLAGS_OFFSET = 17;
    private static final int FLAG_IN_USE = 0x01;

    private final CRC32 crc = new CRC32();
    private @Nullable ByteBuffer viewedBuffer;
    private @Nullable ByteBuffer view;
    private boolean hasChecksum;
    private int type;
    private long length;
    private long remainingCoveredBytes;
    private int storedChecksum;
    private int storedBits;
    private long verifiedEvents;

    public long verifiedEvents() {
        return verifiedEvents;
    }

    @Override
    public boolean accepts(int eventType) {
        return true;
    }

    @Override
    public void completeEvent(ByteBuffer buffer, int index, int eventType, int eventLength, int checksumBytes)
            throws StreamProtocolException {
        if (checksumBytes != CHECKSUM_BYTES) {
            return;
        }
        type = eventType;
        length = eventLength;
        crc.reset();
        int coveredBytes = eventLength - CHECKSUM_BYTES;
        updateCrc(buffer, index, coveredBytes);
        compare((int) crc.getValue(), buffer.getInt(index + coveredBytes));
    }

    @Override
    public void begin(ByteBuffer buffer, int index, int prefixBytes, EventHeader event) throws StreamProtocolException {
        type = event.type();
        hasChecksum = event.checksumBytes() == CHECKSUM_BYTES
                && !event.isArtificial()
                && type != EventKind.HEARTBEAT
                && type != EventKind.HEARTBEAT_V2;
        if (!hasChecksum) {
            return;
        }
        length = event.length();
        remainingCoveredBytes = length - CHECKSUM_BYTES;
        if (remainingCoveredBytes < EventFramer.HEADER_BYTES) {
            throw new StreamProtocolException("an event without room for its checksum: " + description());
        }
        storedChecksum = 0;
        storedBits = 0;
        crc.reset();
        if (type == EventKind.FORMAT_DESCRIPTION
                && prefixBytes > FLAGS_OFFSET
                && (buffer.get(index + FLAGS_OFFSET) & FLAG_IN_USE) != 0) {
            // the flag is set while the server writes the file, and stays set after a crash; the checksum excludes it
            updateCrc(buffer, index, FLAGS_OFFSET);
            crc.update(buffer.get(index + FLAGS_OFFSET) & ~FLAG_IN_USE);
            remainingCoveredBytes -= FLAGS_OFFSET + 1;
            addBytes(buffer, index + FLAGS_OFFSET + 1, prefixBytes - FLAGS_OFFSET - 1);
        } else {
            addBytes(buffer, index, prefixBytes);
        }
    }

    @Override
    public void append(ByteBuffer buffer, int index, int count) {
        if (hasChecksum) {
            addBytes(buffer, index, count);
        }
    }

    @Override
    public void end() throws StreamProtocolException {
        if (!hasChecksum) {
            return;
        }
        hasChecksum = false;
        compare((int) crc.getValue(), storedChecksum);
    }

    private void compare(int computed, int expected) throws StreamProtocolException {
        if (computed != expected) {
            throw new StreamProtocolException("checksum " + Integer.toHexString(expected) + " where the bytes have "
                    + Integer.toHexString(computed) + ": " + description());
        }
        verifiedEvents++;
    }

    private void addBytes(ByteBuffer buffer, int index, int count) {
        int coveredBytes = (int) Math.min(count, remainingCoveredBytes);
        if (coveredBytes > 0) {
            updateCrc(buffer, index, coveredBytes);
            remainingCoveredBytes -= coveredBytes;
        }
        for (int i = coveredBytes; i < count; i++) {
            storedChecksum |= (buffer.get(index + i) & 0xFF) << storedBits;
            storedBits += 8;
        }
    }

    @SuppressWarnings("ReferenceEquality") // compares the object, not its contents
    private void updateCrc(ByteBuffer buffer, int index, int count) {
        ByteBuffer bytes = view;
        if (bytes == null || buffer != viewedBuffer) {
            // a duplicate keeps the position of the reader's buffer, which is always the same buffer
            bytes = buffer.duplicate();
            view = bytes;
            viewedBuffer = buffer;
        }
        bytes.limit(index + count).position(index);
        crc.update(bytes);
    }

    private String description() {
        return EventKind.name(type) + " of " + length + " bytes";
    }
}

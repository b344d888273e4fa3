// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Compares the CRC32 at the end of each event with its bytes. Events generated for the dump are skipped, because
 * old servers send them with a wrong checksum.
 */
public final class ChecksumCheck implements EventBody {

    private static final int CHECKSUM_BYTES = 4;
    private static final int FLAGS = 17;
    private static final int FLAG_IN_USE = 0x01;

    private final CRC32 crc = new CRC32();
    private @Nullable ByteBuffer viewedBuffer;
    private @Nullable ByteBuffer view;
    private boolean checking;
    private int type;
    private long length;
    private long coveredRemaining;
    private int stored;
    private int storedBits;
    private long verified;

    /** Returns the number of events with a correct checksum. */
    public long verified() {
        return verified;
    }

    @Override
    public boolean accepts(int eventType) {
        return true;
    }

    @Override
    public void whole(ByteBuffer buffer, int at, int eventType, int eventLength, int checksumBytes)
            throws StreamProtocolException {
        if (checksumBytes != CHECKSUM_BYTES) {
            return;
        }
        type = eventType;
        length = eventLength;
        crc.reset();
        int covered = eventLength - CHECKSUM_BYTES;
        cover(buffer, at, covered);
        compare((int) crc.getValue(), buffer.getInt(at + covered));
    }

    @Override
    public void begin(ByteBuffer buffer, int at, int prefix, EventHeader event) throws StreamProtocolException {
        type = event.type();
        checking = event.checksumBytes() == CHECKSUM_BYTES
                && !event.isArtificial()
                && type != EventKind.HEARTBEAT
                && type != EventKind.HEARTBEAT_V2;
        if (!checking) {
            return;
        }
        length = event.length();
        coveredRemaining = length - CHECKSUM_BYTES;
        if (coveredRemaining < EventFramer.HEADER_BYTES) {
            throw new StreamProtocolException("an event without room for its checksum: " + description());
        }
        stored = 0;
        storedBits = 0;
        crc.reset();
        if (type == EventKind.FORMAT_DESCRIPTION && prefix > FLAGS && (buffer.get(at + FLAGS) & FLAG_IN_USE) != 0) {
            // set while the log is written, or if the server was killed; the checksum excludes this flag
            cover(buffer, at, FLAGS);
            crc.update(buffer.get(at + FLAGS) & ~FLAG_IN_USE);
            coveredRemaining -= FLAGS + 1;
            take(buffer, at + FLAGS + 1, prefix - FLAGS - 1);
        } else {
            take(buffer, at, prefix);
        }
    }

    @Override
    public void more(ByteBuffer buffer, int at, int count) {
        if (checking) {
            take(buffer, at, count);
        }
    }

    @Override
    public void end() throws StreamProtocolException {
        if (!checking) {
            return;
        }
        checking = false;
        compare((int) crc.getValue(), stored);
    }

    private void compare(int computed, int found) throws StreamProtocolException {
        if (computed != found) {
            throw new StreamProtocolException("checksum " + Integer.toHexString(found) + " where the bytes have "
                    + Integer.toHexString(computed) + ": " + description());
        }
        verified++;
    }

    private void take(ByteBuffer buffer, int at, int count) {
        int covered = (int) Math.min(count, coveredRemaining);
        if (covered > 0) {
            cover(buffer, at, covered);
            coveredRemaining -= covered;
        }
        for (int i = covered; i < count; i++) {
            stored |= (buffer.get(at + i) & 0xFF) << storedBits;
            storedBits += 8;
        }
    }

    @SuppressWarnings("ReferenceEquality") // compares the object, not its contents
    private void cover(ByteBuffer buffer, int at, int count) {
        ByteBuffer bytes = view;
        if (bytes == null || buffer != viewedBuffer) {
            // keeps the position of the reader's buffer; the reader always passes the same buffer
            bytes = buffer.duplicate();
            view = bytes;
            viewedBuffer = buffer;
        }
        bytes.limit(at + count).position(at);
        crc.update(bytes);
    }

    private String description() {
        return EventKind.name(type) + " of " + length + " bytes";
    }
}

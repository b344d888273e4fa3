// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/** A reader reuses one header for all events. */
public final class EventHeader {

    private static final int FLAG_ARTIFICIAL = 0x20;

    private int type;
    private long length;
    private long seconds;
    private long endPosition;
    private int flags;
    private int checksumBytes;

    /** Layout: {@code seconds(4) type(1) server(4) length(4) end(4) flags(2)}. */
    public void read(ByteBuffer buffer, int index, long eventLength, int checksumLength) {
        seconds = buffer.getInt(index) & 0xFFFF_FFFFL;
        type = buffer.get(index + 4) & 0xFF;
        endPosition = buffer.getInt(index + 13) & 0xFFFF_FFFFL;
        flags = buffer.getShort(index + 17);
        length = eventLength;
        checksumBytes = checksumLength;
    }

    public int type() {
        return type;
    }

    /** Includes header and checksum. */
    public long length() {
        return length;
    }

    /** Returns seconds since the epoch; 0 for events that the server generates for the dump. */
    public long seconds() {
        return seconds;
    }

    /** Returns the low 32 bits of the end position in the file; 0 for none. */
    public long endPosition() {
        return endPosition;
    }

    public int checksumBytes() {
        return checksumBytes;
    }

    /** Returns true if the server generated the event for the dump. No log file contains it. */
    public boolean isArtificial() {
        return (flags & FLAG_ARTIFICIAL) != 0 || seconds == 0 && endPosition == 0;
    }
}

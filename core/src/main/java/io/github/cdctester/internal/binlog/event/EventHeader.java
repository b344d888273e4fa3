// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/** The header of the present event, read once; one object a reader, filled again for each event. */
public final class EventHeader {

    private static final int FLAG_ARTIFICIAL = 0x20;

    private int type;
    private long length;
    private long seconds;
    private long endPosition;
    private int flags;
    private int checksumBytes;

    /** Reads the 19 bytes {@code seconds(4) type(1) server(4) length(4) end(4) flags(2)}. */
    public void read(ByteBuffer buffer, int at, long eventLength, int checksum) {
        seconds = buffer.getInt(at) & 0xFFFF_FFFFL;
        type = buffer.get(at + 4) & 0xFF;
        endPosition = buffer.getInt(at + 13) & 0xFFFF_FFFFL;
        flags = buffer.getShort(at + 17);
        length = eventLength;
        checksumBytes = checksum;
    }

    /** The type code; see {@link EventKind}. */
    public int type() {
        return type;
    }

    /** Header, body and checksum. */
    public long length() {
        return length;
    }

    /** Seconds since the epoch; 0 for events that the dump makes up. */
    public long seconds() {
        return seconds;
    }

    /** The low 32 bits of the event's end in its file; 0 for none. */
    public long endPosition() {
        return endPosition;
    }

    /** Length of the checksum at the end: 4 or 0 bytes. */
    public int checksumBytes() {
        return checksumBytes;
    }

    /** Returns true if the dump made it up: it is in no file. */
    public boolean isArtificial() {
        return (flags & FLAG_ARTIFICIAL) != 0 || seconds == 0 && endPosition == 0;
    }
}

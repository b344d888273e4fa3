// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The start of a log file as a server sends it, with each event in its own packet.
 *
 * @param wire the packets, up to the end of a transaction; direct, little-endian
 * @param logBytes total length of the events
 * @param events number of events
 * @param transactions number of XID events
 */
record RecordedLog(ByteBuffer wire, long logBytes, long events, long transactions) {

    private static final int MAGIC_BYTES = 4;
    private static final int TYPE_OFFSET = 4;
    private static final int LENGTH_OFFSET = 9;
    private static final int XID = 16;

    /** Reads a limited number of bytes of a file whose events are smaller than a packet. */
    static RecordedLog of(Path file, int maxBytes) throws IOException {
        ByteBuffer log;
        try (FileChannel channel = FileChannel.open(file)) {
            log = channel.map(FileChannel.MapMode.READ_ONLY, 0, Math.min(channel.size(), maxBytes))
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
        ByteBuffer wire = ByteBuffer.allocateDirect(2 * log.limit()).order(ByteOrder.LITTLE_ENDIAN);
        RecordedLog lastComplete = null;
        long events = 0;
        long transactions = 0;
        int offset = MAGIC_BYTES;
        while (offset + LENGTH_OFFSET + Integer.BYTES <= log.limit()
                && offset + log.getInt(offset + LENGTH_OFFSET) <= log.limit()) {
            int length = log.getInt(offset + LENGTH_OFFSET);
            wire.putInt(length + 1 | (int) (events & 0xFF) << 24).put((byte) 0);
            wire.put(log.slice(offset, length));
            offset += length;
            events++;
            if (wire.get(wire.position() - length + TYPE_OFFSET) == XID) {
                transactions++;
                lastComplete = new RecordedLog(
                        wire.duplicate().flip().order(ByteOrder.LITTLE_ENDIAN),
                        offset - MAGIC_BYTES,
                        events,
                        transactions);
            }
        }
        if (lastComplete == null) {
            throw new IOException(file + " has no whole transaction in its first " + maxBytes + " bytes");
        }
        return lastComplete;
    }
}

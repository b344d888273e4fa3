// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.play.Recording.RecordedServer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Creates the artificial events of a dump; log files do not contain them. */
final class ArtificialEvents {

    private static final int CREATION_TIME_OFFSET = EventFramer.HEADER_BYTES + 2 + 50;
    /** After the version: creation time, header length, one post-header length, checksum algorithm and checksum. */
    static final int MIN_DESCRIPTION_BYTES = CREATION_TIME_OFFSET + 4 + 1 + 1 + 1 + 4;

    private static final int LOG_POS_OFFSET = 13;
    private static final short ARTIFICIAL_FLAG = 0x20;

    private final int serverId;
    private boolean hasChecksums;

    /** {@code hasChecksums} applies until the first format description. */
    ArtificialEvents(RecordedServer server, boolean hasChecksums) {
        String id = server.variable("server_id");
        serverId = id.matches("\\d{1,10}") ? (int) Long.parseLong(id) : 1;
        this.hasChecksums = hasChecksums;
    }

    /** Events after a format description have checksums if its file has them. The file's ROTATE precedes it, like a server's. */
    void onDescription(ByteBuffer block, int index) {
        hasChecksums = block.get(index + block.getInt(index + 9) - 5) == 1;
    }

    /** Removes creation time and position, for a dump that starts later in the file. */
    byte[] description(ByteBuffer block) {
        byte[] event = new byte[block.getInt(9)];
        block.get(0, event);
        onDescription(block, 0);
        littleEndian(event).putInt(CREATION_TIME_OFFSET, 0).putInt(LOG_POS_OFFSET, 0);
        return withChecksum(event);
    }

    byte[] rotate(LogPosition to) {
        byte[] offset = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(to.offset())
                .array();
        return event(EventKind.ROTATE, 0, ARTIFICIAL_FLAG, offset, to.file());
    }

    byte[] heartbeat(LogPosition position) {
        return event(EventKind.HEARTBEAT, (int) position.offset(), (short) 0, new byte[0], position.file());
    }

    private byte[] event(int type, int position, short flags, byte[] postHeader, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        int length = EventFramer.HEADER_BYTES + postHeader.length + body.length + (hasChecksums ? 4 : 0);
        byte[] event = new byte[length];
        ByteBuffer buffer = littleEndian(event);
        buffer.putInt(0).put((byte) type).putInt(serverId).putInt(length).putInt(position);
        buffer.putShort(flags).put(postHeader).put(body);
        return withChecksum(event);
    }

    private byte[] withChecksum(byte[] event) {
        if (hasChecksums) {
            CRC32 crc = new CRC32();
            crc.update(event, 0, event.length - 4);
            littleEndian(event).putInt(event.length - 4, (int) crc.getValue());
        }
        return event;
    }

    private static ByteBuffer littleEndian(byte[] event) {
        return ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN);
    }
}

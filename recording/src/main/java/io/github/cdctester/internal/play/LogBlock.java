// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.position.LogPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A compressed part of a log file. A skippable zstd frame with the block's head precedes it, so a zstd decompressor restores the
 * log file.
 *
 * @param packedOffset offset of the compressed bytes in the recorded file
 * @param offset offset in the log file
 * @param micros arrival time in µs since the epoch
 * @param gtids GTIDs of all recorded transactions that are complete at the end of the block
 */
public record LogBlock(
        String file,
        long packedOffset,
        int packedBytes,
        long offset,
        int bytes,
        boolean endsOutsideTransaction,
        long micros,
        Gtids gtids) {

    private static final int MAGIC = 0x184D2A5D;
    private static final int FRAME_BYTES = 8;
    private static final int FIXED_BYTES = 8 + 4 + 4 + 1 + 8 + 4;

    private static final int MAX_HEAD_BYTES = 1 << 26;

    public long end() {
        return offset + bytes;
    }

    /** Returns true for the first block of a log file, which contains the format description. */
    public boolean isFirstOfFile() {
        return offset == LogPosition.FIRST_EVENT;
    }

    /** {@code gtids} is in the server's format. */
    static byte[] encodedHead(long offset, int bytes, int packedBytes, boolean isComplete, long micros, String gtids) {
        byte[] text = gtids.getBytes(StandardCharsets.UTF_8);
        int size = FIXED_BYTES + text.length;
        ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES + size).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(MAGIC).putInt(size).putLong(offset).putInt(bytes).putInt(packedBytes);
        frame.put((byte) (isComplete ? 1 : 0)).putLong(micros).put(text);
        return frame.putInt(crc(frame.array(), FRAME_BYTES, size - 4)).array();
    }

    /** Returns {@code null} if there is no block, or if it is invalid or incomplete. */
    static @Nullable LogBlock read(String file, FileChannel in, long position, boolean mariaDb) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int size = fill(frame, in, position) && frame.getInt(0) == MAGIC ? frame.getInt(4) : 0;
        if (size < FIXED_BYTES || size > Math.min(MAX_HEAD_BYTES, in.size() - position)) {
            return null;
        }
        ByteBuffer head = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        if (!fill(head, in, position + FRAME_BYTES) || head.getInt(size - 4) != crc(head.array(), 0, size - 4)) {
            return null;
        }
        long packedOffset = position + FRAME_BYTES + size;
        String gtids = new String(head.array(), FIXED_BYTES - 4, size - FIXED_BYTES, StandardCharsets.UTF_8);
        long offset = head.flip().getLong();
        int bytes = head.getInt();
        int packed = head.getInt();
        boolean isComplete = head.get() != 0;
        boolean areSizesValid =
                bytes > 0 && bytes <= Recorder.BLOCK_BYTES && packed > 0 && packed <= Recorder.PACKED_BYTES;
        return areSizesValid && packedOffset + packed <= in.size()
                ? new LogBlock(
                        file,
                        packedOffset,
                        packed,
                        offset,
                        bytes,
                        isComplete,
                        head.getLong(),
                        Gtids.parse(gtids, mariaDb))
                : null;
    }

    static boolean fill(ByteBuffer buffer, FileChannel in, long position) throws IOException {
        while (buffer.hasRemaining() && in.read(buffer, position + buffer.position()) >= 0) {
            // repeats until the buffer is full
        }
        return !buffer.hasRemaining();
    }

    private static int crc(byte[] bytes, int from, int count) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, count);
        return (int) crc.getValue();
    }
}

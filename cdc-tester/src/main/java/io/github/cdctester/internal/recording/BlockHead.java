// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What stands before each block of a recorded log file: a zstd frame that decompressors skip, so that the others make up the log file.
 *
 * @param micros when it arrived, in µs since the epoch
 */
record BlockHead(long offset, int bytes, int packedBytes, boolean between, long micros, String gtids) {

    private static final int MAGIC = 0x184D2A5D;
    private static final int FRAME_BYTES = 8;
    /** Of GTIDs as text; more is no head. */
    private static final int MOST_BYTES = 1 << 26;

    private static final int FIXED_BYTES = 8 + 4 + 4 + 1 + 8 + 4;

    byte[] encode() {
        byte[] text = gtids.getBytes(StandardCharsets.UTF_8);
        int size = FIXED_BYTES + text.length;
        ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES + size).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(MAGIC).putInt(size).putLong(offset).putInt(bytes).putInt(packedBytes);
        frame.put((byte) (between ? 1 : 0)).putLong(micros).put(text);
        return frame.putInt(crc(frame.array(), FRAME_BYTES, size - 4)).array();
    }

    /** Whether it is of a block that a recorder can have written. */
    boolean isSound() {
        return offset >= 0
                && bytes > 0
                && bytes <= Recorder.BLOCK_BYTES
                && packedBytes > 0
                && packedBytes <= Recorder.PACKED_BYTES;
    }

    /** Where the packed bytes begin behind a head that begins at a place. */
    long packedAt(long place) {
        return place + FRAME_BYTES + FIXED_BYTES + gtids.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Reads the head at a place; {@code null} where there is none, or not all of it. */
    static @Nullable BlockHead read(FileChannel in, long place) throws IOException {
        ByteBuffer frame = bytes(in, place, FRAME_BYTES);
        int size = frame == null || frame.getInt(0) != MAGIC ? 0 : frame.getInt(4);
        ByteBuffer head = size < FIXED_BYTES || size > MOST_BYTES ? null : bytes(in, place + FRAME_BYTES, size);
        if (head == null || head.getInt(size - 4) != crc(head.array(), 0, size - 4)) {
            return null;
        }
        String text = new String(head.array(), FIXED_BYTES - 4, size - FIXED_BYTES, StandardCharsets.UTF_8);
        return new BlockHead(head.getLong(), head.getInt(), head.getInt(), head.get() != 0, head.getLong(), text);
    }

    /** So many bytes of a file; {@code null} where it has fewer. */
    static @Nullable ByteBuffer bytes(FileChannel in, long place, int count) throws IOException {
        if (place + count > in.size()) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        return isFilled(buffer, in, place) ? buffer.flip() : null;
    }

    /** Fills a buffer from a place of a file on; tells whether it has so many. */
    static boolean isFilled(ByteBuffer buffer, FileChannel in, long place) throws IOException {
        while (buffer.hasRemaining() && in.read(buffer, place + buffer.position()) >= 0) {
            // until all is there
        }
        return !buffer.hasRemaining();
    }

    private static int crc(byte[] bytes, int from, int count) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, count);
        return (int) crc.getValue();
    }
}

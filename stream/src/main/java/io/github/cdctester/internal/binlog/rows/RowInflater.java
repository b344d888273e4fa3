// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates the compressed area of MariaDB's rows events: {@code 0x80 | algorithm << 4 | n, length (n bytes, big-endian), zlib
 * data}. Passes the rows to the {@link RowWalker} through two small buffers.
 */
final class RowInflater {

    private static final int FORMAT_MASK = 0xF0;
    private static final int ZLIB = 0x80;

    private final RowWalker walker;
    private final Inflater inflater = new Inflater();
    private final byte[] packedBytes = new byte[8 * 1024];
    private final ByteBuffer inflatedBuffer = ByteBuffer.allocate(16 * 1024).order(ByteOrder.LITTLE_ENDIAN);
    private int headBytesRead;
    private int head;
    private long length;
    private long inflatedBytes;

    RowInflater(RowWalker walker) {
        this.walker = walker;
    }

    void start() {
        inflater.reset();
        headBytesRead = 0;
        head = 0;
        length = 0;
        inflatedBytes = 0;
    }

    /** Zlib is the only known compression. Requires at least one byte of the area. */
    boolean isZlib() {
        int lengthBytes = head & 7;
        return (head & FORMAT_MASK) == ZLIB && lengthBytes >= 1 && lengthBytes <= 4;
    }

    void inflate(ByteBuffer buffer, int index, int count) throws StreamProtocolException {
        int end = index + count;
        int i = index;
        for (; i < end && (headBytesRead == 0 || headBytesRead <= (head & 7)); i++) {
            int value = buffer.get(i) & 0xFF;
            if (headBytesRead++ == 0) {
                head = value;
            } else {
                length = length << 8 | value;
            }
        }
        while (i < end && isZlib()) {
            int inputBytes = Math.min(end - i, packedBytes.length);
            buffer.get(i, packedBytes, 0, inputBytes);
            i += inputBytes;
            inflater.setInput(packedBytes, 0, inputBytes);
            walkInflated();
        }
    }

    /**
     * Returns false if the compression is unknown.
     *
     * @throws StreamProtocolException if the area is shorter than stated in its head
     */
    boolean finish() throws StreamProtocolException {
        if (isZlib() && inflatedBytes != length) {
            throw new StreamProtocolException("compressed rows of " + inflatedBytes + " bytes in place of " + length);
        }
        return isZlib();
    }

    private void walkInflated() throws StreamProtocolException {
        try {
            int count = inflater.inflate(inflatedBuffer.array());
            while (count > 0) {
                inflatedBytes += count;
                if (inflatedBytes > length) {
                    throw new StreamProtocolException("compressed rows of more than their " + length + " bytes");
                }
                walker.walk(inflatedBuffer, 0, count);
                count = inflater.inflate(inflatedBuffer.array());
            }
        } catch (DataFormatException e) {
            throw new StreamProtocolException("compressed rows that cannot be inflated: " + e.getMessage());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates the rows of a compressed MariaDB event: {@code 0x80 | algorithm << 4 | n, length (n bytes, big-endian), zlib data}.
 * Allocates memory only for rows that are longer than all previous rows.
 */
public final class CompressedRows {

    private static final int INITIAL_BYTES = 512;
    private static final int FORMAT_MASK = 0xF0;
    private static final int ZLIB = 0x80;
    private static final int LENGTH_BYTES_MASK = 7;

    private final int maxBytes;
    private final Inflater inflater = new Inflater();
    private byte[] packedRows = new byte[INITIAL_BYTES];
    private ByteBuffer rows = buffer(INITIAL_BYTES);

    /** {@code maxBytes} limits the inflated length. */
    public CompressedRows(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Returns a little-endian buffer; the rows start at index 0. */
    public ByteBuffer rows() {
        return rows;
    }

    /** Reads the inflated length from the head of the bytes between two indexes. It may exceed the limit. */
    public static long length(ByteBuffer buffer, int from, int end) throws StreamProtocolException {
        int flags = from < end ? buffer.get(from) & 0xFF : 0;
        int lengthBytes = flags & LENGTH_BYTES_MASK;
        int dataIndex = from + 1 + lengthBytes;
        if ((flags & FORMAT_MASK) != ZLIB || lengthBytes < 1 || lengthBytes > 4 || dataIndex > end) {
            throw new StreamProtocolException("compressed rows that begin with " + flags);
        }
        long length = 0;
        for (int i = from + 1; i < dataIndex; i++) {
            length = length << 8 | buffer.get(i) & 0xFF;
        }
        return length;
    }

    /** Inflates the bytes between two indexes. Returns the inflated length. */
    public int inflate(ByteBuffer buffer, int from, int end) throws StreamProtocolException {
        long length = length(buffer, from, end);
        int dataIndex = from + 1 + (buffer.get(from) & LENGTH_BYTES_MASK);
        if (length > maxBytes) {
            throw new StreamProtocolException("compressed rows of " + length + " bytes");
        }
        if (length > rows.capacity()) {
            rows = buffer((int) length);
        }
        if (end - dataIndex > packedRows.length) {
            packedRows = new byte[end - dataIndex];
        }
        buffer.get(dataIndex, packedRows, 0, end - dataIndex);
        inflater.reset();
        inflater.setInput(packedRows, 0, end - dataIndex);
        int inflatedBytes;
        try {
            inflatedBytes = inflater.inflate(rows.clear().limit((int) length));
        } catch (DataFormatException e) {
            throw new StreamProtocolException("compressed rows that cannot be inflated: " + e.getMessage());
        }
        rows.clear();
        if (inflatedBytes != length) {
            throw new StreamProtocolException("compressed rows of " + inflatedBytes + " bytes in place of " + length);
        }
        return inflatedBytes;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}

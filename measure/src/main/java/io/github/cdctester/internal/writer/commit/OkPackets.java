// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Extracts GTIDs from the OK packets that a driver reads. Passes the stream on unchanged. Allocates nothing per packet. */
final class OkPackets extends FilterInputStream {

    private static final int PACKET_HEADER_BYTES = 4;

    /**
     * Sequence number of a response's first packet, if the statement was sent in one packet. Packets with rows have higher
     * numbers.
     */
    private static final int FIRST_SEQUENCE = 1;

    private static final byte OK = 0;

    /** First byte of the OK packet after rows. A row begins with this byte only if it does not fit into one packet. */
    private static final byte OK_AFTER_ROWS = (byte) 0xFE;

    /** The response to COM_STMT_PREPARE has the same first byte as an OK packet and is shorter. */
    private static final int MIN_LENGTH = 16;

    /** Enough for an OK packet that also contains other changes. */
    private static final int MAX_LENGTH = 4_096;

    private final AcknowledgedGtids gtids;
    private final byte[] packet = new byte[MAX_LENGTH];
    private int headerBytes;
    private int packetLength;
    private int sequence;
    private int bytesLeft;
    private int collectedBytes;
    private boolean isCollecting;
    private boolean isAtFirstByte;

    OkPackets(InputStream in, CommitSink sink) {
        super(in);
        gtids = new AcknowledgedGtids(sink);
    }

    @Override
    public int read() throws IOException {
        byte[] singleByte = new byte[1];
        return read(singleByte, 0, 1) < 0 ? -1 : singleByte[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int bytes = in.read(buffer, offset, length);
        if (bytes > 0) {
            inspect(buffer, offset, bytes);
        }
        return bytes;
    }

    @Override
    public long skip(long bytes) throws IOException {
        byte[] skippedBytes = new byte[(int) Math.min(bytes, MAX_LENGTH)];
        return Math.max(0, read(skippedBytes, 0, skippedBytes.length));
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void inspect(byte[] buffer, int offset, int bytes) {
        int next = offset;
        int limit = offset + bytes;
        while (next < limit) {
            if (headerBytes < PACKET_HEADER_BYTES) {
                readHeader(buffer[next++] & 0xFF);
                continue;
            }
            int count = Math.min(bytesLeft, limit - next);
            if (isAtFirstByte) {
                isAtFirstByte = false;
                isCollecting &= buffer[next] == OK && sequence == FIRST_SEQUENCE || buffer[next] == OK_AFTER_ROWS;
            }
            if (isCollecting) {
                System.arraycopy(buffer, next, packet, collectedBytes, count);
                collectedBytes += count;
            }
            next += count;
            bytesLeft -= count;
            if (bytesLeft == 0) {
                headerBytes = 0;
                if (isCollecting) {
                    gtids.parse(packet, collectedBytes);
                }
            }
        }
    }

    private void readHeader(int value) {
        if (headerBytes < 3) {
            packetLength |= value << 8 * headerBytes;
        } else {
            sequence = value;
            bytesLeft = packetLength;
            packetLength = 0;
            collectedBytes = 0;
            isAtFirstByte = true;
            isCollecting = bytesLeft >= MIN_LENGTH && bytesLeft <= MAX_LENGTH;
        }
        headerBytes++;
        if (headerBytes == PACKET_HEADER_BYTES && bytesLeft == 0) {
            headerBytes = 0;
        }
    }
}

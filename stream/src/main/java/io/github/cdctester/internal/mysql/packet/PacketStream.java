// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Splits payloads into packets and joins packets into payloads, on a blocking connection. A payload of 2^24 − 1 bytes or more
 * continues in the next packet, which may be empty. Not thread-safe.
 *
 * <p>Received sequence numbers are not checked, because a server uses other numbers for errors that it sends without a command, for
 * example 4031 (idle for too long).
 */
public final class PacketStream {

    public static final int MAX_PACKET_BYTES = 0xFFFFFF;

    private static final int HEADER_BYTES = 4;

    private InputStream in;
    private OutputStream out;
    private final byte[] header = new byte[HEADER_BYTES];

    /** Unsent bytes. Copying a small packet here saves a system call. */
    private final byte[] buffer;

    private int bufferedBytes;
    private int sequence;

    /** Bytes of the current payload after the current packet. */
    private long laterPacketBytes;

    private int packetBytesLeft;

    private boolean hasNextPacket;

    public PacketStream(InputStream in, OutputStream out, int bufferBytes) {
        this.in = in;
        this.out = out;
        buffer = new byte[bufferBytes];
    }

    /** Call it after the switch to TLS. Sequence numbers continue. */
    public void replaceStreams(InputStream newIn, OutputStream newOut) {
        in = newIn;
        out = newOut;
    }

    /** Each command begins with packet 0. */
    public void startCommand() {
        sequence = 0;
    }

    /**
     * The payload may be empty.
     *
     * @throws MySqlProtocolException if the payload exceeds the size limit
     * @throws EOFException if the connection is closed before the payload is complete
     */
    public byte[] read(ReadLimit limit) throws IOException {
        byte[] payload = readPacket(limit);
        for (int lastLength = payload.length; lastLength == MAX_PACKET_BYTES; ) {
            byte[] nextPayload = readPacket(limit);
            lastLength = nextPayload.length;
            payload = Arrays.copyOf(payload, payload.length + lastLength);
            System.arraycopy(nextPayload, 0, payload, payload.length - lastLength, lastLength);
        }
        return payload;
    }

    private byte[] readPacket(ReadLimit limit) throws IOException {
        readFully(header, limit);
        int length = header[0] & 0xFF | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
        sequence = header[3] + 1;
        limit.addBytes(HEADER_BYTES + length);
        byte[] payload = new byte[length];
        readFully(payload, limit);
        return payload;
    }

    private void readFully(byte[] bytes, ReadLimit limit) throws IOException {
        for (int index = 0; index < bytes.length; ) {
            int readBytes = in.read(bytes, index, bytes.length - index);
            if (readBytes < 0) {
                throw new EOFException("the connection was closed in the middle of " + limit.subject());
            }
            index += readBytes;
            limit.checkTime();
        }
    }

    public void write(byte[] payload) throws IOException {
        put(payload);
        flush();
    }

    public void put(byte[] payload) throws IOException {
        begin(payload.length);
        append(payload, 0, payload.length);
    }

    public void begin(long bytes) throws IOException {
        packetBytesLeft = (int) Math.min(bytes, MAX_PACKET_BYTES);
        hasNextPacket = packetBytesLeft == MAX_PACKET_BYTES;
        laterPacketBytes = bytes - packetBytesLeft;
        if (bufferedBytes > buffer.length - HEADER_BYTES) {
            flush();
        }
        buffer[bufferedBytes++] = (byte) packetBytesLeft;
        buffer[bufferedBytes++] = (byte) (packetBytesLeft >> 8);
        buffer[bufferedBytes++] = (byte) (packetBytesLeft >> 16);
        buffer[bufferedBytes++] = (byte) sequence++;
    }

    public void append(byte[] bytes, int from, int count) throws IOException {
        for (int index = from; index < from + count; ) {
            int passedBytes = Math.min(packetBytesLeft, from + count - index);
            if (passedBytes > buffer.length - bufferedBytes) {
                flush();
            }
            if (passedBytes > buffer.length) {
                out.write(bytes, index, passedBytes);
            } else {
                System.arraycopy(bytes, index, buffer, bufferedBytes, passedBytes);
                bufferedBytes += passedBytes;
            }
            index += passedBytes;
            packetBytesLeft -= passedBytes;
            if (packetBytesLeft == 0 && hasNextPacket) {
                begin(laterPacketBytes);
            }
        }
    }

    public void flush() throws IOException {
        out.write(buffer, 0, bufferedBytes);
        bufferedBytes = 0;
    }
}

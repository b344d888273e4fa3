// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Splits payloads into packets and joins packets to payloads, on either side of a blocking connection. A payload of
 * 2^24 − 1 bytes or more continues in the next packet, which may be empty. Not thread-safe.
 *
 * <p>Sequence numbers continue after each received packet. They are not compared with the expected ones, because a
 * server numbers an error differently if it sends it without a command, for example 4031 (idle for too long).
 */
public final class PacketStream {

    /** Maximum payload of one packet. */
    public static final int MAX_PACKET_BYTES = 0xFFFFFF;

    private static final int HEADER_BYTES = 4;

    private InputStream in;
    private OutputStream out;
    private final byte[] header = new byte[HEADER_BYTES];

    /** Unsent bytes: a small packet costs a copy and no system call. */
    private final byte[] buffer;

    private int filled;
    private int sequence;

    /** Bytes of the current payload that belong to later packets. */
    private long laterBytes;

    /** Bytes still to send in the current packet. */
    private int packetLeft;

    private boolean hasNextPacket;

    /** Uses the streams of a connection, with a buffer of this size for unsent bytes. */
    public PacketStream(InputStream in, OutputStream out, int bufferBytes) {
        this.in = in;
        this.out = out;
        buffer = new byte[bufferBytes];
    }

    /** Replaces the streams, for example after the switch to TLS. Sequence numbers continue. */
    public void replaceStreams(InputStream newIn, OutputStream newOut) {
        in = newIn;
        out = newOut;
    }

    /** Gives the next written packet the number 0, which begins a command. */
    public void startCommand() {
        sequence = 0;
    }

    /**
     * Waits for a payload, which may be empty.
     *
     * @throws MySqlProtocolException if it exceeds the limit
     * @throws EOFException if the connection ends before the end of the payload
     */
    public byte[] read(ReadLimit limit) throws IOException {
        byte[] payload = readPacket(limit);
        for (int last = payload.length; last == MAX_PACKET_BYTES; ) {
            byte[] next = readPacket(limit);
            last = next.length;
            payload = Arrays.copyOf(payload, payload.length + last);
            System.arraycopy(next, 0, payload, payload.length - last, last);
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
            int read = in.read(bytes, index, bytes.length - index);
            if (read < 0) {
                throw new EOFException("the connection was closed in the middle of " + limit.subject());
            }
            index += read;
            limit.checkTime();
        }
    }

    /** Sends a payload immediately. */
    public void write(byte[] payload) throws IOException {
        put(payload);
        flush();
    }

    /** Appends a payload to the unsent bytes. */
    public void put(byte[] payload) throws IOException {
        begin(payload.length);
        append(payload, 0, payload.length);
    }

    /** Begins a payload of this length. Its bytes follow with {@link #append}. */
    public void begin(long bytes) throws IOException {
        packetLeft = (int) Math.min(bytes, MAX_PACKET_BYTES);
        hasNextPacket = packetLeft == MAX_PACKET_BYTES;
        laterBytes = bytes - packetLeft;
        if (filled > buffer.length - HEADER_BYTES) {
            flush();
        }
        buffer[filled++] = (byte) packetLeft;
        buffer[filled++] = (byte) (packetLeft >> 8);
        buffer[filled++] = (byte) (packetLeft >> 16);
        buffer[filled++] = (byte) sequence++;
    }

    public void append(byte[] bytes, int from, int count) throws IOException {
        for (int at = from; at < from + count; ) {
            int sent = Math.min(packetLeft, from + count - at);
            if (sent > buffer.length - filled) {
                flush();
            }
            if (sent > buffer.length) {
                out.write(bytes, at, sent);
            } else {
                System.arraycopy(bytes, at, buffer, filled, sent);
                filled += sent;
            }
            at += sent;
            packetLeft -= sent;
            if (packetLeft == 0 && hasNextPacket) {
                begin(laterBytes);
            }
        }
    }

    public void flush() throws IOException {
        out.write(buffer, 0, filled);
        filled = 0;
    }
}

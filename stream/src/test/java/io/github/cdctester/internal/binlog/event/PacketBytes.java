// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

public final class PacketBytes {

    static final int MAX_PAYLOAD_BYTES = 0xFFFFFF;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int sequence;

    /** If the last packet is full, MySQL and MariaDB send an empty packet. */
    public PacketBytes event(EventBytes event) {
        return event(event, true);
    }

    /** PolarDB-X sends no empty packet after a full last packet. */
    public PacketBytes eventWithoutEmptyPacket(EventBytes event) {
        return event(event, false);
    }

    public PacketBytes events(EventBytes... events) {
        for (EventBytes event : events) {
            event(event);
        }
        return this;
    }

    public PacketBytes packet(int... payload) {
        packetHeader(payload.length);
        for (int value : payload) {
            out.write(value);
        }
        return this;
    }

    /** The header contains any length. */
    public PacketBytes packet(int length, byte[] payload) {
        packetHeader(length);
        out.writeBytes(payload);
        return this;
    }

    public PacketBytes error(int code, String text) {
        byte[] bytes = ("###" + text).getBytes(StandardCharsets.US_ASCII);
        bytes[0] = (byte) 0xFF;
        bytes[1] = (byte) code;
        bytes[2] = (byte) (code >> 8);
        return packet(bytes.length, bytes);
    }

    public PacketBytes eof() {
        return packet(0xFE, 0, 0, 2, 0);
    }

    public byte[] bytes() {
        return out.toByteArray();
    }

    private PacketBytes event(EventBytes event, boolean addsEmptyPacket) {
        byte[] bytes = event.bytes();
        int firstBytes = Math.min(bytes.length, MAX_PAYLOAD_BYTES - 1);
        packetHeader(firstBytes + 1);
        out.write(0);
        out.write(bytes, 0, firstBytes);
        int sentBytes = firstBytes;
        int packetLength = firstBytes + 1;
        while (packetLength == MAX_PAYLOAD_BYTES && (sentBytes < bytes.length || addsEmptyPacket)) {
            packetLength = Math.min(bytes.length - sentBytes, MAX_PAYLOAD_BYTES);
            packetHeader(packetLength);
            out.write(bytes, sentBytes, packetLength);
            sentBytes += packetLength;
        }
        return this;
    }

    private void packetHeader(int length) {
        out.write(length);
        out.write(length >> 8);
        out.write(length >> 16);
        out.write(sequence++);
    }
}

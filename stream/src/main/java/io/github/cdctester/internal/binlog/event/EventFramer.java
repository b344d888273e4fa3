// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Splits the bytes after a dump command into events, without assembling them. Can stop and continue at any byte, except within the
 * first {@link #PREFIX_BYTES} bytes of an event.
 *
 * <p>A packet is {@code length(3) sequence(1) payload}; the first payload byte is 0x00 before an event, 0xFF before an error, and
 * 0xFE at the end of the stream. After a packet of 0xFFFFFF bytes, the next packet continues the event without such a byte (MySQL
 * internals, "Sending more than 16 MB").
 */
public final class EventFramer {

    /** An event that is not longer is passed as one piece. */
    public static final int PREFIX_BYTES = 4096;

    public static final int HEADER_BYTES = 19;

    private static final int PACKET_HEADER_BYTES = 4;
    private static final int MAX_PACKET_BYTES = 0xFFFFFF;
    private static final int OK_STATUS = 0x00;
    private static final int ERROR_STATUS = 0xFF;
    private static final int END_STATUS = 0xFE;

    private final EventHandler handler;

    private long eventRemaining;
    private int packetRemaining;
    private boolean wasPacketFull;

    public EventFramer(EventHandler handler) {
        this.handler = handler;
    }

    /**
     * Leaves the last bytes if they are too few for the next step.
     *
     * @param buffer little-endian, with room for at least {@link #PREFIX_BYTES} and 24 bytes more
     * @throws StreamProtocolException if the bytes violate the protocol
     * @throws ServerErrorException if the server sent an error in place of an event
     * @throws StreamEndedException if the server ended the stream
     */
    public void consume(ByteBuffer buffer) throws StreamProtocolException, ServerErrorException, StreamEndedException {
        while (eventRemaining > 0 ? passBody(buffer) : nextPacket(buffer)) {
            // each step consumes events, a packet header, or the rest of the buffer
        }
    }

    private boolean passBody(ByteBuffer buffer) throws StreamProtocolException {
        if (packetRemaining == 0) {
            if (buffer.remaining() < PACKET_HEADER_BYTES) {
                return false;
            }
            packetRemaining = buffer.getInt(buffer.position()) & 0xFFFFFF;
            wasPacketFull = packetRemaining == MAX_PACKET_BYTES;
            if (packetRemaining == 0
                    || packetRemaining > eventRemaining
                    || packetRemaining < eventRemaining && !wasPacketFull) {
                throw new StreamProtocolException("a continuation packet of " + packetRemaining
                        + " bytes, where the event has " + eventRemaining + " left");
            }
            buffer.position(buffer.position() + PACKET_HEADER_BYTES);
        }
        int passedBytes = (int) Math.min(Math.min(buffer.remaining(), packetRemaining), eventRemaining);
        if (passedBytes == 0) {
            return false;
        }
        handler.eventBody(buffer, buffer.position(), passedBytes);
        buffer.position(buffer.position() + passedBytes);
        packetRemaining -= passedBytes;
        eventRemaining -= passedBytes;
        if (eventRemaining == 0) {
            handler.eventEnd();
        }
        return true;
    }

    private boolean nextPacket(ByteBuffer buffer)
            throws StreamProtocolException, ServerErrorException, StreamEndedException {
        if (handler.processCompleteEvents(buffer)) {
            wasPacketFull = false;
        }
        return beginPacket(buffer);
    }

    private boolean beginPacket(ByteBuffer buffer)
            throws StreamProtocolException, ServerErrorException, StreamEndedException {
        int availableBytes = buffer.remaining();
        if (availableBytes < PACKET_HEADER_BYTES) {
            return false;
        }
        int packetIndex = buffer.position();
        int packetLength = buffer.getInt(packetIndex) & 0xFFFFFF;
        if (packetLength == 0 && wasPacketFull) {
            // an event of exactly n × 0xFFFFFF − 1 bytes ends with an empty packet; PolarDB-X omits it
            wasPacketFull = false;
            buffer.position(packetIndex + PACKET_HEADER_BYTES);
            return true;
        }
        if (availableBytes < PACKET_HEADER_BYTES + Math.min(packetLength, 1 + HEADER_BYTES)) {
            return false;
        }
        int status = packetLength == 0 ? -1 : buffer.get(packetIndex + PACKET_HEADER_BYTES) & 0xFF;
        if (status != OK_STATUS) {
            return throwEndOrError(buffer, packetIndex, packetLength, status);
        }
        return beginEvent(buffer, packetIndex, packetLength, availableBytes);
    }

    private boolean beginEvent(ByteBuffer buffer, int packetIndex, int packetLength, int availableBytes)
            throws StreamProtocolException {
        if (packetLength <= HEADER_BYTES) {
            throw new StreamProtocolException("an event packet of only " + packetLength + " bytes");
        }
        int index = packetIndex + PACKET_HEADER_BYTES + 1;
        int eventBytes = packetLength - 1;
        long length = buffer.getInt(index + 9) & 0xFFFF_FFFFL;
        boolean isFull = packetLength == MAX_PACKET_BYTES;
        if (isFull ? length < eventBytes : length != eventBytes) {
            throw new StreamProtocolException("an event of " + length + " bytes, in a packet of " + eventBytes);
        }
        int prefixBytes = (int) Math.min(length, PREFIX_BYTES);
        if (availableBytes < PACKET_HEADER_BYTES + 1 + prefixBytes) {
            return false;
        }
        buffer.position(index + prefixBytes);
        wasPacketFull = isFull;
        packetRemaining = eventBytes - prefixBytes;
        eventRemaining = length - prefixBytes;
        handler.eventBegin(buffer, index, prefixBytes, length);
        if (eventRemaining == 0) {
            handler.eventEnd();
        }
        return true;
    }

    private static boolean throwEndOrError(ByteBuffer buffer, int packetIndex, int packetLength, int status)
            throws StreamProtocolException, ServerErrorException, StreamEndedException {
        if (status == ERROR_STATUS && packetLength <= PREFIX_BYTES) {
            if (buffer.remaining() < PACKET_HEADER_BYTES + packetLength) {
                return false;
            }
            byte[] packetBytes = new byte[packetLength];
            buffer.get(packetIndex + PACKET_HEADER_BYTES, packetBytes);
            throw ServerErrorException.ofPacket(packetBytes);
        }
        if (status == END_STATUS && packetLength < 9) {
            throw new StreamEndedException("the server ended the stream");
        }
        throw new StreamProtocolException("a packet of " + packetLength + " bytes that begins with " + status);
    }

    public static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, Math.max(0, to - from), StandardCharsets.UTF_8);
    }
}

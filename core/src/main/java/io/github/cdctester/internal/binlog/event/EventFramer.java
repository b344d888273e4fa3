// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Cuts the bytes after a dump command into events, without assembling them: a state machine that can stop and continue at any byte.
 * It needs the first bytes of each event in one piece; the rest is passed over, in any number of reads and packets.
 *
 * <p>A packet is {@code length(3) sequence(1) payload}; a payload begins with 0x00 and an event, 0xFF and an error, or 0xFE and the
 * end. A packet of 0xFFFFFF bytes is continued by the next one, whose payload has no first byte of its own (MySQL internals,
 * "Sending more than 16 MB").
 */
public final class EventFramer {

    /** Bytes of an event that are passed in one piece: enough for any control event and the start of any other. */
    public static final int PREFIX_BYTES = 4096;

    public static final int HEADER_BYTES = 19;

    private static final int PACKET_HEADER_BYTES = 4;
    private static final int FULL_PACKET = 0xFFFFFF;
    private static final int OK = 0x00;
    private static final int ERROR = 0xFF;
    private static final int END = 0xFE;

    private final EventHandler handler;

    private long eventRemaining;
    private int packetRemaining;
    private boolean packetWasFull;

    /** Creates a framer for one connection. */
    public EventFramer(EventHandler handler) {
        this.handler = handler;
    }

    /**
     * Works off what the buffer holds between position and limit, and leaves the few bytes that it cannot use yet.
     *
     * @param buffer little-endian, with room for at least {@link #PREFIX_BYTES} and 24 bytes more
     * @throws StreamProtocolException if the bytes are not what the protocol allows
     * @throws ServerErrorException if the server sent an error in place of an event
     * @throws StreamEndedException if the server ended the stream
     */
    public void consume(ByteBuffer buffer) throws StreamProtocolException, ServerErrorException, StreamEndedException {
        while (eventRemaining > 0 ? pass(buffer) : next(buffer)) {
            // each step moves on by events, a packet header, or what there is
        }
    }

    public boolean isBetweenEvents() {
        return eventRemaining == 0;
    }

    private boolean pass(ByteBuffer buffer) throws StreamProtocolException {
        if (packetRemaining == 0) {
            if (buffer.remaining() < PACKET_HEADER_BYTES) {
                return false;
            }
            packetRemaining = buffer.getInt(buffer.position()) & 0xFFFFFF;
            packetWasFull = packetRemaining == FULL_PACKET;
            if (packetRemaining == 0
                    || packetRemaining > eventRemaining
                    || packetRemaining < eventRemaining && !packetWasFull) {
                throw new StreamProtocolException("a continuation packet of " + packetRemaining
                        + " bytes, where the event has " + eventRemaining + " left");
            }
            buffer.position(buffer.position() + PACKET_HEADER_BYTES);
        }
        int passed = (int) Math.min(Math.min(buffer.remaining(), packetRemaining), eventRemaining);
        if (passed == 0) {
            return false;
        }
        handler.eventBody(buffer, buffer.position(), passed);
        buffer.position(buffer.position() + passed);
        packetRemaining -= passed;
        eventRemaining -= passed;
        if (eventRemaining == 0) {
            handler.eventEnd();
        }
        return true;
    }

    private boolean next(ByteBuffer buffer) throws StreamProtocolException, ServerErrorException, StreamEndedException {
        if (handler.wholeEvents(buffer)) {
            packetWasFull = false;
        }
        return begin(buffer);
    }

    private boolean begin(ByteBuffer buffer)
            throws StreamProtocolException, ServerErrorException, StreamEndedException {
        int available = buffer.remaining();
        if (available < PACKET_HEADER_BYTES) {
            return false;
        }
        int packet = buffer.position();
        int packetLength = buffer.getInt(packet) & 0xFFFFFF;
        if (packetLength == 0 && packetWasFull) {
            // the empty packet that ends an event of exactly n × 0xFFFFFF − 1 bytes; PolarDB-X leaves it out
            packetWasFull = false;
            buffer.position(packet + PACKET_HEADER_BYTES);
            return true;
        }
        if (available < PACKET_HEADER_BYTES + Math.min(packetLength, 1 + HEADER_BYTES)) {
            return false;
        }
        int status = packetLength == 0 ? -1 : buffer.get(packet + PACKET_HEADER_BYTES) & 0xFF;
        if (status != OK) {
            return noEvent(buffer, packet, packetLength, status);
        }
        return event(buffer, packet, packetLength, available);
    }

    private boolean event(ByteBuffer buffer, int packet, int packetLength, int available)
            throws StreamProtocolException {
        if (packetLength <= HEADER_BYTES) {
            throw new StreamProtocolException("an event packet of only " + packetLength + " bytes");
        }
        int at = packet + PACKET_HEADER_BYTES + 1;
        int inPacket = packetLength - 1;
        long length = buffer.getInt(at + 9) & 0xFFFF_FFFFL;
        boolean full = packetLength == FULL_PACKET;
        if (full ? length < inPacket : length != inPacket) {
            throw new StreamProtocolException(
                    "an event that says it has " + length + " bytes, in a packet that has " + inPacket);
        }
        int prefix = (int) Math.min(length, PREFIX_BYTES);
        if (available < PACKET_HEADER_BYTES + 1 + prefix) {
            return false;
        }
        buffer.position(at + prefix);
        packetWasFull = full;
        packetRemaining = inPacket - prefix;
        eventRemaining = length - prefix;
        handler.eventBegin(buffer, at, prefix, length);
        if (eventRemaining == 0) {
            handler.eventEnd();
        }
        return true;
    }

    private static boolean noEvent(ByteBuffer buffer, int packet, int packetLength, int status)
            throws StreamProtocolException, ServerErrorException, StreamEndedException {
        if (status == ERROR && packetLength <= PREFIX_BYTES) {
            if (buffer.remaining() < PACKET_HEADER_BYTES + packetLength) {
                return false;
            }
            byte[] packetBytes = new byte[packetLength];
            buffer.get(packet + PACKET_HEADER_BYTES, packetBytes);
            throw ServerErrorException.ofPacket(packetBytes);
        }
        if (status == END && packetLength < 9) {
            throw new StreamEndedException("the server ended the stream");
        }
        throw new StreamProtocolException("a packet of " + packetLength + " bytes that begins with " + status);
    }

    /** Reads text that the server sent, for messages. */
    public static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, Math.max(0, to - from), StandardCharsets.UTF_8);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/**
 * Receives events from the {@link EventFramer}, piece by piece. An event that makes no sense is a {@link
 * StreamProtocolException}.
 */
public interface EventHandler {

    /**
     * A new packet is due. The handler may take whole events by itself, and moves the buffer's position after them.
     *
     * @param buffer little-endian, its position at a packet's first byte
     */
    default boolean wholeEvents(ByteBuffer buffer) throws StreamProtocolException {
        return false;
    }

    /**
     * An event has begun; its first bytes can be looked at during this call.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param at index of the event's first byte
     * @param prefix how many bytes of the event are there: all of them, or {@link EventFramer#PREFIX_BYTES}
     */
    void eventBegin(ByteBuffer buffer, int at, int prefix, long length) throws StreamProtocolException;

    /**
     * More of that event, in order.
     *
     * @param at index of the first of these bytes
     */
    default void eventBody(ByteBuffer buffer, int at, int count) throws StreamProtocolException {}

    /** The last byte of that event has arrived. */
    default void eventEnd() throws StreamProtocolException {}
}

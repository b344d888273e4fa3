// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/**
 * Receives events from the {@link EventFramer} in pieces. Implementations throw {@link StreamProtocolException} for
 * invalid events.
 */
public interface EventHandler {

    /**
     * Called at the start of a packet. The handler may process complete events itself; it then moves the buffer's
     * position past them.
     *
     * @return true if the handler has processed events
     * @param buffer little-endian, positioned at a packet's first byte
     */
    default boolean processCompleteEvents(ByteBuffer buffer) throws StreamProtocolException {
        return false;
    }

    /**
     * Reports the start of an event. Its first bytes can be read only during this call.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param index index of the event's first byte
     * @param prefixBytes number of bytes in the buffer: the complete event, or {@link EventFramer#PREFIX_BYTES}
     */
    void eventBegin(ByteBuffer buffer, int index, int prefixBytes, long length) throws StreamProtocolException;

    /**
     * Passes further bytes of the current event, in order.
     *
     * @param index index of the first of these bytes
     */
    default void eventBody(ByteBuffer buffer, int index, int count) throws StreamProtocolException {}

    default void eventEnd() throws StreamProtocolException {}
}

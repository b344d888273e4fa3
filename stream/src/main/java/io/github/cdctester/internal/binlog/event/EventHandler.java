// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/** Receives events from the {@link EventFramer} in pieces. Throws {@link StreamProtocolException} for invalid events. */
public interface EventHandler {

    /**
     * Called at the start of a packet. A handler that processes complete events moves the buffer's position past them.
     *
     * @return true if the handler has processed events
     * @param buffer little-endian, positioned at a packet's first byte
     */
    default boolean processCompleteEvents(ByteBuffer buffer) throws StreamProtocolException {
        return false;
    }

    /**
     * The event's first bytes can be read only during this call.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param index index of the event's first byte
     * @param prefixBytes the complete event, or {@link EventFramer#PREFIX_BYTES}
     */
    void eventBegin(ByteBuffer buffer, int index, int prefixBytes, long length) throws StreamProtocolException;

    /** Receives {@code count} further bytes, from {@code index} on. */
    default void eventBody(ByteBuffer buffer, int index, int count) throws StreamProtocolException {}

    default void eventEnd() throws StreamProtocolException {}
}

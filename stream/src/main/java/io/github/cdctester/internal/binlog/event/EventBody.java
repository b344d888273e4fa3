// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/** Processes all bytes of events, in pieces across any number of reads. Throws {@link StreamProtocolException} for invalid events. */
public interface EventBody {

    boolean accepts(int type);

    /**
     * Called instead of {@link #begin} and {@link #end} if the buffer contains all bytes of an event.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param index index of the event's first byte
     * @param checksumBytes 4 or 0
     */
    void completeEvent(ByteBuffer buffer, int index, int type, int length, int checksumBytes)
            throws StreamProtocolException;

    /**
     * @param buffer little-endian; read with absolute gets only
     * @param index index of the event's first byte
     */
    void begin(ByteBuffer buffer, int index, int prefixBytes, EventHeader event) throws StreamProtocolException;

    /** Receives {@code count} further bytes, at least 1, from {@code index} on. */
    void append(ByteBuffer buffer, int index, int count) throws StreamProtocolException;

    void end() throws StreamProtocolException;
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/**
 * Processes all bytes of events, in pieces across any number of reads: counts rows, verifies checksums, or inflates payloads.
 * Implementations throw {@link StreamProtocolException} for invalid events.
 */
public interface EventBody {

    boolean accepts(int type);

    /**
     * Processes an event of which the buffer contains all bytes. Called instead of {@link #begin} and {@link #end}.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param index index of the event's first byte
     * @param checksumBytes length of the checksum at the end of the event: 4 or 0
     */
    void completeEvent(ByteBuffer buffer, int index, int type, int length, int checksumBytes)
            throws StreamProtocolException;

    /**
     * Reports the start of an event.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param index index of the event's first byte
     */
    void begin(ByteBuffer buffer, int index, int prefixBytes, EventHeader event) throws StreamProtocolException;

    /**
     * Passes further bytes of the current event.
     *
     * @param index index of the first of these bytes
     * @param count number of bytes, at least 1
     */
    void append(ByteBuffer buffer, int index, int count) throws StreamProtocolException;

    /** Reports that all bytes of the current event have been passed. */
    void end() throws StreamProtocolException;
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/**
 * Looks at whole events, byte for byte, however many reads they take: row counting, checksums, payloads. Header-only
 * measuring has none of these, and pays nothing. An event that makes no sense is a {@link StreamProtocolException}.
 */
public interface EventBody {

    boolean accepts(int type);

    /**
     * An event of a row-based transaction that is all there, in place of {@link #begin} and {@link #end}.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param at index of the event's first byte
     * @param checksumBytes how many of them are the checksum: 4 or 0
     */
    void whole(ByteBuffer buffer, int at, int type, int length, int checksumBytes) throws StreamProtocolException;

    /**
     * An event has begun.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param at index of the event's first byte
     */
    void begin(ByteBuffer buffer, int at, int prefix, EventHeader event) throws StreamProtocolException;

    /**
     * More of that event.
     *
     * @param at index of the first of these bytes
     * @param count how many bytes, at least 1
     */
    void more(ByteBuffer buffer, int at, int count) throws StreamProtocolException;

    /** The event's last byte has been shown. */
    void end() throws StreamProtocolException;
}

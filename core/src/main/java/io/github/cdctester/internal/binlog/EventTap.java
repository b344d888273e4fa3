// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;

/** Receives every event of one stream's log in order, with all bytes, to store it. Called in the reader's thread. */
public interface EventTap {

    /** Returns true if it needs the GTIDs before the start, a query that can take seconds. */
    default boolean acceptsStart() {
        return true;
    }

    /** Reports the GTIDs before the start; called again if a more precise set is known. */
    default void startsBehind(String gtids) {}

    /** Reports the arrival time of the next bytes, in µs since the epoch. */
    default void readBegin(long arrivalMicros) {}

    /** Receives a file's format description if the dump begins inside the file. */
    void described(byte[] event);

    /** Reports the start of an event: its file and offset, and its first bytes, which begin at an index of the buffer. */
    void begin(String file, long offset, ByteBuffer buffer, int at, int prefix) throws StreamProtocolException;

    void more(ByteBuffer buffer, int at, int count) throws StreamProtocolException;

    /** Reports that the event is complete; {@code between} is true if no transaction is open after it. */
    void end(boolean between) throws StreamProtocolException;

    /** Reports that the stream broke; the events of the open transaction will be sent again. */
    void broken();

    /** Ends the recording; no further events follow. */
    void close();
}

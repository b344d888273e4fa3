// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;

/** Receives all bytes of each log event of one stream, in log order, for storage. Called in the reader's thread. */
public interface EventTap {

    /** Returns true if {@link #setStartGtids} has to be called. The query for the GTIDs can take seconds. */
    default boolean needsStartGtids() {
        return true;
    }

    /**
     * Reports the GTIDs of all transactions before the start of the stream, if they are known. On MySQL, called again before
     * {@link #close()} with a set that may be more precise.
     */
    default void setStartGtids(String gtids) {}

    /** Reports the arrival time of the next bytes, in µs since the epoch. */
    default void readBegin(long arrivalMicros) {}

    /** Receives the format description event that a dump sends first if it starts in the middle of a file. */
    void formatDescription(byte[] event);

    /** Reports the start of an event: its file and offset, and its first {@code prefixBytes} bytes in the buffer. */
    void begin(String file, long offset, ByteBuffer buffer, int index, int prefixBytes) throws StreamProtocolException;

    /** Receives the following bytes of the current event. */
    void append(ByteBuffer buffer, int index, int count) throws StreamProtocolException;

    /**
     * Reports that the event is complete.
     *
     * @param betweenTransactions true if no transaction is open after the event
     */
    void end(boolean betweenTransactions) throws StreamProtocolException;

    /** Reports that the stream broke. The events of the open transaction are sent again. */
    void onBreak();

    /** Ends the recording. No method is called after this. */
    void close();
}

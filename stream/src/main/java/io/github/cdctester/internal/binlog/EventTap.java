// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;

/** Stores all bytes of each log event of one stream, in log order. Called in the reader's thread. */
public interface EventTap {

    /** Returns true if {@link #setStartGtids} has to be called. The query can take seconds. */
    default boolean needsStartGtids() {
        return true;
    }

    /** Reports the GTIDs before the start of the stream, if known. MySQL may report a more precise set before {@link #close()}. */
    default void setStartGtids(String gtids) {}

    /** {@code arrivalMicros} is in µs since the epoch. */
    default void readBegin(long arrivalMicros) {}

    /** A dump that starts in the middle of a file first sends a format description event. */
    void formatDescription(byte[] event);

    /** The buffer contains the first {@code prefixBytes} bytes of the event. */
    void begin(String file, long offset, ByteBuffer buffer, int index, int prefixBytes) throws StreamProtocolException;

    void append(ByteBuffer buffer, int index, int count) throws StreamProtocolException;

    /** {@code betweenTransactions} is true if no transaction is open after the event. */
    void end(boolean betweenTransactions) throws StreamProtocolException;

    /** The events of the open transaction are sent again. */
    void onBreak();

    /** No method is called after this. */
    void close();
}

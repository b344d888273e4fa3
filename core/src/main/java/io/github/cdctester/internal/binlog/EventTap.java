// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;

/** Is shown every event of one stream's log, byte for byte and in order, to keep it. Called in the reader's thread. */
public interface EventTap {

    /** Returns true if it needs the GTIDs before the start, which can take the server seconds. */
    default boolean acceptsStart() {
        return true;
    }

    /** Reports the GTIDs of everything before the start; called again with a more precise set. */
    default void startsBehind(String gtids) {}

    /** Reports the arrival time of the next bytes, in µs since the epoch. */
    default void readBegin(long arrivalMicros) {}

    /** A file's format description, sent because the dump begins inside of the file. */
    void described(byte[] event);

    /** An event of the log has begun: at an offset of its file, with its first bytes at an index of the buffer. */
    void begin(String file, long offset, ByteBuffer buffer, int at, int prefix) throws StreamProtocolException;

    void more(ByteBuffer buffer, int at, int count) throws StreamProtocolException;

    /** Reports that the event is complete; {@code between} is true if no transaction is open after it. */
    void end(boolean between) throws StreamProtocolException;

    /** The stream broke: what belongs to the open transaction will come again. */
    void broken();

    /** Nothing more comes. */
    void close();
}

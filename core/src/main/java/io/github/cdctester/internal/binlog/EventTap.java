// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;

/** Is shown every event of one stream's log, byte for byte and in order, to keep it. Called in the reader's thread. */
public interface EventTap {

    /** Returns true if it wants to know the GTIDs before the start, which the server may take seconds for. */
    default boolean wantsStart() {
        return true;
    }

    /** The GTIDs of everything before the start; told again where they become known better. */
    default void startsBehind(String gtids) {}

    /** What comes next has arrived at that moment, in µs since the epoch. */
    default void readBegin(long arrivalMicros) {}

    /** A file's format description, sent because the dump begins inside of the file. */
    void described(byte[] event);

    /** An event of the log has begun: at an offset of its file, with its first bytes at an index of the buffer. */
    void begin(String file, long offset, ByteBuffer buffer, int at, int prefix) throws StreamProtocolException;

    void more(ByteBuffer buffer, int at, int count) throws StreamProtocolException;

    /** That event is complete; {@code between} tells whether no transaction is open behind it. */
    void end(boolean between) throws StreamProtocolException;

    /** The stream broke: what belongs to the open transaction will come again. */
    void broken();

    /** Nothing more comes. */
    void close();
}

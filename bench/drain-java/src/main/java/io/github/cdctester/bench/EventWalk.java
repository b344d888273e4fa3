// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A simple parser of the packets of a dump, without optimizations. It parses the available bytes and never waits for more. */
final class EventWalk {

    static final int XID = 16;
    static final int GTID = 33;
    static final int ANONYMOUS_GTID = 34;

    /** Length of an event header plus a GTID event's body up to its immediate commit timestamp. */
    private static final int PREFIX = 68;

    private static final int FULL_PACKET = 0xFF_FFFF;

    /** Receives each event when its first bytes, {@value #PREFIX} at most, have arrived. */
    interface Listener {
        void event(ByteBuffer buffer, int offset, int type, long length);
    }

    private final Listener listener;
    private long skip;
    private boolean continued;
    private boolean ended;

    /** Total bytes of complete packets so far, without the packet at the end of the dump. */
    long wireBytes;

    EventWalk(Listener listener) {
        this.listener = listener;
    }

    /** Returns true if the server has ended the dump. */
    boolean hasEnded() {
        return ended;
    }

    /** Takes complete packets from a buffer in read mode. */
    void take(ByteBuffer buffer) throws IOException {
        while (!ended && buffer.hasRemaining()) {
            if (skip > 0) {
                int step = (int) Math.min(skip, buffer.remaining());
                buffer.position(buffer.position() + step);
                skip -= step;
                continue;
            }
            if (buffer.remaining() < 4) {
                return;
            }
            int offset = buffer.position();
            int length = buffer.getInt(offset) & FULL_PACKET;
            if (!continued) {
                if (buffer.remaining() < 4 + Math.min(length, 1 + PREFIX)) {
                    return;
                }
                int status = buffer.get(offset + 4) & 0xFF;
                if (status == 0xFE && length < 9) {
                    ended = true;
                    return;
                }
                if (status != 0) {
                    throw new IOException("packet of type " + status + " in the stream");
                }
                listener.event(
                        buffer, offset + 5, buffer.get(offset + 9) & 0xFF, buffer.getInt(offset + 14) & 0xFFFF_FFFFL);
            }
            continued = length == FULL_PACKET;
            wireBytes += 4L + length;
            skip = 4L + length;
        }
    }

    /** Returns true if an event belongs to the log. Only artificial events of the dump have no time. */
    static boolean isOfLog(ByteBuffer buffer, int offset) {
        return buffer.getInt(offset) != 0;
    }

    /** Returns the commit time of a GTID event's prefix, in µs since the epoch. */
    static long commitMicros(ByteBuffer buffer, int offset) {
        return buffer.getLong(offset + 60) >>> 8 & 0x7F_FFFF_FFFF_FFFFL;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;

/**
 * Cuts inflated bytes into events. They follow each other without packets and checksums; the length at offset 9 of each header
 * leads to the next one.
 */
final class InnerEvents implements PayloadInflater.Target {

    private static final int NO_CHECKSUM = 0;

    private final PayloadSink sink;
    private final EventBody[] bodies;
    private final EventHeader header = new EventHeader();
    private long remaining;

    InnerEvents(PayloadSink sink, EventBody... bodies) {
        this.sink = sink;
        this.bodies = bodies;
    }

    /** Prepares for a payload. */
    void start() {
        remaining = 0;
    }

    /** Checks that the last event came whole. */
    void finish(int left) throws StreamProtocolException {
        if (remaining > 0 || left > 0) {
            throw new StreamProtocolException("a payload that ends inside of an event");
        }
    }

    @Override
    public void consume(ByteBuffer window) throws StreamProtocolException {
        while (remaining > 0 ? pass(window) : begin(window)) {
            // each step advances by an event, or by the rest of the bytes
        }
    }

    private boolean begin(ByteBuffer window) throws StreamProtocolException {
        int at = window.position();
        int available = window.remaining();
        if (available < EventFramer.HEADER_BYTES) {
            return false;
        }
        long length = window.getInt(at + 9) & 0xFFFF_FFFFL;
        if (length < EventFramer.HEADER_BYTES) {
            throw new StreamProtocolException("a payload with an event of only " + length + " bytes");
        }
        int prefix = (int) Math.min(length, EventFramer.PREFIX_BYTES);
        if (available < prefix) {
            return false;
        }
        header.read(window, at, length, NO_CHECKSUM);
        window.position(at + prefix);
        remaining = length - prefix;
        if (remaining == 0) {
            wholeEvent(window, at, prefix);
            return true;
        }
        for (EventBody body : bodies) {
            body.begin(window, at, prefix, header);
        }
        return true;
    }

    private void wholeEvent(ByteBuffer window, int at, int length) throws StreamProtocolException {
        int type = header.type();
        for (EventBody body : bodies) {
            if (body.accepts(type)) {
                body.whole(window, at, type, length, NO_CHECKSUM);
            }
        }
        sink.innerEvent(type);
    }

    private boolean pass(ByteBuffer window) throws StreamProtocolException {
        int passed = (int) Math.min(remaining, window.remaining());
        if (passed == 0) {
            return false;
        }
        for (EventBody body : bodies) {
            body.more(window, window.position(), passed);
        }
        window.position(window.position() + passed);
        remaining -= passed;
        if (remaining == 0) {
            end();
        }
        return true;
    }

    private void end() throws StreamProtocolException {
        for (EventBody body : bodies) {
            body.end();
        }
        sink.innerEvent(header.type());
    }
}

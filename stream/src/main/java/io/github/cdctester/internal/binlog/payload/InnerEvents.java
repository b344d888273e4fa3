// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;

/** Splits inflated bytes into events. They are not in packets and have no checksums; the header contains the length at offset 9. */
final class InnerEvents implements PayloadInflater.Target {

    private static final int NO_CHECKSUM = 0;

    private final PayloadSink sink;
    private final EventBody[] bodies;
    private final EventHeader header = new EventHeader();
    private long remainingBytes;

    InnerEvents(PayloadSink sink, EventBody... bodies) {
        this.sink = sink;
        this.bodies = bodies;
    }

    void start() {
        remainingBytes = 0;
    }

    /** Fails unless the last event is complete. */
    void finish(int unprocessedBytes) throws StreamProtocolException {
        if (remainingBytes > 0 || unprocessedBytes > 0) {
            throw new StreamProtocolException("a payload that ends inside of an event");
        }
    }

    @Override
    public void consume(ByteBuffer window) throws StreamProtocolException {
        while (remainingBytes > 0 ? passMore(window) : begin(window)) {
            // each step consumes an event, or the rest of the bytes
        }
    }

    private boolean begin(ByteBuffer window) throws StreamProtocolException {
        int index = window.position();
        int availableBytes = window.remaining();
        if (availableBytes < EventFramer.HEADER_BYTES) {
            return false;
        }
        long length = window.getInt(index + 9) & 0xFFFF_FFFFL;
        if (length < EventFramer.HEADER_BYTES) {
            throw new StreamProtocolException("a payload with an event of only " + length + " bytes");
        }
        int prefixBytes = (int) Math.min(length, EventFramer.PREFIX_BYTES);
        if (availableBytes < prefixBytes) {
            return false;
        }
        header.read(window, index, length, NO_CHECKSUM);
        window.position(index + prefixBytes);
        remainingBytes = length - prefixBytes;
        if (remainingBytes == 0) {
            passWholeEvent(window, index, prefixBytes);
            return true;
        }
        for (EventBody body : bodies) {
            body.begin(window, index, prefixBytes, header);
        }
        return true;
    }

    private void passWholeEvent(ByteBuffer window, int index, int length) throws StreamProtocolException {
        int type = header.type();
        for (EventBody body : bodies) {
            if (body.accepts(type)) {
                body.completeEvent(window, index, type, length, NO_CHECKSUM);
            }
        }
        sink.onInnerEvent(type);
    }

    private boolean passMore(ByteBuffer window) throws StreamProtocolException {
        int passedBytes = (int) Math.min(remainingBytes, window.remaining());
        if (passedBytes == 0) {
            return false;
        }
        for (EventBody body : bodies) {
            body.append(window, window.position(), passedBytes);
        }
        window.position(window.position() + passedBytes);
        remainingBytes -= passedBytes;
        if (remainingBytes == 0) {
            end();
        }
        return true;
    }

    private void end() throws StreamProtocolException {
        for (EventBody body : bodies) {
            body.end();
        }
        sink.onInnerEvent(header.type());
    }
}

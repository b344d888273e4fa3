// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntSupplier;

/** Feeds an {@link EventBody} with a stream, or with one event in pieces. */
public final class BodyFeed implements EventHandler {

    private final EventBody body;
    private final EventHeader header = new EventHeader();
    private int checksumBytes;

    public BodyFeed(EventBody body, int checksumBytes) {
        this.body = body;
        this.checksumBytes = checksumBytes;
    }

    public void play(byte[] bytes, ByteBuffer buffer, IntSupplier readSizes) throws IOException {
        EventFramer framer = new EventFramer(this);
        buffer.order(ByteOrder.LITTLE_ENDIAN).clear().limit(0);
        int offset = 0;
        try {
            while (offset < bytes.length) {
                buffer.compact();
                int readBytes = Math.min(Math.min(bytes.length - offset, readSizes.getAsInt()), buffer.remaining());
                buffer.put(bytes, offset, readBytes).flip();
                offset += readBytes;
                framer.consume(buffer);
            }
        } catch (StreamEndedException e) {
            // each stream ends with an EOF packet
        }
    }

    /** The pieces end at the given offsets, and so does the buffer's limit. */
    public void event(byte[] event, int... cuts) throws StreamProtocolException {
        ByteBuffer completeEvent = ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN);
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i < cuts.length ? cuts[i] : event.length;
            completeEvent.limit(to);
            if (i == 0) {
                eventBegin(completeEvent, 0, to, event.length);
            } else if (to > from) {
                eventBody(completeEvent, from, to - from);
            }
            from = to;
        }
        eventEnd();
    }

    @Override
    public void eventBegin(ByteBuffer buffer, int offset, int prefixBytes, long length) throws StreamProtocolException {
        if (buffer.get(offset + 4) == EventKind.FORMAT_DESCRIPTION && prefixBytes == length && length > 24) {
            checksumBytes = buffer.get(offset + prefixBytes - 5) == 1 ? 4 : 0;
        }
        header.read(buffer, offset, length, checksumBytes);
        body.begin(buffer, offset, prefixBytes, header);
    }

    @Override
    public void eventBody(ByteBuffer buffer, int offset, int count) throws StreamProtocolException {
        body.append(buffer, offset, count);
    }

    @Override
    public void eventEnd() throws StreamProtocolException {
        body.end();
    }
}

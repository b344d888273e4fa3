// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.HeartbeatWatch;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Inflates TRANSACTION_PAYLOAD events in pieces, and passes the inner events to other {@link EventBody} objects. Allocates memory
 * only for the first payload.
 */
public final class PayloadReader implements EventBody, AutoCloseable {

    private final EventHeader header = new EventHeader();
    private final PayloadHead head = new PayloadHead();
    private final HeartbeatWatch heartbeats;
    private final InnerEvents events;
    private @Nullable PayloadInflater inflater;

    private boolean isReading;
    private boolean isZstd;
    private long remainingBytes;

    /**
     * {@code heartbeat} is null if no heartbeats are written. The {@code bodies} must not also receive events outside payloads,
     * because a payload contains its own TABLE_MAP events.
     */
    public PayloadReader(PayloadSink sink, @Nullable HeartbeatRow heartbeat, EventBody... bodies) {
        heartbeats = new HeartbeatWatch(heartbeat);
        EventBody[] allBodies = new EventBody[bodies.length + 1];
        allBodies[0] = heartbeats;
        System.arraycopy(bodies, 0, allBodies, 1, bodies.length);
        events = new InnerEvents(sink, allBodies);
    }

    public HeartbeatWatch heartbeats() {
        return heartbeats;
    }

    @Override
    public boolean accepts(int type) {
        return type == EventKind.TRANSACTION_PAYLOAD;
    }

    @Override
    public void completeEvent(ByteBuffer buffer, int index, int type, int length, int checksumBytes)
            throws StreamProtocolException {
        header.read(buffer, index, length, checksumBytes);
        begin(buffer, index, length, header);
        end();
    }

    @Override
    public void begin(ByteBuffer buffer, int index, int prefixBytes, EventHeader event) throws StreamProtocolException {
        isReading = event.type() == EventKind.TRANSACTION_PAYLOAD;
        if (!isReading) {
            return;
        }
        long body = event.length() - event.checksumBytes();
        if (!head.read(buffer, index, Math.min(prefixBytes, body))) {
            throw new StreamProtocolException("a TRANSACTION_PAYLOAD event whose head cannot be read");
        }
        if (head.payloadBytes() != body - head.payloadOffset()) {
            throw new StreamProtocolException("a payload of " + head.payloadBytes() + " bytes, where the event has "
                    + (body - head.payloadOffset()));
        }
        isZstd = head.compression() == PayloadHead.ZSTD;
        if (!isZstd && head.compression() != PayloadHead.NONE) {
            throw new StreamProtocolException("a payload with unknown compression " + head.compression());
        }
        heartbeats.reset();
        events.start();
        inflater().start(head.inflatedBytes());
        remainingBytes = head.payloadBytes();
        processBytes(buffer, index + head.payloadOffset(), prefixBytes - head.payloadOffset());
    }

    @Override
    public void append(ByteBuffer buffer, int index, int count) throws StreamProtocolException {
        if (isReading) {
            processBytes(buffer, index, count);
        }
    }

    @Override
    public void end() throws StreamProtocolException {
        if (!isReading) {
            return;
        }
        isReading = false;
        PayloadInflater payloadInflater = inflater();
        if (!payloadInflater.isFrameEnded()) {
            throw new StreamProtocolException("a payload whose zstd frame has no end");
        }
        if (payloadInflater.inflatedBytes() != head.inflatedBytes()) {
            throw new StreamProtocolException(
                    "a payload of " + payloadInflater.inflatedBytes() + " bytes in place of " + head.inflatedBytes());
        }
        events.finish(payloadInflater.unprocessedBytes());
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.close();
        }
    }

    private void processBytes(ByteBuffer buffer, int index, int count) throws StreamProtocolException {
        int payloadBytes = (int) Math.min(count, remainingBytes);
        if (payloadBytes <= 0) {
            return;
        }
        remainingBytes -= payloadBytes;
        if (isZstd) {
            inflater().inflate(buffer, index, payloadBytes);
        } else {
            inflater().copy(buffer, index, payloadBytes);
        }
    }

    private PayloadInflater inflater() {
        PayloadInflater existingInflater = inflater;
        if (existingInflater == null) {
            existingInflater = new PayloadInflater(events);
            inflater = existingInflater;
        }
        return existingInflater;
    }
}

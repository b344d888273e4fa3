// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Passes bytes to a tracker like {@link Subscriber}, in reads of any size. The reads are one microsecond apart. */
public final class StreamPlayer {

    /** The smallest buffer that {@link EventFramer#consume} allows. */
    public static final int MIN_BUFFER_BYTES = EventFramer.PREFIX_BYTES + 24;

    public static final long FIRST_READ_MICROS = 1_800_000_000_000_000L;

    private final TransactionTracker tracker;
    private final EventFramer framer;
    private final ByteBuffer buffer;
    private long nowMicros = FIRST_READ_MICROS;

    public StreamPlayer(TransactionTracker tracker, int bufferBytes) {
        this(tracker, tracker, bufferBytes);
    }

    /** The handler is between framer and tracker. */
    public StreamPlayer(TransactionTracker tracker, EventHandler handler, int bufferBytes) {
        this.tracker = tracker;
        framer = new EventFramer(handler);
        buffer = ByteBuffer.allocate(bufferBytes).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    }

    public static TransactionTracker tracker(BinlogSink sink, int checksumBytes) {
        return new TransactionTracker(sink, DelaySource.COMMIT_TIMESTAMP, 0, checksumBytes, null);
    }

    /** Several trackers may share a payload reader and its sink, one after the other. */
    public static TransactionTracker inflatingTracker(BinlogSink sink, int checksumBytes, PayloadReader payloads) {
        return inflatingTracker(sink, DelaySource.COMMIT_TIMESTAMP, checksumBytes, null, payloads);
    }

    public static TransactionTracker inflatingTracker(
            BinlogSink sink,
            DelaySource delaySource,
            int checksumBytes,
            @Nullable HeartbeatRow heartbeat,
            PayloadReader payloads) {
        TransactionTracker tracker =
                new TransactionTracker(sink, delaySource, 0, checksumBytes, heartbeat, new RowCounter(sink), payloads);
        tracker.setPayloadReader(payloads);
        return tracker;
    }

    /** Each read fills the buffer. */
    public static TransactionTracker playCaptured(CapturedStream stream, BinlogSink sink) throws IOException {
        TransactionTracker tracker = tracker(sink, stream.checksumBytes());
        new StreamPlayer(tracker, 1 << 20).playToEnd(stream.bytes(), () -> Integer.MAX_VALUE);
        return tracker;
    }

    /** Plays bytes that end with the server's EOF packet. */
    public void playToEnd(byte[] bytes, IntSupplier readSizes) throws IOException {
        try {
            play(bytes, readSizes);
        } catch (StreamEndedException e) {
            return;
        }
        throw new IllegalStateException("the stream has no end");
    }

    /** The supplier returns the maximum size of each read. */
    public void play(byte[] bytes, IntSupplier readSizes) throws IOException {
        int offset = 0;
        while (offset < bytes.length) {
            buffer.compact();
            int readBytes = Math.min(Math.min(bytes.length - offset, readSizes.getAsInt()), buffer.remaining());
            if (readBytes <= 0) {
                throw new IllegalStateException("the framer leaves no room in the buffer");
            }
            buffer.put(bytes, offset, readBytes).flip();
            offset += readBytes;
            tracker.readBegin(nowMicros++);
            try {
                framer.consume(buffer);
            } finally {
                tracker.readEnd();
            }
        }
    }
}

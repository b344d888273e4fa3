// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.ChecksumCheck;
import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.CountedRows;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A stream from a fuzzer's input: two bytes of flags, eight read sizes, then either a raw stream or events in the form {@code length(2)
 * event}. With raw streams only, a fuzzer rarely gets past the first header.
 */
record FuzzedStream(int flags, int[] readSizes, byte[] bytes) {

    private static final int MADE_OF_EVENTS = 1;
    private static final int VERIFIED = 1 << 1;
    private static final int ROWS_COUNTED = 1 << 2;
    private static final int HEARTBEATS = 1 << 3;
    private static final int CHECKSUMS = 1 << 4;
    private static final int SMALL_BUFFER = 1 << 5;
    private static final int DELAY_SOURCE_SHIFT = 6;
    private static final int MARK_SHIFT = 8;
    private static final int CORRECT_POSITIONS = 1 << 10;
    private static final int CORRECT_CHECKSUMS = 1 << 11;
    private static final int PAYLOADS_READ = 1 << 12;
    private static final int PAYLOADS_OF_EVENTS = 1 << 13;

    private static final int READ_COUNT = 8;
    private static final int HEAD_BYTES = 2 + READ_COUNT;
    private static final int MAX_SEED_BYTES = 6 * 1024;
    private static final int LENGTH_OFFSET = 9;
    private static final int END_OFFSET = 13;

    static FuzzedStream of(byte[] input) {
        int flags = byteAt(input, 0) | byteAt(input, 1) << 8;
        int[] readSizes = new int[READ_COUNT];
        for (int i = 0; i < READ_COUNT; i++) {
            int size = byteAt(input, 2 + i);
            readSizes[i] = 1 + size * size / 16;
        }
        byte[] content = new byte[Math.max(0, input.length - HEAD_BYTES)];
        System.arraycopy(input, input.length - content.length, content, 0, content.length);
        return new FuzzedStream(flags, readSizes, isSet(flags, MADE_OF_EVENTS) ? packets(content, flags) : content);
    }

    static Stream<byte[]> seeds() {
        return Stream.concat(CapturedStream.all(), CountedRows.streams()).flatMap(FuzzedStream::seedsOf);
    }

    TrackerReports reports(boolean usesSlowPath, boolean isCut) {
        FingerprintSink sink = new FingerprintSink();
        HeartbeatRow heartbeat = isSet(flags, HEARTBEATS) ? new HeartbeatRow("cdc_tester", "heartbeat") : null;
        try (PayloadReader payloads = new PayloadReader(sink, heartbeat, new RowCounter(sink))) {
            return reports(usesSlowPath, isCut, sink, heartbeat, payloads);
        }
    }

    private TrackerReports reports(
            boolean usesSlowPath,
            boolean isCut,
            FingerprintSink sink,
            @Nullable HeartbeatRow heartbeat,
            PayloadReader payloads) {
        List<EventBody> bodies = new ArrayList<>();
        if (isSet(flags, VERIFIED)) {
            bodies.add(new ChecksumCheck());
        }
        if (isSet(flags, ROWS_COUNTED)) {
            bodies.add(new RowCounter(sink));
        }
        if (isSet(flags, PAYLOADS_READ)) {
            bodies.add(payloads);
        }
        DelaySource[] sources = DelaySource.values();
        TransactionTracker tracker = new TransactionTracker(
                sink,
                sources[(flags >> DELAY_SOURCE_SHIFT & 3) % sources.length],
                1_000,
                isSet(flags, CHECKSUMS) ? 4 : 0,
                heartbeat,
                bodies.toArray(EventBody[]::new));
        if (isSet(flags, PAYLOADS_READ)) {
            tracker.setPayloadReader(payloads);
        }
        switch (flags >> MARK_SHIFT & 3) {
            case 1 -> tracker.openWindowAt(new WindowMark.AtFirstTransaction());
            case 2 -> tracker.openWindowAt(new WindowMark.AtPosition(new LogPosition("binlog.000002", 1_000), 0));
            case 3 -> tracker.openWindowAt(new WindowMark.AfterHeartbeat(1));
            default -> {
                // the measured part has started
            }
        }
        int bufferBytes = isSet(flags, SMALL_BUFFER) ? StreamPlayer.MIN_BUFFER_BYTES : 16 * 1024;
        int[] nextRead = {0};
        IntSupplier sizes = isCut ? () -> readSizes[nextRead[0]++ % READ_COUNT] : () -> Integer.MAX_VALUE;
        return TrackerReports.of(
                tracker, sink, new SlowPath(tracker, usesSlowPath), bytes, isCut ? bufferBytes : 1 << 17, sizes);
    }

    private static Stream<byte[]> seedsOf(CapturedStream stream) {
        int flags = CHECKSUMS | VERIFIED | ROWS_COUNTED | PAYLOADS_READ;
        if (stream.checksumBytes() == 0) {
            flags = ROWS_COUNTED | HEARTBEATS;
        }
        Stream.Builder<byte[]> seeds = Stream.builder();
        if (stream.bytes().length < 2 * MAX_SEED_BYTES) {
            seeds.add(seed(flags, stream.bytes()));
        }
        int eventFlags = flags | MADE_OF_EVENTS | CORRECT_POSITIONS | CORRECT_CHECKSUMS;
        ByteArrayOutputStream eventSequence = new ByteArrayOutputStream();
        for (byte[] event : CountedRows.events(stream)) {
            int bytes = event.length - stream.checksumBytes();
            if (eventSequence.size() + bytes > MAX_SEED_BYTES) {
                seeds.add(seed(eventFlags, eventSequence.toByteArray()));
                eventSequence.reset();
            }
            if (bytes <= MAX_SEED_BYTES) {
                eventSequence.write(bytes);
                eventSequence.write(bytes >> 8);
                eventSequence.write(event, 0, bytes);
            }
        }
        if (!stream.isMariaDb()) {
            seeds.add(seed(eventFlags | PAYLOADS_OF_EVENTS, payload(eventSequence.toByteArray())));
        }
        return seeds.add(seed(eventFlags, eventSequence.toByteArray())).build().limit(12);
    }

    private static byte[] payload(byte[] events) {
        byte[] gtid = EventBytes.gtid(1_700_000_000_000_000L).withoutChecksum().bytes();
        byte[] head = EventBytes.of(EventKind.TRANSACTION_PAYLOAD, 0)
                .withoutChecksum()
                .bytes();
        int length = head.length + events.length;
        return ByteBuffer.allocate(4 + gtid.length + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) gtid.length)
                .put(gtid)
                .putShort((short) length)
                .put(head)
                .put(events)
                .array();
    }

    private static byte[] seed(int flags, byte[] content) {
        byte[] head = {(byte) flags, (byte) (flags >> 8), (byte) 255, 90, 40, 3, (byte) 200, 20, 1, 60};
        ByteBuffer seed = ByteBuffer.allocate(head.length + content.length);
        return seed.put(head).put(content).array();
    }

    private static byte[] packets(byte[] events, int flags) {
        ByteArrayOutputStream packets = new ByteArrayOutputStream();
        long position = -1;
        for (int offset = 0; offset + 2 <= events.length; ) {
            byte[] event = Arrays.copyOfRange(events, offset + 2, offset + 2 + availableBytes(events, offset));
            offset += 2 + event.length;
            if (isSet(flags, PAYLOADS_OF_EVENTS)
                    && event.length >= EventFramer.HEADER_BYTES
                    && event[4] == EventKind.TRANSACTION_PAYLOAD) {
                event = uncompressedPayload(event);
            }
            int length = event.length;
            int checksum = isSet(flags, CHECKSUMS) ? 4 : 0;
            ByteBuffer packet = ByteBuffer.allocate(4 + 1 + length + checksum).order(ByteOrder.LITTLE_ENDIAN);
            packet.putInt(1 + length + checksum).put((byte) 0).put(event);
            if (length >= EventFramer.HEADER_BYTES) {
                packet.putInt(5 + LENGTH_OFFSET, length + checksum);
                position = setEndPosition(packet, position, length + checksum, isSet(flags, CORRECT_POSITIONS));
                if (checksum > 0 && isSet(flags, CORRECT_CHECKSUMS)) {
                    CRC32 crc = new CRC32();
                    crc.update(packet.array(), 5, length);
                    packet.putInt(5 + length, (int) crc.getValue());
                }
            }
            packets.writeBytes(packet.array());
        }
        return packets.toByteArray();
    }

    private static int availableBytes(byte[] events, int offset) {
        return Math.min(byteAt(events, offset) | byteAt(events, offset + 1) << 8, events.length - offset - 2);
    }

    private static byte[] uncompressedPayload(byte[] payload) {
        ByteArrayOutputStream innerEvents = new ByteArrayOutputStream();
        for (int offset = EventFramer.HEADER_BYTES; offset + 2 <= payload.length; ) {
            int length = availableBytes(payload, offset);
            ByteBuffer event = ByteBuffer.wrap(Arrays.copyOfRange(payload, offset + 2, offset + 2 + length))
                    .order(ByteOrder.LITTLE_ENDIAN);
            if (length >= EventFramer.HEADER_BYTES) {
                event.putInt(LENGTH_OFFSET, length);
            }
            innerEvents.writeBytes(event.array());
            offset += 2 + length;
        }
        // fields: the payload's length, the compression (255 for none), and the end of the fields
        ByteBuffer payloadEvent = ByteBuffer.allocate(EventFramer.HEADER_BYTES + 5 + 5 + 1 + innerEvents.size())
                .order(ByteOrder.LITTLE_ENDIAN);
        payloadEvent.put(payload, 0, EventFramer.HEADER_BYTES);
        payloadEvent.put((byte) 1).put((byte) 3).put((byte) 252).putShort((short) innerEvents.size());
        payloadEvent
                .put((byte) 2)
                .put((byte) 3)
                .put((byte) 252)
                .putShort((short) 255)
                .put((byte) 0);
        return payloadEvent.put(innerEvents.toByteArray()).array();
    }

    /** Sets the end of the previous event plus the event's own length. */
    private static long setEndPosition(ByteBuffer packet, long previousEnd, int length, boolean isCorrect) {
        long end = packet.getInt(5 + END_OFFSET) & 0xFFFF_FFFFL;
        if (end == 0) {
            return previousEnd;
        }
        if (isCorrect && previousEnd >= 0) {
            packet.putInt(5 + END_OFFSET, (int) (previousEnd + length));
            return previousEnd + length;
        }
        return end;
    }

    private static boolean isSet(int flags, int flag) {
        return (flags & flag) != 0;
    }

    private static int byteAt(byte[] bytes, int index) {
        return index < bytes.length ? bytes[index] & 0xFF : 0;
    }
}

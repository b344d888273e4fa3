// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import io.github.cdctester.binlog.event.CapturedStream;
import io.github.cdctester.binlog.event.ChecksumCheck;
import io.github.cdctester.binlog.event.EventBody;
import io.github.cdctester.binlog.event.EventFramer;
import io.github.cdctester.binlog.event.HeartbeatRow;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.binlog.rows.RowCounter;
import io.github.cdctester.binlog.rows.RowTally;
import io.github.cdctester.config.DelaySource;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A stream made of a fuzzer's bytes: two bytes of switches, eight read sizes, and then either the stream itself, or events
 * as {@code length(2) event}, which are put into packets, with lengths and, where a switch says so, positions and checksums
 * that are right. Without that a fuzzer seldom gets past the first header.
 */
record FuzzedStream(int switches, int[] reads, byte[] bytes) {

    private static final int MADE_OF_EVENTS = 1;
    private static final int VERIFIED = 1 << 1;
    private static final int ROWS_COUNTED = 1 << 2;
    private static final int HEARTBEATS = 1 << 3;
    private static final int CHECKSUMS = 1 << 4;
    private static final int SMALL_BUFFER = 1 << 5;
    private static final int DELAY_SOURCE = 6;
    private static final int MARK = 8;
    private static final int RIGHT_POSITIONS = 1 << 10;
    private static final int RIGHT_CHECKSUMS = 1 << 11;

    private static final int READS = 8;
    private static final int HEAD_BYTES = 2 + READS;
    private static final int LONGEST_SEED = 6 * 1024;
    private static final int LENGTH = 9;
    private static final int END = 13;

    static FuzzedStream of(byte[] input) {
        int switches = at(input, 0) | at(input, 1) << 8;
        int[] reads = new int[READS];
        for (int i = 0; i < READS; i++) {
            int size = at(input, 2 + i);
            reads[i] = 1 + size * size / 16;
        }
        byte[] rest = new byte[Math.max(0, input.length - HEAD_BYTES)];
        System.arraycopy(input, input.length - rest.length, rest, 0, rest.length);
        return new FuzzedStream(switches, reads, is(switches, MADE_OF_EVENTS) ? packets(rest, switches) : rest);
    }

    /** Real streams to begin with, whole and as runs of events. */
    static Stream<byte[]> seeds() {
        return Stream.concat(CapturedStream.all(), RowTally.streams()).flatMap(FuzzedStream::seedsOf);
    }

    /** What a tracker tells of it. */
    Told told(boolean longWay, boolean cut) {
        FingerprintSink sink = new FingerprintSink();
        List<EventBody> bodies = new ArrayList<>();
        if (is(switches, VERIFIED)) {
            bodies.add(new ChecksumCheck());
        }
        if (is(switches, ROWS_COUNTED)) {
            bodies.add(new RowCounter(sink));
        }
        DelaySource[] sources = DelaySource.values();
        TransactionTracker tracker = new TransactionTracker(
                sink,
                sources[(switches >> DELAY_SOURCE & 3) % sources.length],
                1_000,
                is(switches, CHECKSUMS) ? 4 : 0,
                is(switches, HEARTBEATS) ? new HeartbeatRow("cdc_tester", "heartbeat") : null,
                bodies.toArray(EventBody[]::new));
        switch (switches >> MARK & 3) {
            case 1 -> tracker.openWindowAt(new WindowMark.AtFirstTransaction());
            case 2 -> tracker.openWindowAt(new WindowMark.AtPosition(new LogPosition("binlog.000002", 1_000)));
            case 3 -> tracker.openWindowAt(new WindowMark.AfterHeartbeat(1));
            default -> {
                // the window is open
            }
        }
        int bufferBytes = is(switches, SMALL_BUFFER) ? Replay.SMALLEST_BUFFER : 16 * 1024;
        int[] next = {0};
        IntSupplier sizes = cut ? () -> reads[next[0]++ % READS] : () -> Integer.MAX_VALUE;
        return Told.of(tracker, sink, new LongWay(tracker, longWay), bytes, cut ? bufferBytes : 1 << 17, sizes);
    }

    private static Stream<byte[]> seedsOf(CapturedStream stream) {
        int switches = CHECKSUMS | VERIFIED | ROWS_COUNTED;
        if (stream.checksumBytes() == 0) {
            switches = ROWS_COUNTED | HEARTBEATS;
        }
        Stream.Builder<byte[]> seeds = Stream.builder();
        if (stream.bytes().length < 2 * LONGEST_SEED) {
            seeds.add(seed(switches, stream.bytes()));
        }
        int made = switches | MADE_OF_EVENTS | RIGHT_POSITIONS | RIGHT_CHECKSUMS;
        ByteArrayOutputStream run = new ByteArrayOutputStream();
        for (byte[] event : RowTally.events(stream)) {
            int bytes = event.length - stream.checksumBytes();
            if (run.size() + bytes > LONGEST_SEED) {
                seeds.add(seed(made, run.toByteArray()));
                run.reset();
            }
            if (bytes <= LONGEST_SEED) {
                run.write(bytes);
                run.write(bytes >> 8);
                run.write(event, 0, bytes);
            }
        }
        return seeds.add(seed(made, run.toByteArray())).build().limit(12);
    }

    private static byte[] seed(int switches, byte[] rest) {
        byte[] head = {(byte) switches, (byte) (switches >> 8), (byte) 255, 90, 40, 3, (byte) 200, 20, 1, 60};
        ByteBuffer seed = ByteBuffer.allocate(head.length + rest.length);
        return seed.put(head).put(rest).array();
    }

    private static byte[] packets(byte[] events, int switches) {
        ByteArrayOutputStream packets = new ByteArrayOutputStream();
        long position = -1;
        for (int at = 0; at + 2 <= events.length; ) {
            int length = Math.min(at(events, at) | at(events, at + 1) << 8, events.length - at - 2);
            int checksum = is(switches, CHECKSUMS) ? 4 : 0;
            ByteBuffer packet = ByteBuffer.allocate(4 + 1 + length + checksum).order(ByteOrder.LITTLE_ENDIAN);
            packet.putInt(1 + length + checksum).put((byte) 0).put(events, at + 2, length);
            at += 2 + length;
            if (length >= EventFramer.HEADER_BYTES) {
                packet.putInt(5 + LENGTH, length + checksum);
                position = position(packet, position, length + checksum, is(switches, RIGHT_POSITIONS));
                if (checksum > 0 && is(switches, RIGHT_CHECKSUMS)) {
                    CRC32 crc = new CRC32();
                    crc.update(packet.array(), 5, length);
                    packet.putInt(5 + length, (int) crc.getValue());
                }
            }
            packets.writeBytes(packet.array());
        }
        return packets.toByteArray();
    }

    /** An event of the log ends where the one before it ended, and its own length further. */
    private static long position(ByteBuffer packet, long before, int length, boolean right) {
        long end = packet.getInt(5 + END) & 0xFFFF_FFFFL;
        if (end == 0) {
            return before;
        }
        if (right && before >= 0) {
            packet.putInt(5 + END, (int) (before + length));
            return before + length;
        }
        return end;
    }

    private static boolean is(int switches, int one) {
        return (switches & one) != 0;
    }

    private static int at(byte[] bytes, int index) {
        return index < bytes.length ? bytes[index] & 0xFF : 0;
    }
}

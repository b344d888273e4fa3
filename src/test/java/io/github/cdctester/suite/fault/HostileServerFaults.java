// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import io.github.cdctester.fault.StreamEvent;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamOut;
import io.github.cdctester.fault.StreamTransaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * Faults of a broken or hostile server. A fault's {@code number} counts the events that match the filter, from 1 over all dumps of a proxy.
 * In a fault plan, these faults must come last.
 */
public final class HostileServerFaults {

    private static final int LENGTH_OFFSET = 9;
    private static final int HEARTBEAT_BODY_BYTES = 20;
    private static final long ENDLESS = Long.MAX_VALUE;

    private HostileServerFaults() {}

    public static Predicate<StreamEvent> anyEvent() {
        return StreamEvent::isFromLogFile;
    }

    public static StreamFault falseLength(Predicate<StreamEvent> filter, long number, int bytes) {
        return atEvent(
                filter,
                number,
                (event, out) -> out.event(new StreamEvent(withLength(event, bytes), event.checksumBytes())));
    }

    /** Sends an event with a length of 4 GiB, followed by full-size packets without end. */
    public static StreamFault endlessPackets(Predicate<StreamEvent> filter, long number) {
        return atEvent(filter, number, (event, out) -> {
            byte[] payload = new byte[StreamOut.FULL_PACKET_BYTES];
            System.arraycopy(withLength(event, -1), 0, payload, 1, StreamEvent.HEADER_BYTES);
            out.packet(payload);
            byte[] continuation = new byte[StreamOut.FULL_PACKET_BYTES];
            for (long sentCount = 1; sentCount < ENDLESS; sentCount++) {
                out.packet(continuation);
            }
        });
    }

    public static StreamFault endlessRepetition(Predicate<StreamEvent> filter, long number) {
        return atEvent(filter, number, (event, out) -> {
            for (long sentCount = 0; sentCount < ENDLESS; sentCount++) {
                out.event(event);
            }
        });
    }

    /**
     * Each repetition has MariaDB's next GTID and a new table.
     *
     * @param number number of the transaction, from 1
     * @param count how often the transaction is sent
     * @param digitCount number of digits at the end of the table name
     */
    public static StreamFault manyTables(long number, long count, int digitCount) {
        return new StreamFault() {
            private long matchCount;

            @Override
            public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
                boolean isTarget = ++matchCount == number;
                for (long table = 0; table < (isTarget ? count : 1); table++) {
                    for (StreamEvent event : transaction.events()) {
                        out.event(isTarget ? withTable(event, table, digitCount) : event);
                    }
                }
            }
        };
    }

    private static StreamEvent withTable(StreamEvent event, long table, int digitCount) {
        byte[] bytes = event.bytes().clone();
        ByteBuffer body = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (event.isGtid()) {
            body.putLong(StreamEvent.HEADER_BYTES, body.getLong(StreamEvent.HEADER_BYTES) + table);
        } else if (event.type() == StreamEvent.TABLE_MAP || event.isRows()) {
            body.putInt(StreamEvent.HEADER_BYTES, (int) table);
        } else {
            return event;
        }
        if (event.type() == StreamEvent.TABLE_MAP) {
            int databaseOffset = StreamEvent.HEADER_BYTES + 8;
            int nameOffset = databaseOffset + 2 + bytes[databaseOffset];
            int endOffset = nameOffset + 1 + bytes[nameOffset];
            String number = String.format(Locale.ROOT, "%0" + digitCount + "d", table);
            System.arraycopy(number.getBytes(StandardCharsets.US_ASCII), 0, bytes, endOffset - digitCount, digitCount);
        }
        return new StreamEvent(bytes, event.checksumBytes()).withCorrectChecksum();
    }

    public static StreamFault emptyPackets(Predicate<StreamEvent> filter, long number) {
        return atEvent(filter, number, (event, out) -> {
            for (long sentCount = 0; sentCount < ENDLESS; sentCount++) {
                out.packet(new byte[0]);
            }
        });
    }

    public static StreamFault garbage(Predicate<StreamEvent> filter, long number, long seed) {
        return atEvent(filter, number, (event, out) -> {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] bytes = new byte[1 << 12];
            for (long sentCount = 0; sentCount < ENDLESS; sentCount++) {
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) random.nextInt();
                }
                out.raw(bytes);
            }
        });
    }

    public static StreamFault garbageBody(Predicate<StreamEvent> filter, long number, long seed) {
        return atEvent(filter, number, (event, out) -> {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] bytes = event.bytes().clone();
            for (int i = StreamEvent.HEADER_BYTES; i < bytes.length; i++) {
                bytes[i] = (byte) random.nextInt();
            }
            out.event(new StreamEvent(bytes, event.checksumBytes()));
        });
    }

    public static StreamFault error(Predicate<StreamEvent> filter, long number, int code, int characters) {
        return atEvent(filter, number, (event, out) -> out.packet(errorPacket(code, "x".repeat(characters))));
    }

    public static StreamFault heartbeats(Predicate<StreamEvent> filter, long number, long count) {
        return atEvent(filter, number, (event, out) -> {
            for (long sentCount = 0; sentCount < count; sentCount++) {
                out.event(heartbeat(event));
            }
            out.event(event);
        });
    }

    /** Layout: {@code 0xFF code(2) '#' state(5) text}. */
    static byte[] errorPacket(int code, String text) {
        byte[] message = ("#HY000" + text).getBytes(StandardCharsets.UTF_8);
        byte[] packet = new byte[3 + message.length];
        packet[0] = (byte) 0xFF;
        packet[1] = (byte) code;
        packet[2] = (byte) (code >> 8);
        System.arraycopy(message, 0, packet, 3, message.length);
        return packet;
    }

    private static StreamEvent heartbeat(StreamEvent next) {
        byte[] bytes = Arrays.copyOf(next.bytes(), StreamEvent.HEADER_BYTES + HEARTBEAT_BODY_BYTES);
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(0, 0).put(4, (byte) StreamEvent.HEARTBEAT).putInt(9, bytes.length);
        header.putInt(13, next.endPosition() == 0 ? 0 : next.endPosition() - next.length());
        return new StreamEvent(bytes, 0);
    }

    private interface EventAction {
        void apply(StreamEvent event, StreamOut out) throws IOException;
    }

    private static byte[] withLength(StreamEvent event, int length) {
        byte[] changedBytes = event.bytes().clone();
        ByteBuffer.wrap(changedBytes).order(ByteOrder.LITTLE_ENDIAN).putInt(LENGTH_OFFSET, length);
        return changedBytes;
    }

    private static StreamFault atEvent(Predicate<StreamEvent> filter, long number, EventAction action) {
        return new StreamFault() {
            private long matchCount;

            @Override
            public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
                for (StreamEvent event : transaction.events()) {
                    event(event, out);
                }
            }

            @Override
            public void event(StreamEvent event, StreamOut out) throws IOException {
                if (filter.test(event) && ++matchCount == number) {
                    action.apply(event, out);
                } else {
                    out.event(event);
                }
            }
        };
    }
}

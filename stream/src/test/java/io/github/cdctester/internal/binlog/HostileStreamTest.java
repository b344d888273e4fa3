// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.luben.zstd.Zstd;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.payload.PayloadBytes;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Invalid bytes cause an exception that describes the problem, or are ignored. */
@Timeout(value = 10, unit = TimeUnit.SECONDS)
class HostileStreamTest {

    @Test
    void rejectsEmptyPacket() {
        assertRefused(new PacketBytes().packet());
    }

    @Test
    void rejectsSecondEmptyPacketAfterFullPacket() {
        EventBytes fullPacketEvent = EventBytes.of(30, 0xFFFFFE - EventFramer.HEADER_BYTES - 4);
        assertRefused(new PacketBytes().event(fullPacketEvent).packet());
    }

    @Test
    void rejectsUnknownFirstByte() {
        assertRefused(new PacketBytes().packet(0x2A, 0, 0));
    }

    @Test
    void rejectsPacketShorterThanHeader() {
        assertRefused(new PacketBytes().packet(20 - 1, new byte[20]));
    }

    @Test
    void rejectsEventLongerThanItsPacket() {
        byte[] event = EventBytes.xid().bytes();
        event[9]++;
        assertRefused(new PacketBytes().packet(event.length + 1, withStatus(event)));
    }

    @Test
    void rejectsEventShorterThanItsPacket() {
        byte[] event = EventBytes.xid().bytes();
        event[9]--;
        assertRefused(new PacketBytes().packet(event.length + 1, withStatus(event)));
    }

    @Test
    void rejectsEmptyOrTooLongContinuation() {
        byte[] eventStart = Arrays.copyOf(EventBytes.of(30, 0xFFFFFF).bytes(), 0xFFFFFE);
        assertRefused(new PacketBytes().packet(0xFFFFFF, withStatus(eventStart)).packet());
        assertRefused(new PacketBytes().packet(0xFFFFFF, withStatus(eventStart)).packet(1_000, new byte[1_000]));
    }

    @Test
    void rejectsContinuationThatEndsBeforeEvent() {
        byte[] eventStart = Arrays.copyOf(EventBytes.of(30, 0xFFFFFF).bytes(), 0xFFFFFE);
        PacketBytes packets = new PacketBytes().packet(0xFFFFFF, withStatus(eventStart));
        // the event has 24 bytes left, which a packet below the full length must contain completely
        assertRefused(packets.packet(20, new byte[20]).packet(4, new byte[4]));
    }

    @Test
    void rejectsRotateWithoutName() {
        assertRefused(new PacketBytes().event(EventBytes.fakeRotate("", 4)));
        assertRefused(new PacketBytes().event(EventBytes.fakeRotate("", 4).withoutChecksum()));
        assertRefused(new PacketBytes().event(EventBytes.of(EventKind.ROTATE, 0).withoutChecksum()));
    }

    @Test
    void reportsErrorOfServer() {
        assertThatExceptionOfType(ServerErrorException.class)
                .isThrownBy(() -> play(new PacketBytes().error(1236, "Could not find first log file name"), 1))
                .withMessage("error 1236: Could not find first log file name")
                .extracting(ServerErrorException::code)
                .isEqualTo(1236);
    }

    @Test
    void reportsErrorWithSqlState() {
        byte[] packet = "\0\0\0#HY000Slave can not".getBytes(StandardCharsets.US_ASCII);
        packet[0] = (byte) 0xFF;
        packet[1] = (byte) 0xD4;
        packet[2] = 4;
        assertThat(ServerErrorException.ofPacket(packet)).hasMessage("error 1236: Slave can not");
        assertThat(ServerErrorException.ofPacket(new byte[] {-1})).hasMessage("error 0: (no text)");
    }

    @Test
    void reportsEofOfServer() {
        assertThatExceptionOfType(StreamEndedException.class).isThrownBy(() -> play(new PacketBytes().eof(), 1));
    }

    @Test
    void waitsForRestOfTruncatedHeader() throws IOException {
        byte[] completePacket = new PacketBytes().event(EventBytes.xid()).bytes();
        RecordingSink sink = new RecordingSink();
        StreamPlayer player = new StreamPlayer(StreamPlayer.tracker(sink, 4), 1 << 16);
        player.play(Arrays.copyOf(completePacket, 15), () -> 1);
        assertThat(sink.calls).isEmpty();
        player.play(Arrays.copyOfRange(completePacket, 15, completePacket.length), () -> 1);
        assertThat(sink.calls).containsExactly("XID 31", "transaction");
    }

    /** Each event arrives in a separate read, so that the buffer contains nothing after it. */
    @Test
    void ignoresGarbageInControlEvents() throws IOException {
        for (int type = 0; type < EventKind.TYPE_COUNT; type++) {
            for (int bodyBytes : new int[] {0, 1, 4, 11, 12, 13, 30, 42, 49, 50, 53, 60}) {
                RecordingSink sink = new RecordingSink();
                TransactionTracker tracker = new TransactionTracker(
                        sink, DelaySource.COMMIT_TIMESTAMP, 0, 4, new HeartbeatRow("cdc", "heartbeat"));
                StreamPlayer player = new StreamPlayer(tracker, 1 << 16);
                byte[] garbage = new byte[bodyBytes];
                Arrays.fill(garbage, (byte) 0xFF);
                EventBytes event = EventBytes.of(type, garbage);
                if (type != EventKind.ROTATE) {
                    player.play(new PacketBytes().event(event).bytes(), () -> Integer.MAX_VALUE);
                    player.play(new PacketBytes().event(event.withoutChecksum()).bytes(), () -> Integer.MAX_VALUE);
                }
                player.play(new PacketBytes().event(EventBytes.xid()).bytes(), () -> Integer.MAX_VALUE);
                assertThat(sink.calls).as("type %d, %d bytes", type, bodyBytes).endsWith("XID 31", "transaction");
            }
        }
    }

    @Test
    void inflatesAtMostDeclaredSize() {
        byte[] packedBytes = Zstd.compress(new byte[64 << 20]);
        byte[] events = Zstd.compress(PayloadBytes.innerBytes(EventBytes.of(30, 64 << 20)));
        for (long declaredBytes : new long[] {0, 1, 1_000_000, (64 << 20) - 1}) {
            assertInflatingRefused(PayloadBytes.event(PayloadBytes.ZSTD, declaredBytes, packedBytes));
            assertInflatingRefused(PayloadBytes.event(PayloadBytes.ZSTD, declaredBytes, events));
        }
        assertInflatingRefused(PayloadBytes.event(PayloadBytes.ZSTD, 1L << 32, events));
        assertInflatingRefused(PayloadBytes.event(PayloadBytes.ZSTD, Long.MAX_VALUE, events));
    }

    @Test
    void rejectsGarbageInPayloads() {
        for (int bodyBytes : new int[] {0, 1, 4, 11, 30, 60, 5_000}) {
            byte[] garbage = new byte[bodyBytes];
            assertInflatingRefused(EventBytes.of(EventKind.TRANSACTION_PAYLOAD, garbage));
            assertInflatingRefused(PayloadBytes.event(PayloadBytes.ZSTD, 100, garbage));
            assertInflatingRefused(PayloadBytes.event(7, 100, garbage));
            Arrays.fill(garbage, (byte) 0xFF);
            assertInflatingRefused(EventBytes.of(EventKind.TRANSACTION_PAYLOAD, garbage));
            if (bodyBytes > 0) {
                assertInflatingRefused(PayloadBytes.event(PayloadBytes.UNCOMPRESSED, -1, garbage));
            }
        }
    }

    private static void assertInflatingRefused(EventBytes event) {
        RecordingSink sink = new RecordingSink();
        try (PayloadReader payloads = new PayloadReader(sink, null, new RowCounter(sink))) {
            TransactionTracker tracker = StreamPlayer.inflatingTracker(sink, 4, payloads);
            assertThatExceptionOfType(StreamProtocolException.class)
                    .isThrownBy(() -> new StreamPlayer(tracker, 1 << 16)
                            .play(new PacketBytes().event(event).bytes(), () -> Integer.MAX_VALUE))
                    .withMessageMatching("(?s)not a binlog stream: .*(payload|PAYLOAD).*");
            assertThat(sink.calls).doesNotContain("transaction");
        }
    }

    private static void assertRefused(PacketBytes packets) {
        for (int readSize : new int[] {1 << 20, 7}) {
            assertThatExceptionOfType(StreamProtocolException.class)
                    .isThrownBy(() -> play(packets, readSize))
                    .withMessageStartingWith("not a binlog stream: ");
        }
    }

    private static RecordingSink play(PacketBytes packets, int readSize) throws IOException {
        RecordingSink sink = new RecordingSink();
        new StreamPlayer(StreamPlayer.tracker(sink, 4), 1 << 16).play(packets.bytes(), () -> readSize);
        return sink;
    }

    private static byte[] withStatus(byte[] event) {
        byte[] payload = new byte[event.length + 1];
        System.arraycopy(event, 0, payload, 1, event.length);
        return payload;
    }
}

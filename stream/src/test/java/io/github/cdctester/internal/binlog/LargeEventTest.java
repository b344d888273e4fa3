// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeEventTest {

    private static final int OVERHEAD_BYTES = EventFramer.HEADER_BYTES + 4;

    /** Around one and two full packets. Together, n full packets contain n × 0xFFFFFF − 1 bytes of an event. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                0xFFFFFD,
                0xFFFFFE,
                0xFFFFFF,
                0x1000000,
                2 * 0xFFFFFF - 2,
                2 * 0xFFFFFF - 1,
                2 * 0xFFFFFF,
                2 * 0xFFFFFF + 5_000
            })
    void readsEventOfSeveralPackets(int length) throws IOException {
        assertReported(new PacketBytes().event(rows(length)).event(EventBytes.xid()), length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0xFFFFFE, 2 * 0xFFFFFF - 1})
    void readsEventWithoutEmptyLastPacket(int length) throws IOException {
        PacketBytes packets = new PacketBytes().eventWithoutEmptyPacket(rows(length));
        assertReported(packets.event(EventBytes.xid()), length);
    }

    @Test
    void continuesAfterEventsOfFullPackets() throws IOException {
        EventBytes fullPacketEvent = rows(0xFFFFFE);
        PacketBytes packets = new PacketBytes()
                .event(fullPacketEvent)
                .eventWithoutEmptyPacket(fullPacketEvent)
                .event(fullPacketEvent)
                .event(EventBytes.xid());
        RecordingSink sink = play(packets, 1 << 20, Integer.MAX_VALUE);
        String rows = "WRITE_ROWS " + 0xFFFFFE;
        assertThat(sink.calls).containsExactly(rows, rows, rows, "XID 31", "transaction");
    }

    @Test
    void readsEventLongerThanBuffer() throws IOException {
        PacketBytes packets = new PacketBytes().event(rows(100_000)).event(EventBytes.xid());
        RecordingSink sink = play(packets, StreamPlayer.MIN_BUFFER_BYTES, Integer.MAX_VALUE);
        assertThat(sink.calls).containsExactly("WRITE_ROWS 100000", "XID 31", "transaction");
    }

    private static void assertReported(PacketBytes packets, int length) throws IOException {
        for (int maxReadBytes : new int[] {Integer.MAX_VALUE, 40_000}) {
            assertThat(play(packets, 1 << 16, maxReadBytes).calls)
                    .containsExactly("WRITE_ROWS " + length, "XID 31", "transaction");
        }
    }

    private static RecordingSink play(PacketBytes packets, int bufferBytes, int maxReadBytes) throws IOException {
        RecordingSink sink = new RecordingSink();
        SplittableRandom random = new SplittableRandom(maxReadBytes);
        new StreamPlayer(StreamPlayer.tracker(sink, 4), bufferBytes)
                .playToEnd(packets.eof().bytes(), () -> random.nextInt(1, maxReadBytes));
        return sink;
    }

    private static EventBytes rows(int length) {
        return EventBytes.of(30, length - OVERHEAD_BYTES);
    }
}

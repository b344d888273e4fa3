// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.payload.PayloadBytes;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Totals contain compressed and inflated bytes. */
class PayloadCountingTest {

    private static final long COMMIT_MICROS = 1_795_250_967_554_060L;
    private static final EventBytes PAYLOAD = PayloadBytes.zstd(
            EventBytes.query("BEGIN"), EventBytes.of(30, 9_000), EventBytes.of(30, 9_000), EventBytes.xid());
    private static final long INFLATED_BYTES = 42 + 2 * 9_019 + 27;
    private static final EventBytes HEARTBEAT = PayloadBytes.zstd(
            EventBytes.query("BEGIN"),
            EventBytes.tableMap("cdc", "heartbeat"),
            EventBytes.update(17, COMMIT_MICROS),
            EventBytes.xid());

    private final BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
    private final HeartbeatRow heartbeat = new HeartbeatRow("cdc", "heartbeat");
    private final PayloadReader payloads = new PayloadReader(meter, heartbeat);
    private final TransactionTracker inflatingTracker =
            StreamPlayer.inflatingTracker(meter, DelaySource.COMMIT_TIMESTAMP, 4, heartbeat, payloads);

    @AfterEach
    void close() {
        payloads.close();
    }

    @Test
    void countsCompressedBytesWithoutInflating() throws IOException {
        TransactionTracker wireTracker = new TransactionTracker(meter, DelaySource.COMMIT_TIMESTAMP, 0, 4, heartbeat);
        play(wireTracker, EventBytes.gtid(COMMIT_MICROS), PAYLOAD, EventBytes.gtid(COMMIT_MICROS), HEARTBEAT);
        assertThat(meter.snapshot().counts().get(Metric.TRANSACTIONS)).isEqualTo(2);
        assertThat(meter.snapshot().counts().get(Metric.HEARTBEATS)).isZero();
        PayloadCounts counts = meter.windowPayloads();
        assertThat(counts.transactions()).isEqualTo(2);
        assertThat(counts.wireBytes()).isEqualTo(PAYLOAD.length() + HEARTBEAT.length());
        assertThat(counts.innerEventsByKind()).isEmpty();
    }

    @Test
    void countsInnerEventsSeparately() throws IOException {
        play(inflatingTracker, EventBytes.gtid(COMMIT_MICROS), PAYLOAD);
        assertThat(meter.windowPayloads())
                .isEqualTo(new PayloadCounts(
                        1, PAYLOAD.length(), INFLATED_BYTES, Map.of("QUERY", 1L, "WRITE_ROWS", 2L, "XID", 1L)));
        assertThat(meter.snapshot().counts().eventsByKind()).isEqualTo(Map.of("GTID", 1L, "TRANSACTION_PAYLOAD", 1L));
        assertThat(meter.snapshot().counts().get(Metric.BYTES)).isEqualTo(79 + PAYLOAD.length());
    }

    @Test
    void recognizesCompressedHeartbeat() throws IOException {
        play(inflatingTracker, EventBytes.gtid(COMMIT_MICROS), HEARTBEAT, EventBytes.gtid(COMMIT_MICROS), PAYLOAD);
        assertThat(meter.snapshot().lastHeartbeat()).isEqualTo(17);
        assertThat(meter.snapshot().counts().get(Metric.HEARTBEATS)).isEqualTo(1);
        assertThat(meter.snapshot().counts().get(Metric.HEARTBEAT_BYTES)).isEqualTo(79 + HEARTBEAT.length());
        assertThat(meter.snapshot().counts().get(Metric.TRANSACTIONS)).isEqualTo(2);
    }

    @Test
    void opensWindowAfterCompressedHeartbeat() throws IOException {
        inflatingTracker.openWindowAt(new WindowMark.AfterHeartbeat(17));
        play(inflatingTracker, EventBytes.gtid(COMMIT_MICROS), PAYLOAD, EventBytes.gtid(COMMIT_MICROS), HEARTBEAT);
        assertThat(meter.windowPayloads()).isEqualTo(PayloadCounts.ZERO);
        play(inflatingTracker, EventBytes.gtid(COMMIT_MICROS), PAYLOAD);
        assertThat(meter.windowPayloads().transactions()).isEqualTo(1);
        assertThat(meter.windowPayloads().innerEventsByKind()).containsEntry("WRITE_ROWS", 2L);
    }

    @Test
    void ignoresIncompletePayload() throws IOException {
        EventBytes storedPayload =
                PayloadBytes.uncompressed(EventBytes.of(30, 9_000), EventBytes.of(30, 9_000), EventBytes.xid());
        byte[] packets = new PacketBytes()
                .events(EventBytes.gtid(COMMIT_MICROS), storedPayload)
                .bytes();
        new StreamPlayer(inflatingTracker, 1 << 20).play(Arrays.copyOf(packets, packets.length - 5_000), () -> 7);
        inflatingTracker.discardInFlight();
        assertThat(meter.windowPayloads()).isEqualTo(PayloadCounts.ZERO);
        play(inflatingTracker, EventBytes.gtid(COMMIT_MICROS), storedPayload);
        assertThat(meter.windowPayloads().innerEventsByKind()).isEqualTo(Map.of("WRITE_ROWS", 2L, "XID", 1L));
        assertThat(meter.snapshot().counts().get(Metric.TRANSACTIONS)).isEqualTo(1);
    }

    @Test
    void addsCountsOfStreams() {
        PayloadCounts first = new PayloadCounts(1, 100, 1_000, Map.of("QUERY", 1L, "XID", 1L));
        PayloadCounts second = new PayloadCounts(2, 30, 70, Map.of("XID", 2L, "XA_PREPARE", 1L));
        assertThat(first.plus(second).plus(PayloadCounts.ZERO))
                .isEqualTo(new PayloadCounts(3, 130, 1_070, Map.of("QUERY", 1L, "XID", 3L, "XA_PREPARE", 1L)));
    }

    /** The first event of the log is a payload without a GTID. It contains another payload, which is invalid. */
    @Test
    void skipsNestedPayload() throws IOException {
        play(inflatingTracker, PayloadBytes.zstd(EventBytes.of(EventKind.TRANSACTION_PAYLOAD, 50), EventBytes.xid()));
        assertThat(meter.windowPayloads().innerEventsByKind()).containsEntry("TRANSACTION_PAYLOAD", 1L);
        assertThat(meter.snapshot().counts().get(Metric.TRANSACTIONS)).isEqualTo(1);
    }

    private static void play(TransactionTracker tracker, EventBytes... events) throws IOException {
        new StreamPlayer(tracker, 1 << 20).play(new PacketBytes().events(events).bytes(), () -> 5_000);
    }
}

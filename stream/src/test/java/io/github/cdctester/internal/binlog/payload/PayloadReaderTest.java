// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.luben.zstd.Zstd;
import com.sun.management.ThreadMXBean;
import io.github.cdctester.internal.binlog.event.BodyFeed;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.HeartbeatWatch;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class PayloadReaderTest implements PayloadSink {

    private static final EventBytes[] TRANSACTION = {
        EventBytes.query("BEGIN"), EventBytes.tableMap("db", "t"), EventBytes.of(30, 9_000), EventBytes.xid()
    };

    private final Map<String, Integer> countsByKind = new TreeMap<>();
    private final PayloadReader reader = new PayloadReader(this, new HeartbeatRow("cdc", "heartbeat"));
    private final BodyFeed feed = new BodyFeed(reader, 4);

    @AfterEach
    void close() {
        reader.close();
    }

    @Override
    public void onInnerEvent(int type) {
        countsByKind.merge(EventKind.name(type), 1, Integer::sum);
    }

    @Test
    void readsEventsOfPayload() throws StreamProtocolException {
        feed.event(PayloadBytes.zstd(TRANSACTION).bytes());
        assertThat(countsByKind).hasToString("{QUERY=1, TABLE_MAP=1, WRITE_ROWS=1, XID=1}");
    }

    @Test
    void readsUncompressedEvents() throws StreamProtocolException {
        feed.event(PayloadBytes.uncompressed(TRANSACTION).bytes());
        assertThat(countsByKind).hasToString("{QUERY=1, TABLE_MAP=1, WRITE_ROWS=1, XID=1}");
    }

    @Test
    void readsSameEventsForAnyDivision() throws StreamProtocolException {
        for (EventBytes payload :
                new EventBytes[] {PayloadBytes.zstd(TRANSACTION), PayloadBytes.uncompressed(TRANSACTION)}) {
            byte[] event = payload.bytes();
            int shortest = Math.min(event.length, EventFramer.PREFIX_BYTES);
            for (int cut = shortest; cut < event.length; cut++) {
                countsByKind.clear();
                feed.event(event, cut);
                assertThat(countsByKind).as("cut at %d", cut).hasSize(4);
            }
        }
    }

    @Test
    void readsEventsAcrossFrames() throws StreamProtocolException {
        byte[] inner = PayloadBytes.innerBytes(TRANSACTION);
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int from = 0; from < inner.length; from += 1_000) {
            frames.writeBytes(Zstd.compress(Arrays.copyOfRange(inner, from, Math.min(inner.length, from + 1_000))));
        }
        feed.event(PayloadBytes.event(PayloadBytes.ZSTD, inner.length, frames.toByteArray())
                .bytes());
        assertThat(countsByKind).hasSize(4);
    }

    @Test
    void recognizesHeartbeatInPayload() throws StreamProtocolException {
        feed.event(PayloadBytes.zstd(
                        EventBytes.query("BEGIN"),
                        EventBytes.tableMap("cdc", "heartbeat"),
                        EventBytes.update(17, 1_795_250_967_554_060L),
                        EventBytes.xid())
                .bytes());
        assertThat(reader.heartbeats().sequence()).isEqualTo(17);
        assertThat(reader.heartbeats().sentMicros()).isEqualTo(1_795_250_967_554_060L);
        feed.event(PayloadBytes.zstd(TRANSACTION).bytes());
        assertThat(reader.heartbeats().sequence()).isEqualTo(HeartbeatWatch.NONE);
    }

    @Test
    void continuesAfterInvalidPayload() throws StreamProtocolException {
        byte[] completeEvent = PayloadBytes.zstd(TRANSACTION).bytes();
        ByteBuffer buffer = ByteBuffer.wrap(completeEvent).order(ByteOrder.LITTLE_ENDIAN);
        feed.eventBegin(buffer, 0, completeEvent.length / 2, completeEvent.length);
        feed.event(PayloadBytes.zstd(TRANSACTION).bytes());
        assertThat(countsByKind).containsEntry("XID", 1);
    }

    @Test
    void rejectsInvalidHeader() {
        assertRejected("head", EventBytes.of(EventKind.TRANSACTION_PAYLOAD, 0));
        assertRejected("head", EventBytes.of(EventKind.TRANSACTION_PAYLOAD, 100));
        byte[] garbage = new byte[50];
        Arrays.fill(garbage, (byte) 0xFF);
        assertRejected("head", EventBytes.of(EventKind.TRANSACTION_PAYLOAD, garbage));
        assertRejected("unknown compression 7", PayloadBytes.event(7, 10, new byte[10]));
        EventBytes complete = PayloadBytes.zstd(TRANSACTION);
        assertRejected(
                "payload of",
                EventBytes.of(
                        EventKind.TRANSACTION_PAYLOAD, Arrays.copyOf(complete.body(), complete.body().length - 1)));
    }

    @Test
    void rejectsInvalidZstd() {
        byte[] noise = new byte[5_000];
        new SplittableRandom(1).nextBytes(noise);
        assertRejected("cannot be inflated", PayloadBytes.event(PayloadBytes.ZSTD, 5_000, noise));
    }

    @Test
    void rejectsFrameWithoutEnd() {
        byte[] inner = PayloadBytes.innerBytes(TRANSACTION);
        byte[] packed = Zstd.compress(inner);
        assertRejected(
                "no end",
                PayloadBytes.event(PayloadBytes.ZSTD, inner.length, Arrays.copyOf(packed, packed.length - 1)));
    }

    @Test
    void rejectsDeclaredSizeOfFourGibibytes() {
        byte[] inner = PayloadBytes.innerBytes(TRANSACTION);
        assertRejected("in place of 4294967296", PayloadBytes.event(PayloadBytes.ZSTD, 1L << 32, Zstd.compress(inner)));
    }

    @Test
    void rejectsPayloadLargerThanDeclared() {
        byte[] inner = PayloadBytes.innerBytes(TRANSACTION);
        assertRejected("more than the stated 100", PayloadBytes.event(PayloadBytes.ZSTD, 100, Zstd.compress(inner)));
        assertRejected("more than the stated 0", PayloadBytes.event(PayloadBytes.ZSTD, -1, Zstd.compress(inner)));
    }

    /** Less than 16 KiB inflates to 64 MiB. */
    @Test
    void stopsEndlessPayloadAtDeclaredSize() {
        EventBytes event = EventBytes.of(30, 64 << 20);
        byte[] packed = Zstd.compress(PayloadBytes.innerBytes(event));
        assertThat(packed.length).isLessThan(16 * 1024);
        long before = allocatedBytes();
        assertRejected("more than the stated 1000000", PayloadBytes.event(PayloadBytes.ZSTD, 1_000_000, packed));
        assertThat(allocatedBytes() - before).isLessThan(1 << 20);
    }

    @Test
    void rejectsInvalidEvents() {
        assertRejected("event of only 0", PayloadBytes.event(PayloadBytes.UNCOMPRESSED, -1, new byte[500]));
        byte[] inner = PayloadBytes.innerBytes(TRANSACTION);
        assertRejected(
                "inside of an event", PayloadBytes.event(PayloadBytes.UNCOMPRESSED, -1, Arrays.copyOf(inner, 1_000)));
        assertRejected(
                "inside of an event", PayloadBytes.event(PayloadBytes.UNCOMPRESSED, -1, Arrays.copyOf(inner, 10)));
    }

    /** The payloads of 100 MB contain a single event, or 100,000 small events. */
    @Test
    void memoryIsIndependentOfPayloadSize() throws StreamProtocolException {
        byte[] largePayload = repeatedInPayload(
                EventBytes.of(30, 100_000_000).withoutChecksum().bytes(), 1);
        byte[] smallPayload =
                repeatedInPayload(EventBytes.of(30, 1_000).withoutChecksum().bytes(), 100_000);
        feed.event(PayloadBytes.zstd(TRANSACTION).bytes());
        countsByKind.clear();
        long before = allocatedBytes();
        feed.event(largePayload);
        feed.event(smallPayload);
        long allocated = allocatedBytes() - before;
        assertThat(countsByKind).containsEntry("WRITE_ROWS", 100_001);
        assertThat(allocated).isLessThan(4 << 20); // for the boxed numbers of the test's own counts
    }

    @Test
    void allocatesNothingAfterFirstPayload() throws StreamProtocolException {
        byte[] event = PayloadBytes.zstd(TRANSACTION).bytes();
        ByteBuffer buffer = ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN);
        PayloadSink emptySink = new PayloadSink() {};
        try (PayloadReader silentReader = new PayloadReader(emptySink, new HeartbeatRow("cdc", "heartbeat"))) {
            BodyFeed silentFeed = new BodyFeed(silentReader, 4);
            long before = 0;
            for (int i = 0; i < 30_000; i++) {
                if (i == 10_000) {
                    before = allocatedBytes();
                }
                silentFeed.eventBegin(buffer, 0, event.length, event.length);
                silentFeed.eventEnd();
            }
            assertThat(allocatedBytes() - before).isLessThan(64 * 1024);
        }
    }

    private static byte[] repeatedInPayload(byte[] event, int repeatCount) {
        byte[] inner = new byte[event.length * repeatCount];
        for (int i = 0; i < repeatCount; i++) {
            System.arraycopy(event, 0, inner, i * event.length, event.length);
        }
        return PayloadBytes.event(PayloadBytes.ZSTD, inner.length, Zstd.compress(inner))
                .bytes();
    }

    private void assertRejected(String text, EventBytes event) {
        assertThatExceptionOfType(StreamProtocolException.class)
                .isThrownBy(() -> feed.event(event.bytes()))
                .withMessageContaining(text);
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class GtidReaderTest {

    // written by MySQL 9.7.4-2
    private static final String GTID = "f565016b21010000004f00000075070000000000ffffffff80807f7f00000102030405ff"
            + "4d0000000000000002010000000000000007000000000000000cf40616c66006fc0f0150620100d2f49112";
    private static final String TAGGED = "f565016b2a01000000530000005705000000000278000000020c308502e10395033902"
            + "22c50341022c0484b1022200080404060e677265656e5f3208040a140c7f71f00616c66006104d041283120b14241dd0";
    private static final String HIGHEST = "f565016b2a01000000560000008b0800000000027e00000002fd03fd03fd03fd030102"
            + "0102fefe0000020406080afd0304fffcffffffffffffff06047a7a08040a200c7f0af60616c660061059041283120beca054ef";
    private static final int CHECKSUM_BYTES = 4;

    private final GtidReader reader = new GtidReader(false);
    private final GtidReader mariaDb = new GtidReader(true);

    @ParameterizedTest
    @CsvSource({
        GTID + ", ffffffff-8080-7f7f-0000-0102030405ff, '', 77",
        TAGGED + ", 0618a1f8-e58e-11f1-9016-0242ac110004, green_2, 1",
        HIGHEST + ", ffffffff-8080-7f7f-0000-0102030405ff, zz, 9223372036854775806"
    })
    void readsEventsOfMySql(String hex, UUID uuid, String tag, long number) {
        assertThat(read(HexFormat.of().parseHex(hex), CHECKSUM_BYTES)).isTrue();
        assertThat(new UUID(reader.high(), reader.low())).isEqualTo(uuid);
        assertThat(reader.tag()).isEqualTo(tag);
        assertThat(reader.number()).isEqualTo(number);
        reader.clear();
        assertThat(reader.hasGtid()).isFalse();
    }

    @Test
    void readsMySql56() {
        byte[] body = new byte[25];
        body[16] = 5;
        body[17] = 9;
        assertThat(read(EventBytes.of(EventKind.GTID, body).bytes(), CHECKSUM_BYTES))
                .isTrue();
        assertThat(reader.low()).isEqualTo(5);
        assertThat(reader.number()).isEqualTo(9);
    }

    @Test
    void readsMariaDb() {
        // from MariaDB 10.11.19: domain 4294967295, server 4294967294, the highest number
        ByteBuffer body = EventBytes.littleEndian(19).putLong(-2).putInt(-1);
        byte[] event = EventBytes.of(EventKind.MARIADB_GTID, body.array()).bytes();
        Arrays.fill(event, 6, 9, (byte) 0xFF);
        event[5] = (byte) 0xFE;
        assertThat(read(event, CHECKSUM_BYTES)).isFalse();
        assertThat(read(mariaDb, event, CHECKSUM_BYTES)).isTrue();
        assertThat(mariaDb.high()).isEqualTo(0xFFFF_FFFFL);
        assertThat(mariaDb.low()).isEqualTo(0xFFFF_FFFEL);
        assertThat(mariaDb.number()).isEqualTo(-2);
    }

    @ParameterizedTest
    @ValueSource(ints = {EventKind.ANONYMOUS_GTID, EventKind.QUERY, EventKind.XID, EventKind.MARIADB_GTID_LIST, 255})
    void hasNoGtidForOtherEventTypes(int type) {
        read(HexFormat.of().parseHex(GTID), CHECKSUM_BYTES);
        byte[] event = HexFormat.of().parseHex(GTID);
        event[4] = (byte) type;
        assertThat(read(event, CHECKSUM_BYTES)).isFalse();
        assertThat(reader.hasGtid()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void invalidNumberIsNoGtid(long number) {
        byte[] event = HexFormat.of().parseHex(GTID);
        ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN).putLong(36, number);
        assertThat(read(event, CHECKSUM_BYTES)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({GTID + ", 44", TAGGED + ", 59", HIGHEST + ", 62"})
    void truncatedEventHasNoGtid(String hex, int requiredBytes) {
        byte[] completeEvent = HexFormat.of().parseHex(hex);
        for (int length = EventFramer.HEADER_BYTES; length <= requiredBytes; length++) {
            // the event is at the very end of the buffer, so that a read past the event throws
            boolean hasGtid = read(Arrays.copyOf(completeEvent, length), 0);
            assertThat(hasGtid).as("%d bytes", length).isEqualTo(length == requiredBytes);
        }
    }

    @Test
    void survivesGarbage() {
        SplittableRandom random = new SplittableRandom(1);
        GtidSet set = new GtidSet();
        MariaDbGtidState state = new MariaDbGtidState();
        String[] validEvents = {GTID, TAGGED, HIGHEST};
        for (int i = 0; i < 60_000; i++) {
            byte[] event = HexFormat.of().parseHex(validEvents[i % 3]);
            if (i % 2 == 0) {
                random.nextBytes(event);
            }
            event = Arrays.copyOf(event, EventFramer.HEADER_BYTES + random.nextInt(1, 60));
            event[4] = (byte) new int[] {EventKind.GTID, EventKind.GTID_TAGGED, EventKind.MARIADB_GTID}[i / 2 % 3];
            event[random.nextInt(EventFramer.HEADER_BYTES, event.length)] = (byte) random.nextInt(256);
            int checksumBytes = random.nextInt(2) * 4;
            if (read(event, checksumBytes)) {
                set.add(reader.high(), reader.low(), reader.tag(), reader.number());
            } else if (read(mariaDb, event, checksumBytes)) {
                state.add(mariaDb.high(), mariaDb.low(), mariaDb.tag(), mariaDb.number());
            }
        }
        assertThat(set.isEmpty()).isFalse();
        assertThat(state.toString()).isNotEmpty();
        assertThat(GtidSet.parse(set.toString())).isEqualTo(set);
        assertThat(MariaDbGtidState.parse(state.toString())).isEqualTo(state);
    }

    @Test
    void allocatesNothing() {
        ByteBuffer[] events = new ByteBuffer[3];
        String[] hex = {GTID, TAGGED, HIGHEST};
        for (int i = 0; i < hex.length; i++) {
            byte[] bytes = HexFormat.of().parseHex(hex[i]);
            events[i] = ByteBuffer.allocateDirect(bytes.length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(bytes);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        readRepeatedly(events, 50_000);
        long bytesBefore = threads.getThreadAllocatedBytes(thread);
        assertThat(readRepeatedly(events, 500_000)).isEqualTo(500_000);
        assertThat(threads.getThreadAllocatedBytes(thread) - bytesBefore).isLessThan(100_000);
    }

    private int readRepeatedly(ByteBuffer[] events, int repeatCount) {
        int readCount = 0;
        for (int i = 0; i < repeatCount; i++) {
            ByteBuffer event = events[i % events.length];
            readCount += reader.read(event, 0, event.capacity() - CHECKSUM_BYTES, event.get(4) & 0xFF) ? 1 : 0;
        }
        return readCount;
    }

    private boolean read(byte[] event, int checksumBytes) {
        return read(reader, event, checksumBytes);
    }

    private static boolean read(GtidReader reader, byte[] event, int checksumBytes) {
        ByteBuffer buffer = ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN);
        return reader.read(buffer, 0, event.length - checksumBytes, event[4] & 0xFF);
    }
}

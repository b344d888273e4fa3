// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.cdctester.internal.binlog.event.BodyFeed;
import io.github.cdctester.internal.binlog.event.ChecksumCheck;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventHeader;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Tests that counting rows and verifying checksums allocates no memory per event, even if an event has 100 MiB. */
public class BodyAllocationTest {

    private static final int EVENTS_PER_READ = 1_002;
    private static final int READS = 1_000;
    private static final long LONG_EVENT_BYTES = 100L << 20;

    private final RowSum sum = new RowSum();
    private final RowCounter counter = new RowCounter(sum);
    private final ChecksumCheck check = new ChecksumCheck();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void allocatesNothingPerEvent() throws Exception {
        ByteBuffer packets = rowEventBuffer();
        count(packets);
        long before = allocatedBytes();
        count(packets);
        long allocatedBytes = allocatedBytes() - before;
        long events = (long) READS * EVENTS_PER_READ;
        assertThat((double) allocatedBytes / events).isLessThan(1);
        assertThat(sum.rows).isEqualTo(2 * events / 6 * 7); // three of six events contain rows: 1, 2 and 4 rows
        assertThat(check.verifiedEvents()).isEqualTo(2 * events);
    }

    /** Counts one row of 100 MiB, in pieces of 64 KiB. */
    @Test
    void allocatesNothingForLongEvent() throws Exception {
        byte[] start = RowEvents.longRow(LONG_EVENT_BYTES).bytes();
        byte[] map = RowEvents.blobTableMap(9).bytes();
        ByteBuffer piece = EventBytes.littleEndian(64 << 10);
        EventHeader header = new EventHeader();
        long before = 0;
        for (int round = 0; round < 2; round++) {
            before = allocatedBytes();
            piece.put(0, map);
            header.read(piece, 0, map.length, 4);
            counter.begin(piece, 0, map.length, header);
            counter.end();
            piece.put(0, start);
            header.read(piece, 0, start.length + LONG_EVENT_BYTES, 0);
            counter.begin(piece, 0, start.length, header);
            for (long left = LONG_EVENT_BYTES; left > 0; left -= piece.capacity()) {
                counter.append(piece, 0, piece.capacity());
            }
            counter.end();
        }
        long allocatedBytes = allocatedBytes() - before; // an assertion allocates
        assertThat(sum.rows).isEqualTo(2);
        assertThat(allocatedBytes).isLessThan(4_096);
    }

    private long allocatedBytes() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private void count(ByteBuffer buffer) throws Exception {
        BodyFeed rows = new BodyFeed(counter, 4);
        BodyFeed checksums = new BodyFeed(check, 4);
        for (int i = 0; i < READS; i++) {
            for (int offset = 0; offset < buffer.limit(); ) {
                int length = buffer.getInt(offset + 9);
                rows.eventBegin(buffer, offset, length, length);
                rows.eventEnd();
                checksums.eventBegin(buffer, offset, length, length);
                checksums.eventEnd();
                offset += length;
            }
        }
    }

    private static ByteBuffer rowEventBuffer() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 21).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < EVENTS_PER_READ; i += 6) {
            int table = i % 60;
            buffer.put(RowEvents.tableMap(table).bytes());
            buffer.put(RowEvents.writeRows(table, 1).bytes());
            buffer.put(RowEvents.tableMap(table).bytes());
            buffer.put(RowEvents.updateRows(table, 2).bytes());
            buffer.put(RowEvents.tableMap(table).bytes());
            buffer.put(RowEvents.compressedRows(table, 4).bytes());
        }
        return buffer.flip();
    }

    private static final class RowSum implements RowSink {
        private long rows;

        @Override
        public void onRows(String table, RowKind kind, long count) {
            rows += count;
        }

        @Override
        public void onUnknownRows(int type, long bytes) {
            throw new IllegalStateException("unknown rows of type " + type);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class AllocationTest {

    private static final int EVENTS_PER_TRANSACTION = 5;
    private static final int TRANSACTIONS_PER_READ = 200;
    private static final int READ_COUNT = 1_000;

    private final BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
    private final TransactionTracker tracker =
            new TransactionTracker(meter, DelaySource.COMMIT_TIMESTAMP, 0, 4, new HeartbeatRow("cdc", "heartbeat"));
    private final EventFramer framer = new EventFramer(tracker);

    @Test
    void allocatesNothingPerEvent() throws Exception {
        ByteBuffer packets = transactionPackets();
        ExecutedGtids executedGtids = ExecutedGtids.withGtids(false);
        executedGtids.addBefore("");
        tracker.track(executedGtids, TransactionWatch.NONE);
        follow(packets, READ_COUNT);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long threadId = Thread.currentThread().getId();
        long bytesBefore = threads.getThreadAllocatedBytes(threadId);
        follow(packets, READ_COUNT);
        long allocatedBytes = threads.getThreadAllocatedBytes(threadId) - bytesBefore;
        long events = (long) READ_COUNT * TRANSACTIONS_PER_READ * EVENTS_PER_TRANSACTION;
        assertThat(meter.snapshot().counts().get(Metric.EVENTS)).isEqualTo(2 * events);
        assertThat((double) allocatedBytes / events).isLessThan(1);
        assertThat(executedGtids.toString()).endsWith(":1-" + TRANSACTIONS_PER_READ);
    }

    private void follow(ByteBuffer packets, int readCount) throws Exception {
        for (int i = 0; i < readCount; i++) {
            tracker.readBegin(StreamPlayer.FIRST_READ_MICROS + i);
            framer.consume(packets.rewind());
            tracker.readEnd();
        }
    }

    private static ByteBuffer transactionPackets() {
        PacketBytes packets = new PacketBytes();
        for (int i = 0; i < TRANSACTIONS_PER_READ; i++) {
            packets.events(
                    EventBytes.gtid(StreamPlayer.FIRST_READ_MICROS - i, i + 1),
                    EventBytes.query("BEGIN"),
                    EventBytes.tableMap("sbtest", "sbtest" + i),
                    EventBytes.of(30, 200),
                    EventBytes.xid());
        }
        byte[] bytes = packets.bytes();
        return ByteBuffer.allocateDirect(bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes)
                .flip();
    }
}

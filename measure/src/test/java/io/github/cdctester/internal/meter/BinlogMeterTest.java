// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.duration.Distribution;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BinlogMeterTest {

    private static final int XID = 16;
    private static final int ROTATE = 4;
    private static final int WRITE_ROWS = 30;

    private final BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);

    @Test
    void updatesTotalsAtEndOfTransaction() {
        meter.event(33, 79);
        meter.event(XID, 31);
        meter.readEnd("binlog.000001", 4, 1);
        StreamCounts duringTransaction = meter.snapshot().counts();
        assertThat(duringTransaction.get(Metric.EVENTS)).isZero();
        assertThat(duringTransaction.get(Metric.BYTES)).isZero();
        assertThat(duringTransaction.get(Metric.TRANSACTIONS)).isZero();
        assertThat(duringTransaction.eventsByKind()).isEmpty();
        assertThat(duringTransaction.get(Metric.BYTES_READ)).isEqualTo(110);

        meter.transactionEnd(5, BinlogSink.UNKNOWN_MICROS, 9, 9);
        meter.readEnd("binlog.000001", 114, 10);
        StreamCounts afterTransaction = meter.snapshot().counts();
        assertThat(afterTransaction.get(Metric.EVENTS)).isEqualTo(2);
        assertThat(afterTransaction.get(Metric.BYTES)).isEqualTo(110);
        assertThat(afterTransaction.get(Metric.TRANSACTIONS)).isEqualTo(1);
        assertThat(afterTransaction.eventsByKind()).isEqualTo(Map.of("GTID", 1L, "XID", 1L));
    }

    @Test
    void publishesCountsAtEndOfRead() {
        meter.event(XID, 31);
        meter.transactionEnd(5, BinlogSink.UNKNOWN_MICROS, 9, 9);
        assertThat(meter.snapshot().counts().get(Metric.TRANSACTIONS)).isZero();
        assertThat(meter.snapshot().position()).isEqualTo(new LogPosition("", 0));
    }

    @Test
    void countsEventsOutsideOfTransactions() {
        meter.event(ROTATE, 40);
        meter.outsideTransaction();
        meter.readEnd("binlog.000002", 4, 1);
        StreamCounts counts = meter.snapshot().counts();
        assertThat(counts.get(Metric.EVENTS)).isEqualTo(1);
        assertThat(counts.get(Metric.BYTES)).isEqualTo(40);
        assertThat(counts.get(Metric.TRANSACTIONS)).isZero();
        assertThat(meter.snapshot().lastTransactionMicros()).isZero();
    }

    @Test
    void countsHeartbeatsInTotalsAndSeparately() {
        meter.event(33, 79);
        meter.event(XID, 31);
        meter.heartbeatEnd(7, 100, 350);
        meter.event(XID, 31);
        meter.transactionEnd(300, BinlogSink.UNKNOWN_MICROS, 400, 400);
        meter.readEnd("binlog.000001", 145, 500);
        StreamSnapshot snapshot = meter.snapshot();
        assertThat(snapshot.counts().get(Metric.TRANSACTIONS)).isEqualTo(2);
        assertThat(snapshot.counts().get(Metric.HEARTBEATS)).isEqualTo(1);
        assertThat(snapshot.counts().get(Metric.HEARTBEAT_EVENTS)).isEqualTo(2);
        assertThat(snapshot.counts().get(Metric.HEARTBEAT_BYTES)).isEqualTo(110);
        assertThat(snapshot.counts().get(Metric.BYTES)).isEqualTo(141);
        assertThat(snapshot.lastHeartbeat()).isEqualTo(7);
        assertThat(snapshot.lastTransactionMicros()).isEqualTo(400);
    }

    /** If streams divide the log, each of them receives several rows of a heartbeat. */
    @Test
    void countsRowsOfHeartbeatsInTotalAndSeparately() {
        meter.onRows("shop.orders", RowKind.INSERT, 3);
        meter.transactionEnd(300, BinlogSink.UNKNOWN_MICROS, 400, 400);
        meter.onRows("shop.heartbeat", RowKind.UPDATE, 16);
        meter.heartbeatEnd(7, 100, 350);
        meter.onRows("shop.orders", RowKind.INSERT, 5);
        meter.readEnd("binlog.000001", 145, 500);
        StreamCounts counts = meter.snapshot().counts();
        assertThat(counts.get(Metric.ROWS)).isEqualTo(19);
        assertThat(counts.get(Metric.HEARTBEAT_ROWS)).isEqualTo(16);
    }

    @Test
    void heartbeatIsNotLastTransaction() {
        meter.event(XID, 31);
        meter.transactionEnd(300, BinlogSink.UNKNOWN_MICROS, 400, 400);
        meter.event(XID, 31);
        meter.heartbeatEnd(8, 800, 900);
        meter.readEnd("binlog.000001", 66, 1_000);
        assertThat(meter.snapshot().lastTransactionMicros()).isEqualTo(400);
        assertThat(meter.snapshot().counts().get(Metric.TRANSACTIONS)).isEqualTo(2);
    }

    @Test
    void measuresDelaysFromCommitTimes() {
        meter.transactionEnd(1_000, BinlogSink.UNKNOWN_MICROS, 3_000, 3_000);
        meter.heartbeatEnd(1, 0, 90_000);
        meter.transactionEnd(BinlogSink.UNKNOWN_MICROS, BinlogSink.UNKNOWN_MICROS, 9_000, 9_000);
        meter.readEnd("binlog.000001", 4, 1);
        Distribution delays = meter.takeWarmUpDelays().lastByte();
        assertThat(delays.count()).isEqualTo(1);
        assertThat(delays.maxMillis()).isEqualTo(2, within(0.002));
        assertThat(meter.snapshot().counts().get(Metric.UNKNOWN_COMMIT_TIMES)).isEqualTo(1);
    }

    @Test
    void measuresHeartbeatDelaysIfTheyAreTheSource() {
        BinlogMeter heartbeats = new BinlogMeter(DelaySource.HEARTBEAT);
        heartbeats.transactionEnd(1_000, BinlogSink.UNKNOWN_MICROS, 3_000, 3_000);
        heartbeats.transactionEnd(BinlogSink.UNKNOWN_MICROS, BinlogSink.UNKNOWN_MICROS, 3_000, 3_000);
        heartbeats.heartbeatEnd(1, 1_000, 8_000);
        heartbeats.readEnd("binlog.000001", 4, 1);
        Distribution delays = heartbeats.takeWarmUpDelays().lastByte();
        assertThat(delays.count()).isEqualTo(1);
        assertThat(delays.maxMillis()).isEqualTo(7, within(0.007));
        assertThat(heartbeats.snapshot().counts().get(Metric.UNKNOWN_COMMIT_TIMES))
                .isZero();
    }

    @Test
    void separatesMeasuredPart() {
        meter.event(XID, 31);
        meter.transactionEnd(1_000, BinlogSink.UNKNOWN_MICROS, 2_000, 2_000);
        meter.readEnd("binlog.000001", 35, 1);
        assertThat(meter.snapshot().windowCounts()).isNull();
        assertThat(meter.snapshot().windowFrom()).isNull();

        meter.windowOpened("binlog.000001", 35);
        meter.event(XID, 31);
        meter.transactionEnd(1_000, BinlogSink.UNKNOWN_MICROS, 5_000, 5_000);
        meter.readEnd("binlog.000001", 66, 2);
        StreamSnapshot snapshot = meter.snapshot();
        assertThat(snapshot.windowFrom()).isEqualTo(new LogPosition("binlog.000001", 35));
        assertThat(snapshot.counts().minus(snapshot.windowCounts()).get(Metric.TRANSACTIONS))
                .isEqualTo(1);
        assertThat(snapshot.counts().minus(snapshot.windowCounts()).get(Metric.BYTES))
                .isEqualTo(31);
        assertThat(meter.takeWarmUpDelays().lastByte().count()).isEqualTo(1);
        assertThat(meter.takeWindowDelays().lastByte().count()).isEqualTo(1);
        assertThat(meter.takeWindowDelays().lastByte().count()).isZero();
    }

    @Test
    void countsUncountableRowsAtEndOfTransaction() {
        meter.windowOpened("binlog.000001", 4);
        meter.onUnknownRows(WRITE_ROWS, 40);
        meter.event(WRITE_ROWS, 40);
        assertThat(unknownRowEvents()).isZero();
        meter.discardInFlight();
        assertThat(unknownRowEvents()).isZero();

        meter.onUnknownRows(WRITE_ROWS, 40);
        meter.event(WRITE_ROWS, 40);
        meter.event(XID, 31);
        meter.transactionEnd(5, BinlogSink.UNKNOWN_MICROS, 9, 9);
        assertThat(unknownRowEvents()).isEqualTo(1);
    }

    @Test
    void countsUncountableRowsOfWholeTransactions() {
        for (int i = 0; i < 2; i++) {
            meter.onUnknownRows(WRITE_ROWS, 40);
            meter.transaction(
                    new byte[] {WRITE_ROWS, XID}, new int[] {40, 31}, 2, i > 0, 71, 5, BinlogSink.UNKNOWN_MICROS, 9);
        }
        meter.transactionEnd(5, BinlogSink.UNKNOWN_MICROS, 9, 9);
        assertThat(unknownRowEvents()).isEqualTo(2);
    }

    @Test
    void measuredPartIncludesPendingUncountableRows() {
        meter.onUnknownRows(WRITE_ROWS, 40);
        meter.windowOpened("binlog.000001", 4);
        meter.outsideTransaction();
        meter.readEnd("binlog.000001", 44, 1);
        StreamSnapshot snapshot = meter.snapshot();
        assertThat(snapshot.counts().minus(snapshot.windowCounts()).get(Metric.UNKNOWN_ROW_EVENTS))
                .isEqualTo(1);
    }

    private long unknownRowEvents() {
        meter.readEnd("binlog.000001", 4, 1);
        return meter.snapshot().counts().get(Metric.UNKNOWN_ROW_EVENTS);
    }

    @Test
    void countsCommitsLargerThanAMegabyte() {
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        meter.event(30, 1_000_000);
        meter.transactionEnd(1, BinlogSink.UNKNOWN_MICROS, 2, 2);
        meter.event(30, 1_000_001);
        meter.transactionEnd(1, BinlogSink.UNKNOWN_MICROS, 2, 2);
        byte[] types = {30};
        int[] lengths = {1_000_001};
        meter.transaction(types, lengths, 1, false, 1_000_001, 1, BinlogSink.UNKNOWN_MICROS, 2);
        meter.transaction(types, lengths, 1, true, 1_000_001, 1, BinlogSink.UNKNOWN_MICROS, 2);
        meter.readEnd("binlog.000001", 4, 2);
        assertThat(meter.snapshot().counts().get(Metric.LARGE_COMMITS)).isEqualTo(3);
        assertThat(meter.snapshot().counts().get(Metric.TRANSACTIONS)).isEqualTo(4);
    }
}

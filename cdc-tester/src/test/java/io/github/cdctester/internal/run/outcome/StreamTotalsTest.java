// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.meter.StreamCounts;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.result.summary.CdcSummary;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StreamTotalsTest {

    private static final LogPosition START = new LogPosition("binlog.000001", 4);
    private static final int HEARTBEAT_ROWS = 16;

    /** Each of two streams that divide the log receives 16 rows per heartbeat. */
    @Test
    void rowRateExcludesAllRowsOfHeartbeats() {
        Sampler.Interval stream = new Sampler.Interval(counts(30, 10), START, START, DelayParts.NOTHING, false);
        CdcSummary summary = StreamTotals.ofPhase(List.of(stream, stream), 2)
                .orElseThrow()
                .summary(DelaySource.HEARTBEAT.name(), RowCounting.EXACT, 0);
        assertThat(summary.rowsPerSecond()).isEqualTo(30);
        assertThat(summary.rows()).isEqualTo(2 * (30 + 10 * HEARTBEAT_ROWS));
        assertThat(summary.heartbeats()).isEqualTo(new CdcSummary.Heartbeats(20, 0, 0, 20 * HEARTBEAT_ROWS));
    }

    /** The second part of a transaction may be reported a moment before it is counted. */
    @Test
    void surplusPartsAreAtMostAllParts() {
        Sampler.Interval stream = new Sampler.Interval(counts(3, 1), START, START, DelayParts.NOTHING, false);
        CdcSummary summary = StreamTotals.ofPhase(List.of(stream), 2)
                .orElseThrow()
                .summary(DelaySource.HEARTBEAT.name(), RowCounting.OFF, 4);
        assertThat(summary.transactions() - summary.heartbeats().transactions()).isZero();
        assertThat(summary.transactionsPerSecond()).isZero();
    }

    private static StreamCounts counts(int transactions, int heartbeats) {
        BinlogMeter meter = new BinlogMeter(DelaySource.HEARTBEAT);
        for (int i = 0; i < transactions; i++) {
            meter.onRows("shop.orders", RowKind.INSERT, 1);
            meter.transactionEnd(1, BinlogSink.UNKNOWN_MICROS, 2, 2);
        }
        for (int i = 0; i < heartbeats; i++) {
            meter.onRows("shop.heartbeat", RowKind.UPDATE, HEARTBEAT_ROWS);
            meter.heartbeatEnd(i, 1, 2);
        }
        meter.readEnd("binlog.000001", 4, 2);
        return meter.snapshot().counts();
    }
}

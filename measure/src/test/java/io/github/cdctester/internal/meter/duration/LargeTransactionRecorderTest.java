// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.BinlogMeter;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LargeTransactionRecorderTest {

    private static final int XID = 16;
    private static final long LARGE_BYTES = 1_000_000;

    private final BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP, Set.of(), LARGE_BYTES);

    @Test
    void separatesTransactionsDuringLargeTransaction() {
        meter.windowOpened("binlog.000001", 4);
        transaction(500, 1_000, 2_000, 2_000);
        transaction(LARGE_BYTES, 3_000, 10_000, 50_000);
        transaction(500, 49_000, 51_000, 51_000); // committed before the large transaction had arrived completely
        transaction(500, 50_001, 52_000, 52_000);
        LargeTransactionEffect effect = takeEffect();
        assertThat(effect.fromBytes()).isEqualTo(LARGE_BYTES);
        assertThat(effect.bytes()).isEqualTo(LARGE_BYTES);
        assertThat(effect.firstByte().maxMillis()).isEqualTo(7, within(0.01));
        assertThat(effect.lastByte().maxMillis()).isEqualTo(47, within(0.05));
        assertThat(effect.transferTime().count()).isEqualTo(1);
        assertThat(effect.passingMicros()).isEqualTo(40_000);
        assertThat(effect.transferTime().maxMillis()).isEqualTo(40, within(0.05));
        assertThat(effect.delaysDuringLarge().count()).isEqualTo(1);
        assertThat(effect.delaysDuringLarge().maxMillis()).isEqualTo(2, within(0.01));
        assertThat(effect.otherDelays().count()).isEqualTo(2);
        assertThat(meter.takeWindowDelays().lastByte().count()).isEqualTo(4);
    }

    @Test
    void countsWaitingTransactionsBeforeLargeTransaction() {
        meter.windowOpened("binlog.000001", 4);
        for (int i = 0; i < 2_000; i++) {
            transaction(500, 1_000 + i, 2_000 + i, 2_000 + i);
        }
        transaction(500, 9_000, 9_900, 9_900);
        transaction(500, 9_950, 20_000, 20_000); // in the same commit group as the large transaction
        transaction(LARGE_BYTES, 10_000, 20_000, 50_000);
        LargeTransactionEffect effect = takeEffect();
        assertThat(effect.delaysDuringLarge().count()).isEqualTo(1);
        assertThat(effect.delaysDuringLarge().maxMillis()).isEqualTo(10.05, within(0.02));
        assertThat(effect.otherDelays().count()).isEqualTo(2_001);
        assertThat(effect.otherDelays().maxMillis()).isEqualTo(1, within(0.01));
    }

    @Test
    void measuresOnlyMeasuredPart() {
        transaction(LARGE_BYTES, 3_000, 10_000, 50_000);
        transaction(500, 49_000, 51_000, 51_000);
        meter.windowOpened("binlog.000001", 4);
        transaction(500, 49_500, 52_000, 52_000);
        LargeTransactionEffect effect = takeEffect();
        assertThat(effect.transferTime().count()).isZero();
        assertThat(effect.delaysDuringLarge().count()).isEqualTo(1);
        assertThat(effect.otherDelays().count()).isZero();
    }

    @Test
    void usesHeartbeatsIfTheyAreTheSource() {
        BinlogMeter heartbeats = new BinlogMeter(DelaySource.HEARTBEAT, Set.of(), LARGE_BYTES);
        heartbeats.windowOpened("binlog.000001", 4);
        heartbeats.event(XID, LARGE_BYTES);
        heartbeats.transactionEnd(BinlogSink.UNKNOWN_MICROS, BinlogSink.UNKNOWN_MICROS, 10_000, 50_000);
        heartbeats.event(XID, 100);
        heartbeats.heartbeatEnd(1, 20_000, 51_000);
        heartbeats.event(XID, 100);
        heartbeats.heartbeatEnd(2, 60_000, 61_000);
        heartbeats.endLargeTransactions();
        LargeTransactionEffect effect = heartbeats.takeLargeTransactions().orElseThrow();
        assertThat(effect.lastByte().count()).isZero();
        assertThat(effect.transferTime().count()).isEqualTo(1);
        assertThat(effect.delaysDuringLarge().maxMillis()).isEqualTo(31, within(0.05));
        assertThat(effect.otherDelays().maxMillis()).isEqualTo(1, within(0.01));
    }

    @Test
    void isEmptyWithoutThreshold() {
        BinlogMeter meterWithoutThreshold = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        assertThat(meterWithoutThreshold.takeLargeTransactions()).isEmpty();
    }

    @Test
    void addsUp() {
        meter.windowOpened("binlog.000001", 4);
        transaction(LARGE_BYTES, 0, 10_000, 50_000);
        LargeTransactionEffect first = takeEffect();
        transaction(2 * LARGE_BYTES, 60_000, 70_000, 90_000);
        LargeTransactionEffect both = first.plus(takeEffect());
        assertThat(both.bytes()).isEqualTo(3 * LARGE_BYTES);
        assertThat(both.transferTime().count()).isEqualTo(2);
        assertThat(takeEffect().bytes()).isZero();
    }

    private LargeTransactionEffect takeEffect() {
        meter.readEnd("binlog.000001", 4, 1);
        meter.endLargeTransactions();
        return meter.takeLargeTransactions().orElseThrow();
    }

    private void transaction(long bytes, long commitMicros, long firstMicros, long lastMicros) {
        meter.event(XID, bytes);
        meter.transactionEnd(commitMicros, BinlogSink.UNKNOWN_MICROS, firstMicros, lastMicros);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.duration.DelayParts;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RemoteStreamMeterTest {

    private final BinlogMeter remoteMeter = new BinlogMeter(
            DelaySource.COMMIT_TIMESTAMP, Set.of(DelaySource.COMMIT_TIMESTAMP, DelaySource.EVENT_HEADER), 1_000);
    private final RemoteStreamMeter meter = new RemoteStreamMeter();

    private void recordTransaction(long bytes, long delayMicros) {
        remoteMeter.event(EventKind.XID, bytes);
        remoteMeter.transactionEnd(
                1_000_000, BinlogSink.UNKNOWN_MICROS, 1_000_000 + delayMicros / 2, 1_000_000 + delayMicros);
        remoteMeter.commitTimes(1_000_000, 1_000_000, 1_000_000 + delayMicros);
        remoteMeter.readEnd("binlog.000001", bytes, 2_000_000);
    }

    private void addReport() {
        meter.add(StreamMeter.Report.of(remoteMeter));
    }

    @Test
    void startsEmpty() {
        assertThat(meter.snapshot().counts().get(Metric.BYTES)).isZero();
        assertThat(meter.snapshot().lastHeartbeat()).isEqualTo(-1);
        assertThat(meter.takeWindowDelays()).isEqualTo(DelayParts.NOTHING);
        assertThat(meter.takeLargeTransactions()).isEmpty();
        assertThat(meter.windowRows()).isEmpty();
    }

    @Test
    void reportsAddUpToMeterValues() {
        recordTransaction(100, 40);
        addReport();
        addReport();
        remoteMeter.windowOpened("binlog.000001", 100);
        recordTransaction(200, 50);
        addReport();
        recordTransaction(2_000, 70);
        remoteMeter.endLargeTransactions();
        addReport();
        assertThat(meter.snapshot().counts().values())
                .isEqualTo(remoteMeter.snapshot().counts().values());
        assertThat(meter.snapshot().windowFrom())
                .isEqualTo(remoteMeter.snapshot().windowFrom());
        assertThat(meter.snapshot().position()).isEqualTo(remoteMeter.snapshot().position());
        assertThat(meter.takeWarmUpDelays().lastByte().count()).isEqualTo(1);
        DelayParts window = meter.takeWindowDelays();
        assertThat(window.lastByte().count()).isEqualTo(2);
        assertThat(window.lastByte().maxMillis()).isEqualTo(0.07);
        assertThat(window.firstByte().maxMillis()).isEqualTo(0.035);
        assertThat(window.bySource())
                .hasSize(2)
                .allSatisfy((source, delay) -> assertThat(delay.count()).isEqualTo(2));
        assertThat(meter.takeLargeTransactions())
                .hasValueSatisfying(large -> assertThat(large.bytes()).isEqualTo(2_000));
        assertThat(meter.takeWindowDelays()).as("second call").isEqualTo(DelayParts.NOTHING);
        assertThat(meter.takeLargeTransactions()).isEmpty();
    }
}

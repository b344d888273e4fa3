// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.duration.DelayParts;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The reported differences of a meter add up to the meter. */
class RemoteStreamMeterTest {

    private final BinlogMeter there = new BinlogMeter(
            DelaySource.COMMIT_TIMESTAMP, Set.of(DelaySource.COMMIT_TIMESTAMP, DelaySource.EVENT_HEADER), 1_000);
    private final RemoteStreamMeter here = new RemoteStreamMeter();

    private void transaction(long bytes, long delayMicros) {
        there.event(EventKind.XID, bytes);
        there.transactionEnd(
                1_000_000, BinlogSink.UNKNOWN_MICROS, 1_000_000 + delayMicros / 2, 1_000_000 + delayMicros);
        there.commitTimes(1_000_000, 1_000_000, 1_000_000 + delayMicros);
        there.readEnd("binlog.000001", bytes, 2_000_000);
    }

    private void addReport() {
        here.add(StreamMeter.Report.of(there));
    }

    @Test
    void startsEmpty() {
        assertThat(here.snapshot().counts().get(Metric.BYTES)).isZero();
        assertThat(here.snapshot().lastHeartbeat()).isEqualTo(-1);
        assertThat(here.takeWindowDelays()).isEqualTo(DelayParts.NOTHING);
        assertThat(here.takePassages()).isEmpty();
        assertThat(here.windowRows()).isEmpty();
    }

    @Test
    void differencesAddUp() {
        transaction(100, 40);
        addReport();
        addReport();
        there.windowOpened("binlog.000001", 100);
        transaction(200, 50);
        addReport();
        transaction(2_000, 70);
        there.endPassages();
        addReport();
        assertThat(here.snapshot().counts().values())
                .isEqualTo(there.snapshot().counts().values());
        assertThat(here.snapshot().windowFrom()).isEqualTo(there.snapshot().windowFrom());
        assertThat(here.snapshot().position()).isEqualTo(there.snapshot().position());
        assertThat(here.takeWarmUpDelays().lastByte().count()).isEqualTo(1);
        DelayParts window = here.takeWindowDelays();
        assertThat(window.lastByte().count()).isEqualTo(2);
        assertThat(window.lastByte().maxMillis()).isEqualTo(0.07);
        assertThat(window.firstByte().maxMillis()).isEqualTo(0.035);
        assertThat(window.bySource())
                .hasSize(2)
                .allSatisfy((source, delay) -> assertThat(delay.count()).isEqualTo(2));
        assertThat(here.takePassages())
                .hasValueSatisfying(large -> assertThat(large.bytes()).isEqualTo(2_000));
        assertThat(here.takeWindowDelays()).as("taken").isEqualTo(DelayParts.NOTHING);
        assertThat(here.takePassages()).isEmpty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.binlog.BinlogSink;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.workload.StatementTally;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplerTest {

    private static final long SECOND = 1_000_000_000;

    private final WriteMeter writes = new WriteMeter(List.of("insert"), true);
    private final BinlogMeter stream = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
    private final StatementTally tally = new StatementTally();
    private long behindBytes;
    private final Sampler sampler = new Sampler(writes, 16, stream, () -> behindBytes);

    @Test
    void makesSamplesOfDifferences() {
        sampler.start(5 * SECOND);
        written(3);
        streamed(2);
        Sample first = sampler.tick(Phase.WARM_UP, 6 * SECOND);
        written(1);
        streamed(2);
        Sample second = sampler.tick(Phase.MEASURE, 8 * SECOND);

        assertThat(first.second()).isEqualTo(1);
        assertThat(first.phase()).isEqualTo(Phase.WARM_UP);
        assertThat(first.seconds()).isEqualTo(1);
        assertThat(first.write().orElseThrow().counts().transactions()).isEqualTo(3);
        assertThat(first.write().orElseThrow().threads()).isEqualTo(16);
        assertThat(first.cdc().counts().transactions()).isEqualTo(2);
        assertThat(first.cdc().delay().count()).isEqualTo(2);

        assertThat(second.second()).isEqualTo(2);
        assertThat(second.phase()).isEqualTo(Phase.MEASURE);
        assertThat(second.seconds()).isEqualTo(2);
        assertThat(second.write().orElseThrow().counts().transactions()).isEqualTo(1);
        assertThat(second.write().orElseThrow().latency().count()).isEqualTo(1);
        assertThat(second.cdc().counts().transactions()).isEqualTo(2);
        assertThat(second.cdc().position()).isEqualTo(new LogPosition("binlog.000001", 99));
    }

    @Test
    void keepsTheTotalsOfTheMeasuredPart() {
        sampler.start(0);
        written(3);
        streamed(2);
        sampler.tick(Phase.WARM_UP, SECOND);
        sampler.openWindow();
        stream.windowOpened("binlog.000001", 99);
        written(4);
        streamed(1);
        sampler.tick(Phase.MEASURE, 2 * SECOND);
        written(1);
        streamed(6);
        sampler.tick(Phase.DRAIN, 3 * SECOND);
        assertThat(sampler.windowWrite().transactions()).isEqualTo(5);
        assertThat(sampler.windowLatency().count()).isEqualTo(5);
        assertThat(sampler.windowStartDelay().count()).isEqualTo(5);
        assertThat(sampler.windowDelay().count()).isEqualTo(7);
    }

    @Test
    void tellsIdleFromStuck() {
        sampler.start(0);
        streamed(1);
        behindBytes = 100;
        assertThat(sampler.tick(Phase.MEASURE, SECOND).cdc().state()).isEqualTo(StreamState.FLOWING);
        assertThat(sampler.tick(Phase.MEASURE, 2 * SECOND).cdc().state()).isEqualTo(StreamState.STUCK);
        behindBytes = 0;
        assertThat(sampler.tick(Phase.MEASURE, 3 * SECOND).cdc().state()).isEqualTo(StreamState.IDLE);
        behindBytes = -1;
        Sample unknown = sampler.tick(Phase.MEASURE, 4 * SECOND);
        assertThat(unknown.cdc().state()).isEqualTo(StreamState.UNKNOWN);
        assertThat(unknown.cdc().behindBytes()).isEqualTo(-1);
    }

    @Test
    void flowsInTheMiddleOfALongTransaction() {
        sampler.start(0);
        stream.event(30, 8_000);
        stream.readEnd("binlog.000001", 4, 1);
        Sample sample = sampler.tick(Phase.MEASURE, SECOND);
        assertThat(sample.cdc().state()).isEqualTo(StreamState.FLOWING);
        assertThat(sample.cdc().counts().events()).isZero();
    }

    @Test
    void hasNoWriteSideWhereSomebodyElseWrites() {
        Sampler reader = new Sampler(null, 0, stream, () -> -1);
        reader.start(0);
        streamed(1);
        assertThat(reader.tick(Phase.MEASURE, SECOND).write()).isEmpty();
        assertThat(reader.windowWrite()).isEqualTo(WriteCounts.ZERO);
    }

    @Test
    void addsSamplesOfSeveralMachines() {
        sampler.start(0);
        written(3);
        streamed(2);
        behindBytes = 10;
        Sample first = sampler.tick(Phase.MEASURE, SECOND);
        written(1);
        Sample second = sampler.tick(Phase.MEASURE, 3 * SECOND);
        Sample both = first.plus(second);
        assertThat(both.seconds()).isEqualTo(2, within(1e-9));
        assertThat(both.write().orElseThrow().counts().transactions()).isEqualTo(4);
        assertThat(both.write().orElseThrow().threads()).isEqualTo(32);
        assertThat(both.cdc().counts().transactions()).isEqualTo(2);
        assertThat(both.cdc().behindBytes()).isEqualTo(20);
        assertThat(both.cdc().state()).isEqualTo(StreamState.STUCK);
    }

    private void written(int transactions) {
        for (int i = 0; i < transactions; i++) {
            writes.transaction(0, 0, 1_000_000, 2_000_000, tally);
        }
    }

    private void streamed(int transactions) {
        for (int i = 0; i < transactions; i++) {
            stream.event(16, 31);
            stream.transactionEnd(1_000, BinlogSink.UNKNOWN_MICROS, 2_000, 2_000);
        }
        stream.readEnd("binlog.000001", 99, 3_000);
    }
}

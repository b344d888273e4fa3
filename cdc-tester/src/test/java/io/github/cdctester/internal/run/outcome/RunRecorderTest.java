// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.MeteredStream;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.summary.RetainedRows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunRecorderTest {

    private static final long MICROS_PER_SECOND = 1_000_000;

    private final BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
    private final Sampler sampler = new Sampler(
            List.of(), List.of(new MeteredStream("db:3306", meter, () -> MeteredStream.Backlog.UNKNOWN, () -> -1)));
    private final RunRecorder recorder = new RunRecorder("COMMIT_TIMESTAMP", new RetainedRows(1));

    private void addSecond(int second, long delayMicros) {
        meter.event(16, 100);
        long arrivalMicros = second * MICROS_PER_SECOND;
        meter.transactionEnd(arrivalMicros - delayMicros, BinlogSink.UNKNOWN_MICROS, arrivalMicros, arrivalMicros);
        meter.readEnd("binlog.000001", 4, arrivalMicros);
        recorder.add(sampler.tick(Phase.MEASURE, second * MICROS_PER_SECOND * 1_000), Map.of(), List.of());
    }

    @Test
    void detectsCommitsBeforeRun() {
        sampler.start(0);
        meter.windowOpened("binlog.000001", 4);
        for (int second = 1; second <= 60; second++) {
            addSecond(second, Math.min(second, 30) * MICROS_PER_SECOND);
        }
        assertThat(recorder.hasOlderTransactions())
                .as("a stream that falls behind")
                .isFalse();
        addSecond(61, 88 * MICROS_PER_SECOND);
        assertThat(recorder.hasOlderTransactions()).isTrue();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.StreamCounts;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.summary.Summary.Drain;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock is set in the measured part, which lasts 10 s. */
final class MeasuredStreamTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);

    @ParameterizedTest
    @ValueSource(longs = {-30, 0, 30})
    void drainIsEmptyIfAllArrivedInMeasuredPart(long stepSeconds) {
        Instant end = START.plusSeconds(10 + stepSeconds);
        meter.windowOpened("binlog.000001", 4);
        receive(end.minusMillis(1));
        assertThat(drain(countsInWindow(), end)).isEqualTo(new Drain(0, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {-30, 0, 30})
    void drainEndsWithLastArrival(long stepSeconds) {
        Instant end = START.plusSeconds(10 + stepSeconds);
        meter.windowOpened("binlog.000001", 4);
        receive(end.minusMillis(1));
        StreamCounts windowEndCounts = countsInWindow();
        receive(end.plusMillis(1_000));
        receive(end.plusMillis(2_500));
        assertThat(drain(windowEndCounts, end)).isEqualTo(new Drain(2.5, 2));
    }

    private void receive(Instant arrival) {
        long micros = EpochMicrosClock.micros(arrival);
        meter.transactionEnd(micros, BinlogSink.UNKNOWN_MICROS, micros, micros);
        meter.readEnd("binlog.000001", 4, micros);
    }

    private StreamCounts countsInWindow() {
        return MeasuredStream.countsInWindow(meter.snapshot());
    }

    private Drain drain(StreamCounts windowEndCounts, Instant end) {
        RunTimeline timeline = new RunTimeline();
        timeline.startedAt = START;
        timeline.openedNanos = 1;
        timeline.closedNanos = 10_000_000_001L;
        timeline.closedAt = end;
        return MeasuredStream.drain(meter.snapshot(), windowEndCounts, false, timeline, true);
    }
}

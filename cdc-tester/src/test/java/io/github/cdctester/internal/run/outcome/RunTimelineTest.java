// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.time.EpochMicrosClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that steps of the tester's clock in the measured part do not change the time from its end to the last arrival. */
final class RunTimelineTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final double MEASURED_SECONDS = 10;

    @ParameterizedTest
    @ValueSource(longs = {-30, 0, 30})
    void drainExcludesStepOfClock(long stepSeconds) {
        RunTimeline timeline = timeline(stepSeconds);
        Instant end = START.plusSeconds((long) MEASURED_SECONDS + stepSeconds);
        assertThat(timeline.secondsFromEnd(micros(end.minusSeconds(1)), true)).isZero();
        assertThat(timeline.secondsFromEnd(micros(end), true)).isZero();
        assertThat(timeline.secondsFromEnd(micros(end.plusMillis(2_500)), true)).isEqualTo(2.5);
    }

    /** A node's clock is not the clock of this machine, which was set. */
    @Test
    void drainOfNodeIgnoresClockOfThisMachine() {
        Instant lastArrival = START.plus(Duration.ofMillis(12_500));
        assertThat(timeline(30).secondsFromEnd(micros(lastArrival), false)).isEqualTo(2.5);
    }

    @Test
    void closesByBothClocks() {
        RunTimeline timeline = new RunTimeline();
        timeline.openWindow(1_000, 0);
        timeline.close(2_000);
        assertThat(timeline.closedNanos).isEqualTo(2_000);
        assertThat(timeline.closedAt).isBetween(timeline.startedAt, Instant.now());
    }

    private static RunTimeline timeline(long stepSeconds) {
        RunTimeline timeline = new RunTimeline();
        timeline.startedAt = START;
        timeline.openedNanos = 1;
        timeline.closedNanos = 1 + (long) (MEASURED_SECONDS * 1e9);
        timeline.closedAt = START.plusSeconds((long) MEASURED_SECONDS + stepSeconds);
        return timeline;
    }

    private static long micros(Instant instant) {
        return EpochMicrosClock.micros(instant);
    }
}

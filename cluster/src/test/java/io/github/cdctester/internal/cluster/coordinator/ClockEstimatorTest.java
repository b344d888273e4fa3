// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClockEstimatorTest {

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long SKEW_NANOS = 12_345 * SECOND_NANOS;

    private final RemoteNode.ClockEstimator estimator = new RemoteNode.ClockEstimator();

    private void addRoundTrip(long sentNanos, long requestNanos, long responseNanos, long aheadNanos) {
        estimator.addRoundTrip(
                sentNanos,
                sentNanos + requestNanos + aheadNanos,
                sentNanos + requestNanos + responseNanos,
                aheadNanos / 1_000 - responseNanos / 1_000);
    }

    @Test
    void assumesClockReadingAtHalfRoundTrip() {
        addRoundTrip(5 * SECOND_NANOS, 3_000, 3_000, SKEW_NANOS);
        assertThat(estimator.remoteNanos(0)).isEqualTo(SKEW_NANOS);
        assertThat(estimator.remoteNanos(17)).isEqualTo(SKEW_NANOS + 17);
        assertThat(estimator.errorNanos()).isEqualTo(3_000);
        assertThat(estimator.epochAheadMicros()).isEqualTo(SKEW_NANOS / 1_000);
    }

    @Test
    void slowRoundTripDecays() {
        addRoundTrip(0, 8_000, 8_000, SKEW_NANOS);
        assertThat(estimator.slowNanos()).isEqualTo(16_000);
        addRoundTrip(1_000, 10, 10, SKEW_NANOS);
        assertThat(estimator.slowNanos()).isEqualTo(12_000);
        addRoundTrip(2_000, 10_000, 10_000, SKEW_NANOS);
        assertThat(estimator.slowNanos()).isEqualTo(20_000);
    }

    @Test
    void measuresClockThatIsBehind() {
        addRoundTrip(5 * SECOND_NANOS, 4_000, 4_000, -SKEW_NANOS);
        assertThat(estimator.remoteNanos(SKEW_NANOS)).isZero();
        assertThat(estimator.epochAheadMicros()).isEqualTo(-SKEW_NANOS / 1_000);
    }

    @Test
    void errorIsWithinUncertainty() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            addRoundTrip(i * 1_000_000L, random.nextLong(1, 5_000_000), random.nextLong(1, 5_000_000), SKEW_NANOS);
            assertThat(Math.abs(estimator.remoteNanos(0) - SKEW_NANOS)).isLessThanOrEqualTo(estimator.errorNanos() + 1);
        }
        assertThat(estimator.errorNanos()).isLessThan(1_000_000);
    }

    @Test
    void prefersShortestRoundTrip() {
        addRoundTrip(0, 100, 900, SKEW_NANOS);
        addRoundTrip(1_000, 10, 10, SKEW_NANOS);
        addRoundTrip(2_000, 700, 500, SKEW_NANOS);
        assertThat(estimator.errorNanos()).isEqualTo(10);
        assertThat(estimator.remoteNanos(0)).isEqualTo(SKEW_NANOS);
    }

    @Test
    void followsDriftingClock() {
        addRoundTrip(0, 10, 10, SKEW_NANOS);
        long driftedAhead = SKEW_NANOS + 2_000_000;
        for (int second = 1; second <= 41; second++) {
            addRoundTrip(second * SECOND_NANOS, 5_000, 5_000, driftedAhead);
        }
        assertThat(estimator.remoteNanos(0))
                .as("an old round trip is discarded, even if it was shorter")
                .isEqualTo(driftedAhead);
        assertThat(estimator.errorNanos()).isEqualTo(5_000);
    }

    @Test
    void keepsShorterRoundTripOfPreviousPeriod() {
        addRoundTrip(0, 10, 10, SKEW_NANOS);
        addRoundTrip(21 * SECOND_NANOS, 9_000_000, 1_000, SKEW_NANOS);
        assertThat(estimator.errorNanos()).isEqualTo(10);
        assertThat(estimator.remoteNanos(0)).isEqualTo(SKEW_NANOS);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {

    private static final long SECOND = 1_000_000_000;
    private static final long AHEAD = 12_345 * SECOND;

    private final RemoteNode.ClockEstimator offset = new RemoteNode.ClockEstimator();

    /** Adds an answer whose request took {@code out}, and whose response took {@code back}. */
    private void take(long time, long out, long back, long ahead) {
        offset.addRoundTrip(time, time + out + ahead, time + out + back, ahead / 1_000 - back / 1_000);
    }

    @Test
    void assumesAnswerHalfWay() {
        take(5 * SECOND, 3_000, 3_000, AHEAD);
        assertThat(offset.remoteNanos(0)).isEqualTo(AHEAD);
        assertThat(offset.remoteNanos(17)).isEqualTo(AHEAD + 17);
        assertThat(offset.errorNanos()).isEqualTo(3_000);
        assertThat(offset.epochAheadMicros()).isEqualTo(AHEAD / 1_000);
    }

    @Test
    void forgetsSlowRoundTrip() {
        take(0, 8_000, 8_000, AHEAD);
        assertThat(offset.slowNanos()).isEqualTo(16_000);
        take(1_000, 10, 10, AHEAD);
        assertThat(offset.slowNanos()).isEqualTo(12_000);
        take(2_000, 10_000, 10_000, AHEAD);
        assertThat(offset.slowNanos()).isEqualTo(20_000);
    }

    @Test
    void measuresClockThatIsBehind() {
        take(5 * SECOND, 4_000, 4_000, -AHEAD);
        assertThat(offset.remoteNanos(AHEAD)).isZero();
        assertThat(offset.epochAheadMicros()).isEqualTo(-AHEAD / 1_000);
    }

    @Test
    void errorIsWithinUncertainty() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            take(i * 1_000_000L, random.nextLong(1, 5_000_000), random.nextLong(1, 5_000_000), AHEAD);
            assertThat(Math.abs(offset.remoteNanos(0) - AHEAD)).isLessThanOrEqualTo(offset.errorNanos() + 1);
        }
        assertThat(offset.errorNanos()).isLessThan(1_000_000);
    }

    @Test
    void prefersShortestRoundTrip() {
        take(0, 100, 900, AHEAD);
        take(1_000, 10, 10, AHEAD);
        take(2_000, 700, 500, AHEAD);
        assertThat(offset.errorNanos()).isEqualTo(10);
        assertThat(offset.remoteNanos(0)).isEqualTo(AHEAD);
    }

    @Test
    void followsDriftingClock() {
        take(0, 10, 10, AHEAD);
        long drifted = AHEAD + 2_000_000;
        for (int second = 1; second <= 41; second++) {
            take(second * SECOND, 5_000, 5_000, drifted);
        }
        assertThat(offset.remoteNanos(0))
                .as("an old answer is dropped, even with a shorter round trip")
                .isEqualTo(drifted);
        assertThat(offset.errorNanos()).isEqualTo(5_000);
    }

    @Test
    void keepsAnswersUntilBetterOnesArrive() {
        take(0, 10, 10, AHEAD);
        take(21 * SECOND, 9_000_000, 1_000, AHEAD);
        assertThat(offset.errorNanos()).isEqualTo(10);
        assertThat(offset.remoteNanos(0)).isEqualTo(AHEAD);
    }
}

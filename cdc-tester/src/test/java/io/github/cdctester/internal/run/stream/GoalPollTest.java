// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.run.stream.Goal.GoalPoll;
import org.junit.jupiter.api.Test;

class GoalPollTest {

    private static final long NANOS_PER_MILLI = 1_000_000;

    @Test
    void pollsRarelyAndDetectsEndWithinMillisecond() {
        for (long seconds : new long[] {1, 10, 100}) {
            long endNanos = seconds * 1_000 * NANOS_PER_MILLI;
            GoalPoll poll = new GoalPoll(0);
            long nowNanos = 0;
            int pollCount = 0;
            while (nowNanos < endNanos) {
                nowNanos += poll.nanosToNextCheck(nowNanos, endNanos - nowNanos); // the stream reads one byte per ns
                pollCount++;
            }
            assertThat(nowNanos - endNanos).isBetween(0L, NANOS_PER_MILLI);
            assertThat(pollCount).isLessThan(50 + (int) (10 * seconds));
        }
    }

    @Test
    void pollsOftenIfRateIsUnknown() {
        GoalPoll poll = new GoalPoll(0);
        assertThat(poll.nanosToNextCheck(0, Goal.UNKNOWN)).isEqualTo(NANOS_PER_MILLI);
        assertThat(poll.nanosToNextCheck(2_000 * NANOS_PER_MILLI, Goal.UNKNOWN)).isEqualTo(10 * NANOS_PER_MILLI);
        assertThat(poll.nanosToNextCheck(100_000 * NANOS_PER_MILLI, Goal.UNKNOWN))
                .isEqualTo(100 * NANOS_PER_MILLI);
    }

    @Test
    void keepsPollingStalledStream() {
        GoalPoll poll = new GoalPoll(0);
        assertThat(poll.nanosToNextCheck(0, 1_000)).isEqualTo(NANOS_PER_MILLI);
        assertThat(poll.nanosToNextCheck(500 * NANOS_PER_MILLI, 1_000)).isEqualTo(NANOS_PER_MILLI);
        assertThat(poll.nanosToNextCheck(501 * NANOS_PER_MILLI, 999)).isEqualTo(100 * NANOS_PER_MILLI);
    }

    @Test
    void restartsIfRemainingBytesGrow() {
        GoalPoll poll = new GoalPoll(0);
        poll.nanosToNextCheck(0, 1_000);
        assertThat(poll.nanosToNextCheck(10 * NANOS_PER_MILLI, 2_000)).isEqualTo(NANOS_PER_MILLI);
        assertThat(poll.nanosToNextCheck(20 * NANOS_PER_MILLI, 1_000)).isEqualTo(10 * NANOS_PER_MILLI / 4);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.run.stream.Goal.GoalPoll;
import org.junit.jupiter.api.Test;

class GoalPollTest {

    private static final long MILLI = 1_000_000;

    @Test
    void pollsRarelyAndDetectsEndWithinMillisecond() {
        for (long seconds : new long[] {1, 10, 100}) {
            long end = seconds * 1_000 * MILLI;
            GoalPoll poll = new GoalPoll(0);
            long now = 0;
            int polls = 0;
            while (now < end) {
                now += poll.nanos(now, end - now); // one byte per nanosecond
                polls++;
            }
            assertThat(now - end).isBetween(0L, MILLI);
            assertThat(polls).isLessThan(50 + (int) (10 * seconds));
        }
    }

    @Test
    void pollsOftenIfRateIsUnknown() {
        GoalPoll poll = new GoalPoll(0);
        assertThat(poll.nanos(0, Goal.UNKNOWN)).isEqualTo(MILLI);
        assertThat(poll.nanos(2_000 * MILLI, Goal.UNKNOWN)).isEqualTo(10 * MILLI);
        assertThat(poll.nanos(100_000 * MILLI, Goal.UNKNOWN)).isEqualTo(100 * MILLI);
    }

    @Test
    void keepsPollingStalledStream() {
        GoalPoll poll = new GoalPoll(0);
        assertThat(poll.nanos(0, 1_000)).isEqualTo(MILLI);
        assertThat(poll.nanos(500 * MILLI, 1_000)).isEqualTo(MILLI);
        assertThat(poll.nanos(501 * MILLI, 999)).isEqualTo(100 * MILLI);
    }

    @Test
    void restartsIfMoreIsLeftThanBefore() {
        GoalPoll poll = new GoalPoll(0);
        poll.nanos(0, 1_000);
        assertThat(poll.nanos(10 * MILLI, 2_000)).isEqualTo(MILLI);
        assertThat(poll.nanos(20 * MILLI, 1_000)).isEqualTo(10 * MILLI / 4);
    }
}

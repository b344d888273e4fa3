// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.run.stream.StreamLag.UnreadEnds;
import org.junit.jupiter.api.Test;

class UnreadEndsTest {

    private final UnreadEnds ends = new UnreadEnds();

    @Test
    void ageGrowsWhileNothingIsRead() {
        ends.add(positionAt(100), 1_000);
        ends.add(positionAt(100), 2_000);
        ends.add(positionAt(200), 3_000);
        assertThat(ends.ageMicros(positionAt(50), 4_000)).isEqualTo(3_000);
        assertThat(ends.ageMicros(positionAt(50), 9_000)).isEqualTo(8_000);
    }

    @Test
    void returnsAgeOfOldestUnreadEnd() {
        ends.add(positionAt(100), 1_000);
        ends.add(positionAt(200), 3_000);
        assertThat(ends.ageMicros(positionAt(100), 4_000)).isEqualTo(1_000);
        assertThat(ends.ageMicros(positionAt(200), 4_000)).isZero();
        assertThat(ends.ageMicros(positionAt(50), 4_000))
                .as("an end that was read stays read")
                .isZero();
    }

    @Test
    void ordersPositionsAcrossRotation() {
        ends.add(new LogPosition("binlog.000002", 4), 1_000);
        assertThat(ends.ageMicros(positionAt(900), 2_000)).isEqualTo(1_000);
        assertThat(ends.ageMicros(new LogPosition("binlog.000002", 4), 2_000)).isZero();
    }

    @Test
    void keepsOldestEndOfLongBacklog() {
        for (int second = 1; second <= 10 * UnreadEnds.MAX_ENDS; second++) {
            ends.add(positionAt(second), second);
        }
        assertThat(ends.ageMicros(positionAt(0), 10_000)).isEqualTo(9_999);
        assertThat(ends.ageMicros(positionAt(UnreadEnds.MAX_ENDS), 10_000)).isZero();
    }

    private static LogPosition positionAt(long offset) {
        return new LogPosition("binlog.000001", offset);
    }
}

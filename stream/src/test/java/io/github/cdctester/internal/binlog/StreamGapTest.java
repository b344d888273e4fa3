// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamGapTest {

    private final StreamGap first = gap(1, 0.5);
    private final StreamGap second = gap(5, 0.5);

    private static StreamGap gap(long atSecond, double seconds) {
        return new StreamGap(
                Instant.ofEpochSecond(atSecond),
                seconds,
                1,
                "closed",
                "db:3306",
                "db:3306",
                StreamGap.ResumedBy.POSITION,
                null);
    }

    @Test
    void omitsEarlierGaps() {
        assertThat(StreamGap.addedSince(List.of(), List.of())).isEmpty();
        assertThat(StreamGap.addedSince(List.of(), List.of(first))).containsExactly(first);
        assertThat(StreamGap.addedSince(List.of(first), List.of(first))).isEmpty();
        assertThat(StreamGap.addedSince(List.of(first), List.of(first, second))).containsExactly(second);
    }

    /** Breaks without a transaction in between are one gap. */
    @Test
    void includesEarlierGapThatContinued() {
        StreamGap continued = gap(1, 2.5);
        assertThat(StreamGap.addedSince(List.of(first), List.of(continued, second)))
                .containsExactly(continued, second);
    }
}

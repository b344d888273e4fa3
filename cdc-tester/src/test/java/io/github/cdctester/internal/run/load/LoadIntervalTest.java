// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.run.load.RunningLoad.LoadInterval;
import io.github.cdctester.workload.sysbench.Sysbench;
import org.junit.jupiter.api.Test;

/** Tests the times at which a load writes, relative to the start of the measured part. */
class LoadIntervalTest {

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long WINDOW_START = 5 * SECOND_NANOS;
    private static final NamedLoad LOAD = NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));

    @Test
    void startsAndEndsWithNanosecondPrecision() {
        LoadInterval interval = LoadInterval.of(LOAD.between(ofSeconds(2), ofSeconds(3)), WINDOW_START);
        assertThat(interval.hasBegun(WINDOW_START + 2 * SECOND_NANOS - 1)).isFalse();
        assertThat(interval.hasBegun(WINDOW_START + 2 * SECOND_NANOS)).isTrue();
        assertThat(interval.isOver(WINDOW_START + 5 * SECOND_NANOS - 1)).isFalse();
        assertThat(interval.isOver(WINDOW_START + 5 * SECOND_NANOS)).isTrue();
    }

    @Test
    void returnsTimeToNextStartOrEnd() {
        LoadInterval interval = LoadInterval.of(LOAD.between(ofSeconds(2), ofSeconds(3)), WINDOW_START);
        assertThat(interval.nanosToNext(WINDOW_START)).isEqualTo(2 * SECOND_NANOS);
        assertThat(interval.nanosToNext(WINDOW_START + 2 * SECOND_NANOS)).isEqualTo(3 * SECOND_NANOS);
        assertThat(interval.nanosToNext(WINDOW_START + 5 * SECOND_NANOS)).isEqualTo(LoadInterval.OPEN);
    }

    @Test
    void endsWithMeasuredTimeAtLatest() {
        LoadInterval interval = LoadInterval.of(LOAD.between(ofSeconds(2), ofSeconds(3)), WINDOW_START);
        assertThat(interval.endWithin(WINDOW_START + 4 * SECOND_NANOS)).isEqualTo(WINDOW_START + 4 * SECOND_NANOS);
        assertThat(interval.endWithin(WINDOW_START + 6 * SECOND_NANOS)).isEqualTo(WINDOW_START + 5 * SECOND_NANOS);
        assertThat(interval.endWithin(LoadInterval.OPEN)).isEqualTo(WINDOW_START + 5 * SECOND_NANOS);
        LoadInterval intervalWithoutLength = LoadInterval.of(LOAD.between(ZERO, ZERO), WINDOW_START);
        assertThat(intervalWithoutLength.endWithin(WINDOW_START + SECOND_NANOS)).isEqualTo(WINDOW_START + SECOND_NANOS);
        assertThat(intervalWithoutLength.endWithin(LoadInterval.OPEN)).isEqualTo(LoadInterval.OPEN);
    }

    @Test
    void loadWithoutLengthNeverEnds() {
        LoadInterval interval = LoadInterval.of(LOAD.between(ZERO, ZERO), WINDOW_START);
        assertThat(interval.hasBegun(WINDOW_START)).isTrue();
        assertThat(interval.isOver(Long.MAX_VALUE)).isFalse();
        assertThat(interval.nanosToNext(WINDOW_START)).isEqualTo(LoadInterval.OPEN);
    }
}
